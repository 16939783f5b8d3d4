// Sends a request and follows its object until it is finished.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Life } from '../answers.ts';
import { asProblem, call, type Problem } from '../api.ts';
import { eventsOf } from '../events.ts';
import type { Product, Request } from './products.ts';

export type Found = Readonly<Record<string, unknown>>;

export interface Following {
  readonly product: Product | null;
  readonly sending: boolean;
  readonly id: string | null;
  readonly life: Life | null;
  readonly found: Found | null;
  readonly problem: Problem | null;
}

const NOTHING: Following = { product: null, sending: false, id: null, life: null, found: null, problem: null };
const POLL_MS = 1000;
const POLLS_MAX = 600;
const isFinished = (found: Found): boolean => found.ready === true || found.faulty === true;

export function useFollowing(): Following & { send(product: Product, request: Request): Promise<void> } {
  const [state, setState] = useState<Following>(NOTHING);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = useCallback(async (product: Product, request: Request) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    const show = (more: Partial<Following>) => !abort.signal.aborted && setState((before) => ({ ...before, ...more }));
    setState({ ...NOTHING, product, sending: true });
    try {
      show({ found: await run(product, request, abort.signal, show), sending: false });
    } catch (error) {
      show({ problem: asProblem(error), sending: false });
    }
  }, []);
  return { ...state, send };
}

async function run(product: Product, request: Request, signal: AbortSignal, show: (more: Partial<Following>) => unknown): Promise<Found> {
  if (product.lookupPath) return call<Found>(product.lookupPath(request), { signal });
  // Without a word about it the page does not wait inside the call: it wants to see the object on its way.
  const waits = product.type === 'serp' || product.type === 'keyword';
  const body = waits && request.asynchronous === undefined ? { ...request, asynchronous: true } : request;
  const made = await call<Found>(product.create!, { method: 'POST', body, signal });
  const id = String(made.id);
  show({ id });
  await watch(id, signal, (life) => show({ life }));
  return finished(product, id, signal);
}

/**
 * Answers when the object is finished. What happens to its callback afterwards is still shown, but nobody waits for it.
 * A stream that cannot be had is no misfortune: the object is then asked for now and then.
 */
function watch(id: string, signal: AbortSignal, onLife: (life: Life) => void): Promise<void> {
  return new Promise((resolve) => {
    const listen = async () => {
      for await (const { event, data } of eventsOf(`/objects/${id}/stream`, signal)) {
        if (event === 'end') return;
        if (event !== 'life') continue;
        const life = JSON.parse(data) as Life;
        onLife(life);
        if (life.state !== 'waiting') resolve();
      }
    };
    listen().then(resolve, () => resolve());
  });
}

async function finished(product: Product, id: string, signal: AbortSignal): Promise<Found> {
  for (let polls = 0; ; polls++) {
    const found = await call<Found>(product.objectPath!(id), { signal });
    if (isFinished(found) || polls >= POLLS_MAX) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
