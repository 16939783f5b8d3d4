// The trace of an order: its span, and the context that is stored with its objects for the worker and the callback.
import type { Order, OrderItem, Placed } from '../../contract/order.ts';
import type { Tracer } from '../../platform/tracing.ts';
import type { PlaceOrder } from './place.ts';

/** Of a larger batch, only this many objects belong to its trace: backends reject traces with tens of thousands of spans. */
const TRACED_MAX = 100;

/** At the start of the stored request, where it needs no further column, and where no other reader expects a field. */
const START = '{"traceparent":"';
const LENGTH = 55;

/** Returns the stored context, or null for an object without one. */
export const traceOf = (request: string): string | null =>
  request.startsWith(START) ? request.slice(START.length, START.length + LENGTH) : null;

const withTrace = (item: OrderItem, traceparent: string): OrderItem => ({
  ...item,
  request: `${START}${traceparent}",${item.request.slice(1)}`,
});

/** Places an order of a traced request in a span of its own, and stores the context of that span. */
export function tracePlace(place: PlaceOrder, tracer: Tracer): PlaceOrder {
  return async (order) => {
    if (order.trace === undefined) return place(order);
    const span = tracer.start('place', {
      kind: 'producer',
      parent: order.trace,
      attributes: { 'sextant.kind': order.kind, 'sextant.objects': order.items.length },
    });
    const { traceparent } = span;
    const items = order.items.map((item, index) => (index < TRACED_MAX ? withTrace(item, traceparent) : item));
    let placed: Placed | null = null;
    let failure: unknown = null;
    try {
      placed = await place({ ...order, items } satisfies Order);
      return placed;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      span.end({ attributes: { 'sextant.placed': placed?.verdict }, failure });
    }
  };
}
