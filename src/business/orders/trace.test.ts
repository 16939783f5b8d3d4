import { describe, expect, test } from 'vitest';
import type { Order, OrderItem, Placed } from '../../contract/order.ts';
import type { SpanStart, Tracer } from '../../platform/tracing.ts';
import { requestHashOf } from './reuse-key.ts';
import { traceOf, tracePlace } from './trace.ts';

const CONTEXT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const SPAN = '00-4bf92f3577b34da6a3ce929d0e0e4736-aaaaaaaaaaaaaaaa-01';
const item = (keyword: string): OrderItem => ({ request: JSON.stringify({ keyword }) }) as OrderItem;
const order = (count: number, trace?: string): Order =>
  ({ kind: 'serp', items: Array.from({ length: count }, (_, index) => item(`tea ${index}`)), trace }) as unknown as Order;

/** Records the spans that were started and how they ended. */
function recordingTracer() {
  const spans: { name: string; start: SpanStart; end?: unknown }[] = [];
  const tracer: Tracer = {
    showsKeywords: false,
    close: async () => undefined,
    start: (name, start) => {
      const span: (typeof spans)[number] = { name, start };
      spans.push(span);
      return {
        traceparent: SPAN,
        isRecorded: true,
        end: (end) => {
          span.end = end;
        },
      };
    },
  };
  return { spans, tracer };
}

describe('placing an order of a traced request', () => {
  test('stores the context of its span with the first 100 objects', async () => {
    const { spans, tracer } = recordingTracer();
    const placed: Order[] = [];
    const place = tracePlace(async (given) => {
      placed.push(given);
      return { verdict: 'placed' } as Placed;
    }, tracer);
    await place(order(120, CONTEXT));
    expect(placed[0]!.items.map(({ request }) => traceOf(request))).toEqual([...Array(100).fill(SPAN), ...Array(20).fill(null)]);
    expect(placed[0]!.items.map(({ request }) => JSON.parse(request).keyword)).toEqual(order(120).items.map((_, index) => `tea ${index}`));
    expect(spans).toMatchObject([{ name: 'place', start: { parent: CONTEXT }, end: { attributes: { 'sextant.placed': 'placed' } } }]);
  });

  test('changes nothing without a trace', async () => {
    const { spans, tracer } = recordingTracer();
    const given = order(2);
    await tracePlace(async (same) => {
      expect(same).toBe(given);
      return { verdict: 'placed' } as Placed;
    }, tracer)(given);
    expect(spans).toEqual([]);
  });

  test('records an error and throws it', async () => {
    const { spans, tracer } = recordingTracer();
    const error = new Error('no database');
    await expect(tracePlace(() => Promise.reject(error), tracer)(order(1, CONTEXT))).rejects.toBe(error);
    expect(spans[0]!.end).toMatchObject({ failure: error });
  });
});

test('a keyword that looks like a context is not one', () => {
  expect(traceOf(JSON.stringify({ keyword: `{"traceparent":"${CONTEXT}"` }))).toBeNull();
});

test('the context does not change the request hash', () => {
  const request = { keyword: 'tea' };
  expect(requestHashOf('serp', { traceparent: CONTEXT, ...request }, 1)).toEqual(requestHashOf('serp', request, 1));
});
