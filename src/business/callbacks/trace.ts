// Spans of deliveries. Each continues the trace of the request, and the receiver gets its context.
import type { Tracer } from '../../platform/tracing.ts';
import { hostOf } from './callback-url.ts';
import type { DeliveryAttempt } from './deliver.ts';
import type { CallbackRequest, ClaimedCallback } from './webhook-messages.ts';

export interface DeliveryTrace {
  readonly traceparent: string;
  end(attempt: DeliveryAttempt): void;
}

/** Returns null for a callback whose request was not traced. */
export type TraceDelivery = (claimed: ClaimedCallback, request: CallbackRequest) => DeliveryTrace | null;

export function createTraceDelivery(tracer: Tracer): TraceDelivery {
  return ({ object_id, kind, attempt }, { callback, traceparent }) => {
    if (traceparent === undefined) return null;
    const span = tracer.start('callback', {
      kind: 'client',
      parent: traceparent,
      attributes: { 'sextant.object_id': object_id, 'sextant.kind': kind, 'sextant.delivery': attempt, 'server.address': hostOf(callback) },
    });
    return {
      traceparent: span.traceparent,
      end: ({ status, ok, reason }) =>
        span.end({ attributes: { 'http.response.status_code': status ?? undefined }, failure: ok ? null : (reason ?? 'failed') }),
    };
  };
}
