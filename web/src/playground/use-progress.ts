// Hook that sends a request, or resumes one by its id, and follows its object until it is finished.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, call, type Problem } from '../api.ts';
import type { ObjectTimeline } from '../api-types.ts';
import { eventsOf } from '../events.ts';
import { type Product, productOfObject, type Request } from './products.ts';

/** An object of any product as the API returns it, or the response of a lookup. */
export type ApiObject = Readonly<Record<string, unknown>>;

export interface Progress {
  readonly product: Product | null;
  /** True until the object is finished. */
  readonly sending: boolean;
  readonly id: string | null;
  /** The sources in the order in which they are queried, as quoted before sending. */
  readonly route: readonly string[];
  readonly timeline: ObjectTimeline | null;
  readonly object: ApiObject | null;
  readonly problem: Problem | null;
}

interface ProgressActions {
  send(product: Product, request: Request, route: readonly string[]): Promise<void>;
  /** Shows an object that was sent before. `product` is used until its timeline is read. */
  resume(product: Product, id: string): Promise<void>;
}

type Show = (more: Partial<Progress>) => void;

const IDLE: Progress = { product: null, sending: false, id: null, route: [], timeline: null, object: null, problem: null };
const POLL_MS = 1000;
const POLLS_MAX = 600;
const isFinished = (object: ApiObject): boolean => object.ready === true || object.faulty === true;

export function useProgress(): Progress & ProgressActions {
  const [state, setState] = useState<Progress>(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback(async (first: Partial<Progress>, work: (signal: AbortSignal, show: Show) => Promise<ApiObject>) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    const show: Show = (more) => {
      if (!abort.signal.aborted) setState((before) => ({ ...before, ...more }));
    };
    setState({ ...IDLE, ...first, sending: true });
    try {
      show({ object: await work(abort.signal, show), sending: false });
    } catch (error) {
      show({ problem: asProblem(error), sending: false });
    }
  }, []);
  const send: ProgressActions['send'] = useCallback(
    (product, request, route) => start({ product, route }, (signal, show) => create(product, request, signal, show)),
    [],
  );
  const resume: ProgressActions['resume'] = useCallback(
    (product, id) => start({ product, id }, (signal, show) => follow(product, id, signal, show)),
    [],
  );
  return { ...state, send, resume };
}

async function create(product: Product, request: Request, signal: AbortSignal, show: Show): Promise<ApiObject> {
  if (product.lookupPath) return call<ApiObject>(product.lookupPath(request), { signal });
  // Without an explicit `asynchronous`, the call must not wait for the result: the page shows the progress instead.
  const canWait = product.type === 'serp' || product.type === 'keyword';
  const body = canWait && request.asynchronous === undefined ? { ...request, asynchronous: true } : request;
  const created = await call<ApiObject>(product.create!, { method: 'POST', body, signal });
  const id = String(created.id);
  show({ id });
  return follow(product, id, signal, show);
}

async function follow(expected: Product, id: string, signal: AbortSignal, show: Show): Promise<ApiObject> {
  let product = expected;
  await followTimeline(id, signal, (timeline) => {
    product = productOfObject(timeline);
    show({ timeline, product });
  });
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
