// Creates one object at each API several times a second, and records when each was acknowledged.
import type { Accounts } from '../chaos/accounts.ts';
import type { History, Order } from '../chaos/history.ts';
import { callJson } from '../net.ts';
import { sleep } from '../wait.ts';

const EVERY_MS = 250;
const CALL_MS_MAX = 15_000;
/** An API that does not respond gets no more than this many calls at once. */
const OPEN_MAX = 20;
/** Numbers that no order of the load has. */
const FIRST_NUMBER = 1_000_000;

export interface AcknowledgedWrite {
  readonly api: string;
  readonly id: string;
  readonly at: number;
}

export interface WriteProbe {
  readonly acknowledged: readonly AcknowledgedWrite[];
  stop(): Promise<void>;
}

/** `apis` maps the host of each API to its URL. The orders are part of the history, so the invariants cover them. */
export function startWriteProbe(apis: ReadonlyMap<string, string>, { main: account }: Accounts, history: History): WriteProbe {
  const acknowledged: AcknowledgedWrite[] = [];
  const open = new Set<Promise<void>>();
  let running = true;
  let number = FIRST_NUMBER;

  const create = async (api: string, base: string): Promise<void> => {
    const tag = `o${++number}i0x`;
    const text = `tea ${tag}`;
    const body = { keyword: text, region: 'US', asynchronous: true };
    const order: Order = {
      number,
      kind: 'serp',
      account,
      sync: false,
      key: null,
      path: '/serp/new',
      body,
      otherBody: null,
      items: [{ tag, faulty: false, called: false, text }],
      answers: [],
      mismatch: null,
    };
    history.orders.push(order);
    try {
      const { status, json, text: answer } = await callJson(`${base}${order.path}`, 'POST', account.key, body, CALL_MS_MAX);
      if (status !== 200) return void order.answers.push({ status });
      order.answers.push({ base, status, ids: [json.id], text: answer });
      acknowledged.push({ api, id: json.id, at: Date.now() });
    } catch {
      order.answers.push({ status: 0 });
    }
  };
  const probe = async (api: string, base: string): Promise<void> => {
    let waiting = 0;
    for (; running; await sleep(EVERY_MS)) {
      if (waiting >= OPEN_MAX) continue;
      waiting++;
      const one: Promise<void> = create(api, base).finally(() => {
        waiting--;
        open.delete(one);
      });
      open.add(one);
    }
  };
  const probes = Promise.all([...apis].map(([api, base]) => probe(api, base)));
  return {
    acknowledged,
    stop: async () => {
      running = false;
      await probes;
      await Promise.all(open);
    },
  };
}
