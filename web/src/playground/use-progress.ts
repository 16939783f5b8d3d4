// Hook that sends a request and follows its object until it is finished.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, call, type Problem } from '../api.ts';
import type { ObjectTimeline } from '../api-types.ts';
import { eventsOf } from '../events.ts';
import type { Product, Request } from './products.ts';

/** An object of any product as the API returns it, or the response of a lookup. */
export type ApiObject = Readonly<Record<string, unknown>>;

export interface Progress {
  readonly product: Product | null;
  readonly sending: boolean;
  readonly id: string | null;
  readonly timeline: ObjectTimeline | null;
  readonly object: ApiObject | null;
  readonly problem: Problem | null;
}

const IDLE: Progress = { product: null, sending: false, id: null, timeline: null, object: null, problem: null };
const POLL_MS = 1000;
const POLLS_MAX = 600;
const isFinished = (object: ApiObject): boolean => object.ready === true || object.faulty === true;

export function useProgress(): Progress & { send(product: Product, request: Request): Promise<void> } {
  const [state, setState] = useState<Progress>(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = useCallback(async (product: Product, request: Request) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    const show = (more: Partial<Progress>) => !abort.signal.aborted && setState((before) => ({ ...before, ...more }));
    setState({ ...IDLE, product, sending: true });
    try {
      show({ object: await run(product, request, abort.signal, show), sending: false });
    } catch (error) {
      show({ problem: asProblem(error), sending: false });
    }
  }, []);
  return { ...state, send };
}

async function run(
  product: Product,
  request: Request,
  signal: AbortSignal,
  show: (more: Partial<Progress>) => unknown,
): Promise<ApiObject> {
  if (product.lookupPath) return call<ApiObject>(product.lookupPath(request), { signal });
  // Without an explicit `asynchronous`, the call must not wait for the result: the page shows the progress instead.
  const canWait = product.type === 'serp' || product.type === 'keyword';
  const body = canWait && request.asynchronous === undefined ? { ...request, asynchronous: true } : request;
  const created = await call<ApiObject>(product.create!, { method: 'POST', body, signal });
  const id = String(created.id);
  show({ id });
  await followTimeline(id, signal, (timeline) => show({ timeline }));
  return finishedObject(product, id, signal);
}

/**
 * Resolves when the object is finished. Later events, such as callback deliveries, are still reported.
 * A failed stream resolves too: the caller then polls the object.
 */
function followTimeline(id: string, signal: AbortSignal, onTimeline: (timeline: ObjectTimeline) => void): Promise<void> {
  return new Promise((resolve) => {
    const readStream = async () => {
      for await (const { event, data } of eventsOf(`/objects/${id}/stream`, signal)) {
        if (event === 'end') return;
        if (event !== 'life') continue;
        const timeline = JSON.parse(data) as ObjectTimeline;
        onTimeline(timeline);
        if (timeline.state !== 'waiting') resolve();
      }
    };
    readStream().then(resolve, () => resolve());
  });
}

async function finishedObject(product: Product, id: string, signal: AbortSignal): Promise<ApiObject> {
  for (let polls = 0; ; polls++) {
    const object = await call<ApiObject>(product.objectPath!(id), { signal });
    if (isFinished(object) || polls >= POLLS_MAX) return object;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
