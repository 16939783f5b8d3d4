// Clients in an open model: they arrive whether the service is up or not, and record every answer.
import { BACKEND_HEADER } from '../net.ts';
import type { Random } from '../random.ts';
import { count as countUp } from '../report.ts';
import { sleep } from '../wait.ts';
import type { Accounts, ChaosAccount } from './accounts.ts';
import type { Deletion, History, HistoryCall, Order, OrderKind } from './history.ts';
import { orderOf } from './orders.ts';
import type { Mix } from './profiles.ts';
import type { Receiver } from './receiver.ts';

const REQUEST_MS_MAX = 9000;
const RETRY_MS = 500;
/** With this many open requests no new client arrives. */
const OPEN_MAX = 80;
const SURE = new Set([200, 204, 400, 402, 403, 404, 429]);

interface LoadParts {
  readonly random: Random;
  readonly accounts: Accounts;
  /** May change during the run. */
  readonly apis: readonly { readonly base: string | null }[];
  readonly receiver: Receiver;
  readonly ratePerSecond: number;
  readonly mix: Mix;
  readonly requestMsMax?: number;
}

export interface ChaosLoad {
  readonly history: History;
  start(): void;
  /** The next acknowledged create calls this as soon as its answer is read. Several calls wait for one create each. */
  atNextAck(act: () => void): void;
  stop(): void;
  settle(): Promise<void>;
  /** Ends the repeated requests of a run that failed. */
  abandon(): void;
  finalReads(ids: readonly string[]): Promise<void>;
}

interface Known {
  readonly id: string;
  readonly kind: OrderKind;
  readonly account: ChaosAccount;
}

interface CallAnswer {
  readonly base: string;
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

interface Shown {
  readonly id?: string;
  readonly ready?: boolean;
  readonly faulty?: boolean;
}

const hasEnded = ({ ready, faulty }: Shown): boolean => ready === true || faulty === true;

export function createLoad(parts: LoadParts): ChaosLoad {
  const { random, accounts, apis, receiver, ratePerSecond, mix, requestMsMax = REQUEST_MS_MAX } = parts;
  const history: History = { calls: [], orders: [], reads: [], deletes: [], lookups: [], failures: [], statuses: {}, replays: 0 };
  const known: Known[] = [];
  const open = new Set<Promise<void>>();
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let abandoned = false;
  const onAck: (() => void)[] = [];

  const call = async (
    method: string,
    path: string,
    key: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<CallAnswer> => {
    const base = random.pick(apis).base!;
    const call: HistoryCall = { path, at: performance.now(), ms: 0, status: 0 };
    history.calls.push(call);
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(requestMsMax),
      });
      const text = await response.text();
      // Another server, such as a sandbox, may use the port of a killed API. Only the API sends this header.
      if (!response.headers.has('x-request-id')) throw new Error('not an answer of the service');
      Object.assign(call, { ms: performance.now() - call.at, status: response.status });
      countUp(history.statuses, response.status);
      if (response.status === 500) history.failures.push({ path, text });
      return {
        base: response.headers.get(BACKEND_HEADER) ?? base,
        status: response.status,
        text,
        replayed: response.headers.has('idempotent-replayed'),
      };
    } catch {
      call.ms = performance.now() - call.at;
      countUp(history.statuses, 'none');
      return { base, status: 0, text: '', replayed: false };
    }
  };

  const send = async (order: Order): Promise<CallAnswer> => {
    const { account, path, body, key } = order;
    const answer = await call('POST', path, account.key, body, key ? { 'idempotency-key': key } : {});
    if (answer.status !== 200) {
      order.answers.push({ status: answer.status });
      return answer;
    }
    const parsed: { id: string } | { id: string }[] = JSON.parse(answer.text);
    const ids = (Array.isArray(parsed) ? parsed : [parsed]).map(({ id }) => id);
    order.answers.push({ base: answer.base, status: 200, ids, text: answer.text, replayed: answer.replayed });
    if (answer.replayed) history.replays++;
    for (const id of ids) known.push({ id, kind: order.kind, account });
    onAck.shift()?.();
    return answer;
  };

  /** With a key, an unknown outcome is resolved by a repeated request. Without one it stays unknown. */
  const place = async (order: Order): Promise<void> => {
    history.orders.push(order);
    if (order.key && random.chance(0.15)) void track(sendSurely(order));
    await sendSurely(order);
    if (order.key && order.answers.some(({ status }) => status === 200) && random.chance(0.12)) {
      await sendSurely(order);
      const other = await call('POST', order.path, order.account.key, order.otherBody, { 'idempotency-key': order.key });
      if (SURE.has(other.status)) order.mismatch = other.status;
    }
  };
  const sendSurely = async (order: Order): Promise<void> => {
    for (let attempts = 0; attempts < 120 && !abandoned; attempts++) {
      const { status } = await send(order);
      if (SURE.has(status) || !order.key) return;
      await sleep(RETRY_MS);
    }
  };

  const read = async (): Promise<void> => {
    const { id, kind, account } = random.pick(known);
    const at = performance.now();
    const { base, status, text } = await call('GET', `/${kind}/${id}`, account.key);
    const seen: Shown = status === 200 ? JSON.parse(text) : {};
    history.reads.push({
      id,
      base,
      at,
      until: performance.now(),
      status,
      ended: status === 200 ? hasEnded(seen) : null,
    });
  };
  const readMany = async (): Promise<void> => {
    const { kind, account } = random.pick(known);
    const ids = known
      .filter((one) => one.kind === kind && one.account === account)
      .slice(-20)
      .map(({ id }) => id);
    const at = performance.now();
    const { base, status, text } = await call('POST', `/${kind}/list`, account.key, ids);
    if (status !== 200) return;
    const found = new Map((JSON.parse(text) as Shown[]).map((one) => [one.id, one]));
    for (const id of ids) {
      const seen = found.get(id);
      history.reads.push({
        id,
        base,
        at,
        until: performance.now(),
        status: seen ? 200 : 404,
        ended: seen ? hasEnded(seen) : null,
      });
    }
  };
  const remove = async (): Promise<void> => {
    // Recent objects, so that deletions meet running jobs.
    const { id, kind, account } = random.pick(random.chance(0.7) ? known.slice(-8) : known);
    if (kind === 'ai') return;
    const entry: Deletion = { id, begun: performance.now(), status: null, at: null };
    history.deletes.push(entry);
    const { base, status } = await call('DELETE', `/${kind}/${id}`, account.key);
    Object.assign(entry, { base, status });
    entry.at = performance.now();
  };
  const lookUp = async (): Promise<void> => {
    const path = random.chance(0.5) ? `/whois/shop-${count}.com` : `/technologies/shop-${count}.com`;
    const entry: History['lookups'][number] = { status: null };
    history.lookups.push(entry);
    entry.status = (await call('GET', path, accounts.lookup.key)).status;
  };

  const track = (work: Promise<void>): Promise<void> => {
    const tracked: Promise<void> = work.finally(() => open.delete(tracked));
    open.add(tracked);
    return tracked;
  };
  const act = (): Promise<void> => {
    count++;
    const kind = random.next();
    if (known.length === 0 || kind < mix.create) return place(orderOf(count, random, accounts, receiver, mix));
    if (kind < mix.create + mix.remove) return remove();
    if (kind < mix.create + mix.remove + mix.lookup) return lookUp();
    return random.chance(0.7) ? read() : readMany();
  };
  const next = (): void => {
    timer = setTimeout(next, (-Math.log(1 - random.next()) * 1000) / ratePerSecond);
    if (open.size < OPEN_MAX) void track(act());
  };

  return {
    history,
    start: next,
    atNextAck: (act) => {
      onAck.push(act);
    },
    stop: () => {
      clearTimeout(timer);
      // No fault happens after the end of the load.
      onAck.length = 0;
    },
    settle: async () => {
      while (open.size > 0) await Promise.all([...open]);
    },
    abandon: () => {
      abandoned = true;
    },
    finalReads: async (ids) => {
      for (const id of ids) {
        const { kind, account } = known.find((one) => one.id === id)!;
        const at = performance.now();
        const { status } = await call('GET', `/${kind}/${id}`, account.key);
        history.reads.push({ id, at, until: performance.now(), status, ended: null });
      }
    },
  };
}
