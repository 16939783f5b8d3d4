// Takes what is due from the outbox, posts it and writes down how it went; several may run, on several machines.
import type { Stored } from '../../contract/order.ts';
import type { Kind } from '../../contract/vocabulary.ts';
import { coalesce } from '../../platform/coalesce.ts';
import { DatabaseUnavailable, type Db } from '../../platform/db.ts';
import type { HttpClient } from '../../platform/http.ts';
import { StorageUnavailable } from '../../platform/s3.ts';
import { destinationOf } from './callback-url.ts';
import { type DeliverSettings, deliver, sizeOf, type Try, transferMs, UNREAD, unsentTry } from './deliver.ts';
import { createHostLimiter, type Destination, type LimiterSettings } from './host-limiter.ts';
import {
  type BodySize,
  type CallbackRequest,
  type ClaimedCallback,
  createWebhookMessages,
  isWhole,
  type RenderedObject,
} from './webhook-messages.ts';

export interface DispatcherSettings extends DeliverSettings, LimiterSettings {
  /** Of a larger object only the id and type are sent; 0: objects of any size are sent. */
  readonly bytesMax?: number;
  /** How often the outbox is looked at when nobody says that there is something. */
  readonly pollMs: number;
}

export interface DispatcherParts {
  readonly db: Db;
  readonly client: HttpClient;
  /** The whole object as GET would answer it; handed in, for callbacks have never heard of SERPs. */
  readonly render: (stored: Stored) => RenderedObject;
  readonly fetchAny: (ids: readonly string[]) => Promise<Stored[]>;
  readonly onTry: (one: Try, kind: Kind) => void;
  /** Of each look into the outbox: whether there was more than could be taken. */
  readonly onLook?: (more: boolean) => void;
  readonly onError: (error: unknown) => void;
}

export interface Dispatcher {
  wake(): void;
  /** Stops taking, waits for what is under way. */
  stop(): Promise<void>;
}

/** What claim_callbacks returns: a callback, or nulls when there was none, and where the next claim starts. */
interface ClaimedRow extends ClaimedCallback {
  readonly more: boolean;
  readonly after_account: number;
  readonly after_queue_account: number;
}

/** The size of a callback's body, and the time to sign it with. */
interface Body {
  readonly size: Promise<BodySize | undefined>;
  readonly at: () => number;
}

interface PutBack {
  readonly object_id: string;
  readonly attempt: number;
  readonly host: string;
}

const CLAIM = {
  name: 'claim_callbacks',
  text: 'select *, extract(epoch from now())::double precision as now from claim_callbacks($1, $2, $3, $4, $5, $6, $7, $8, $9)',
};
const SIZES = { name: 'body_sizes', text: 'select id, size, packed from body_sizes($1)' };
/** Only the holder of an attempt may. */
const HOLD_LONGER = {
  name: 'hold_callback',
  text: 'update outbox set next_at = now() + make_interval(secs => $3) where object_id = $1 and attempt = $2 returning object_id',
};
const PUT_BACK = { name: 'release_callbacks', text: 'select release_callbacks($1)' };
const RECORD = { name: 'record_deliveries', text: 'select record_deliveries($1)' };
/** Longer than waiting and an attempt can take, so that no other dispatcher sends it meanwhile. */
const HOLD_MARGIN_SECONDS = 30;
/** More is taken when no more than this share of those under way is left. */
const REFILL_SHARE = 0.5;
/** With those that are sent and not written down yet, so many times the places may be under way: what a crash would send twice. */
const UNWRITTEN_SHARE = 2;

export function createDispatcher(parts: DispatcherParts, settings: DispatcherSettings): Dispatcher {
  const { db } = parts;
  const record = coalesce<Try, null>(
    async (tries) => {
      await db.query(RECORD, [JSON.stringify(tries)]);
      return tries.map(() => null);
    },
    { weightMax: 200, callsMax: 1, separable: (error) => !(error instanceof DatabaseUnavailable) },
  );
  // What cannot be put back is free again when its hold runs out.
  const putBack = coalesce<PutBack, null>(
    async (rows) => {
      await db.query(PUT_BACK, [JSON.stringify(rows)]);
      return rows.map(() => null);
    },
    { weightMax: 200, callsMax: 1, separable: () => false },
  );
  const limiter = createHostLimiter(settings, () => wake());
  const letters = createWebhookMessages(parts, settings.bytesMax ?? 0);
  const holdSeconds = settings.msMax / 1000 + HOLD_MARGIN_SECONDS;
  let [afterAccount, afterQueueAccount] = [0, 0];
  const underWay = new Set<Promise<void>>();
  let sending = 0;
  let mayBeMore = false;
  let stopped = false;
  let wanted = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;

  /** Of the callbacks that carry the whole object, in one call. */
  const sizesOf = (ids: readonly string[]): ((id: string) => Promise<BodySize | undefined>) => {
    const found = ids.length === 0 ? Promise.resolve([]) : db.query<BodySize & { id: string }>(SIZES, [ids]);
    // Each sender reports it; without any there is nothing to report.
    found.catch(() => undefined);
    return async (wanted) => (await found).find(({ id }) => id === wanted);
  };

  /** For large bodies. False when the callback is no longer held. */
  const holdLonger = async ({ object_id, attempt }: ClaimedCallback, extraMs: number): Promise<boolean> =>
    (await db.query(HOLD_LONGER, [object_id, attempt, holdSeconds + extraMs / 1000])).length > 0;

  /** Null: nothing was sent, and the callback must be released. Undefined: there is nothing to send any more. */
  const post = async (claimed: ClaimedCallback, request: CallbackRequest, to: Destination, body: Body): Promise<Try | null | undefined> => {
    try {
      return await letters.withLetter(claimed, request, body, async (unsent) => {
        const extraMs = transferMs(sizeOf(unsent.body));
        if (extraMs > 0 && !(await holdLonger(claimed, extraMs))) return undefined;
        const work = async (): Promise<Try> => {
          const letter = { ...unsent, at: body.at() };
          const one = await deliver(letter, parts.client, settings);
          return one;
        };
        return limiter.through(to, work, extraMs);
      });
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      return unsentTry(claimed.object_id, claimed.attempt, UNREAD, settings);
    }
  };

  const send = async (claimed: ClaimedCallback, request: CallbackRequest, to: Destination, body: Body): Promise<void> => {
    sending++;
    // A callback that was sent and only has to be recorded makes room for the next.
    const sent = await post(claimed, request, to, body).finally(() => {
      sending--;
      limiter.leave(to);
      refill();
    });
    if (sent === null) await putBack({ object_id: claimed.object_id, attempt: claimed.attempt, host: to.queue });
    if (!sent) return;
    await record(sent);
    parts.onTry(sent, claimed.kind);
  };

  const freePlaces = (): number => Math.min(settings.atOnceMax - sending, UNWRITTEN_SHARE * settings.atOnceMax - underWay.size);

  /** There may be more; it is fetched by the hundred and not one by one. */
  const refill = (): void => {
    const places = settings.atOnceMax - limiter.slowPlaces;
    if (mayBeMore && sending - limiter.slowPlaces <= places * REFILL_SHARE) wake();
  };

  const claim = async (free: number): Promise<ClaimedRow[]> => {
    const accounts = limiter.accountRooms(free);
    const queues = limiter.queueRooms();
    const rows = await db.query<ClaimedRow>(CLAIM, [
      free,
      holdSeconds,
      accounts.accounts,
      accounts.rooms,
      queues.accounts,
      queues.queues,
      queues.rooms,
      afterAccount,
      afterQueueAccount,
    ]);
    [afterAccount, afterQueueAccount] = [rows[0]!.after_account, rows[0]!.after_queue_account];
    const claimed = rows.filter(({ object_id }) => object_id !== null);
    mayBeMore = rows[0]!.more || claimed.length === free;
    // Shares that some queues did not use are for the others.
    if (mayBeMore && claimed.length > 0 && claimed.length < free) wanted = true;
    parts.onLook?.(mayBeMore);
    return claimed;
  };

  const takeRound = async (): Promise<void> => {
    const free = freePlaces();
    if (free <= 0) return;
    mayBeMore = false;
    const claimed = (await claim(free)).map((one) => ({ one, request: JSON.parse(one.request) as CallbackRequest }));
    const claimedAt = performance.now();
    const sizeOfBody = sizesOf(claimed.filter(({ one, request }) => isWhole(one.kind, request)).map(({ one }) => one.object_id));
    const surplus: PutBack[] = [];
    for (const { one, request } of claimed) {
      const to = destinationOf(one.account_id, request.callback);
      if (!limiter.enter(to)) {
        surplus.push({ object_id: one.object_id, attempt: one.attempt, host: to.queue });
        continue;
      }
      const body = { size: sizeOfBody(one.object_id), at: () => one.now + (performance.now() - claimedAt) / 1000 };
      const work = send(one, request, to, body)
        .catch(parts.onError)
        .finally(() => {
          underWay.delete(work);
          refill();
        });
      underWay.add(work);
    }
    if (surplus.length === 0) return;
    // In their queues they are in nobody's way, and others may be due behind them.
    await Promise.all(surplus.map(putBack));
    wanted = true;
  };

  const wake = (): void => {
    if (stopped) return;
    if (round) {
      wanted = true;
      return;
    }
    clearTimeout(timer);
    wanted = false;
    round = takeRound()
      .catch(parts.onError)
      .finally(() => {
        round = null;
        if (wanted) wake();
        else if (!stopped) timer = setTimeout(wake, settings.pollMs);
      });
  };

  wake();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
      limiter.close();
      letters.close();
      await Promise.all(underWay);
    },
  };
}
