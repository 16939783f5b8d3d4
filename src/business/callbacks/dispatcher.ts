// Claims due callbacks from the outbox, posts them and records the results. Several may run at once.
import type { Stored } from '../../contract/order.ts';
import type { Kind } from '../../contract/vocabulary.ts';
import { coalesce } from '../../platform/coalesce.ts';
import type { Db } from '../../platform/db.ts';
import type { HttpClient } from '../../platform/http.ts';
import { StorageUnavailable } from '../../platform/s3.ts';
import { destinationOf, hostOf } from './callback-url.ts';
import { type DeliverSettings, type DeliveryAttempt, deliver, OBJECT_UNREADABLE, sizeOf, transferMs, unsentAttempt } from './deliver.ts';
import { createHostLimiter, type Destination, type LimiterSettings } from './host-limiter.ts';
import { createRecord } from './record.ts';
import type { TraceDelivery } from './trace.ts';
import {
  type BodySize,
  type CallbackRequest,
  type ClaimedCallback,
  createWebhookMessages,
  isWhole,
  type RenderedObject,
} from './webhook-messages.ts';

export interface DispatcherSettings extends DeliverSettings, LimiterSettings {
  /** For a larger object, only id and type are sent. 0: no limit. */
  readonly bytesMax?: number;
  /** Poll interval of the outbox without notifications. */
  readonly pollMs: number;
}

export interface DispatcherParts {
  readonly db: Db;
  readonly client: HttpClient;
  /** Renders the object as GET returns it. Passed in, because callbacks do not know the products. */
  readonly render: (stored: Stored) => RenderedObject;
  /** Renders the compressed body of a postback. */
  readonly renderPostback: (stored: Stored) => Promise<Buffer>;
  readonly fetchAny: (ids: readonly string[]) => Promise<Stored[]>;
  readonly onAttempt: (one: DeliveryAttempt, kind: Kind) => void;
  /** Called after each poll of the outbox. `more` is true when not everything could be claimed. */
  readonly onPoll?: (more: boolean) => void;
  readonly onError: (error: unknown) => void;
  /** Starts the span of a delivery, for callbacks of a traced request. */
  readonly trace?: TraceDelivery | null;
}

export interface Dispatcher {
  wake(): void;
  /** Stops claiming and waits for running deliveries. */
  stop(): Promise<void>;
}

/** A row of `claim_callbacks`: a callback, or nulls if there is none, and the start of the next claim. */
interface ClaimedRow extends ClaimedCallback {
  readonly more: boolean;
  readonly after_account: number;
  readonly after_queue_account: number;
}

interface Body {
  readonly size: () => Promise<BodySize | undefined>;
  /** The clock for the signature. */
  readonly at: () => number;
  /** False when the claim may be lost: the database is unavailable, or another server has become the primary. */
  readonly isHeld: () => boolean;
}

interface ReleasedCallback {
  readonly object_id: string;
  readonly attempt: number;
  readonly host: string;
}

const CLAIM = {
  name: 'claim_callbacks',
  text: 'select *, extract(epoch from now())::double precision as now from claim_callbacks($1, $2, $3, $4, $5, $6, $7, $8, $9)',
};
const SIZES = { name: 'body_sizes', text: 'select id, size, packed from body_sizes($1)' };
/** Only the holder of this attempt may extend the hold. */
const HOLD_LONGER = {
  name: 'hold_callback',
  text: 'update outbox set next_at = now() + make_interval(secs => $3) where object_id = $1 and attempt = $2 returning object_id',
};
const RELEASE = { name: 'release_callbacks', text: 'select release_callbacks($1)' };
/** Longer than the wait and an attempt can take, so that no other dispatcher sends it meanwhile. */
const HOLD_MARGIN_SECONDS = 30;
/** Claim the next batch when at most this share of the slots is busy. */
const REFILL_SHARE = 0.5;
/** Limits claimed callbacks, including sent ones not yet recorded, in multiples of the slots. A crash resends these. */
const UNWRITTEN_SHARE = 2;

export function createDispatcher(parts: DispatcherParts, settings: DispatcherSettings): Dispatcher {
  const { db } = parts;
  const record = createRecord(db, () => stopped);
  // A callback that cannot be released becomes due when its hold expires.
  const release = coalesce<ReleasedCallback, null>(
    async (rows) => {
      await db.query(RELEASE, [JSON.stringify(rows)]);
      return rows.map(() => null);
    },
    { weightMax: 200, callsMax: 1, separable: () => false },
  );
  const limiter = createHostLimiter(settings, () => wake());
  const messages = createWebhookMessages(parts, settings.bytesMax ?? 0);
  const holdSeconds = settings.msMax / 1000 + HOLD_MARGIN_SECONDS;
  let [afterAccount, afterQueueAccount] = [0, 0];
  const underWay = new Set<Promise<void>>();
  let sending = 0;
  let mayBeMore = false;
  let stopped = false;
  let wanted = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;

  /** Reads the body sizes of callbacks with whole objects, in one query. */
  const sizesOf = (ids: readonly string[]): ((id: string) => Promise<BodySize | undefined>) => {
    const found = ids.length === 0 ? Promise.resolve([]) : db.query<BodySize & { id: string }>(SIZES, [ids]);
    // Each sender reports the error. Without senders there is nothing to report.
    found.catch(() => undefined);
    return async (wanted) => (await found).find(({ id }) => id === wanted);
  };

  /** For a large body. Returns false when the callback is no longer held. */
  const holdLonger = async ({ object_id, attempt }: ClaimedCallback, extraMs: number): Promise<boolean> =>
    (await db.query(HOLD_LONGER, [object_id, attempt, holdSeconds + extraMs / 1000])).length > 0;

  /** Returns null when nothing was sent and the callback must be released, undefined when the object is gone. */
  const post = async (
    claimed: ClaimedCallback,
    request: CallbackRequest,
    to: Destination,
    body: Body,
  ): Promise<DeliveryAttempt | null | undefined> => {
    try {
      return await messages.withMessage(claimed, request, body, async (unsent) => {
        const extraMs = transferMs(sizeOf(unsent.body));
        if (extraMs > 0 && !(await holdLonger(claimed, extraMs))) return undefined;
        const work = async (): Promise<DeliveryAttempt | null> => {
          if (!body.isHeld()) return null;
          const trace = parts.trace?.(claimed, request) ?? null;
          const message = { ...unsent, at: body.at(), traceparent: trace?.traceparent };
          const one = await deliver(message, parts.client, settings);
          trace?.end(one);
          return one;
        };
        return limiter.run(to, work, extraMs);
      });
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      return unsentAttempt(claimed.object_id, claimed.attempt, OBJECT_UNREADABLE, settings);
    }
  };

  const send = async (claimed: ClaimedCallback, request: CallbackRequest, to: Destination, body: Body): Promise<void> => {
    sending++;
    // A callback that only waits to be recorded frees its slot.
    const sent = await post(claimed, request, to, body).finally(() => {
      sending--;
      limiter.release(to);
      refill();
    });
    if (sent === null) await release({ object_id: claimed.object_id, attempt: claimed.attempt, host: to.queue });
    if (!sent) return;
    await record({ ...sent, live: claimed.live, host: hostOf(request.callback) });
    parts.onAttempt(sent, claimed.kind);
  };

  const freeSlots = (): number => Math.min(settings.atOnceMax - sending, UNWRITTEN_SHARE * settings.atOnceMax - underWay.size);

  const refill = (): void => {
    const slots = settings.atOnceMax - limiter.slowSlots;
    if (mayBeMore && sending - limiter.slowSlots <= slots * REFILL_SHARE) wake();
  };

  const claim = async (free: number): Promise<ClaimedRow[]> => {
    const accounts = limiter.accountCapacities(free);
    const queues = limiter.queueCapacities();
    const capacities = [accounts.accounts, accounts.capacities, queues.accounts, queues.queues, queues.capacities];
    const rows = await db.query<ClaimedRow>(CLAIM, [free, holdSeconds, ...capacities, afterAccount, afterQueueAccount]);
    [afterAccount, afterQueueAccount] = [rows[0]!.after_account, rows[0]!.after_queue_account];
    const claimed = rows.filter(({ object_id }) => object_id !== null);
    mayBeMore = rows[0]!.more || claimed.length === free;
    // Other queues may use the capacity that some queues left.
    if (mayBeMore && claimed.length > 0 && claimed.length < free) wanted = true;
    parts.onPoll?.(mayBeMore);
    return claimed;
  };

  const claimBatch = async (): Promise<void> => {
    const free = freeSlots();
    if (free <= 0) return;
    mayBeMore = false;
    const takeovers = db.takeovers();
    const isHeld = (): boolean => db.isAvailable() && db.takeovers() === takeovers;
    const claimed = (await claim(free)).map((one) => ({ one, request: JSON.parse(one.request) as CallbackRequest }));
    const claimedAt = performance.now();
    const sizeOfBody = sizesOf(claimed.filter(({ one, request }) => isWhole(one.kind, request)).map(({ one }) => one.object_id));
    const surplus: ReleasedCallback[] = [];
    for (const { one, request } of claimed) {
      const to = destinationOf(one.account_id, request.callback);
      if (!limiter.acquire(to)) {
        surplus.push({ object_id: one.object_id, attempt: one.attempt, host: to.queue });
        continue;
      }
      const body = { size: () => sizeOfBody(one.object_id), at: () => one.now + (performance.now() - claimedAt) / 1000, isHeld };
      const work = send(one, request, to, body)
        .catch(parts.onError)
        .finally(() => {
          underWay.delete(work);
          refill();
        });
      underWay.add(work);
    }
    if (surplus.length === 0) return;
    // In their queues they block no other callbacks, and others may be due behind them.
    await Promise.all(surplus.map(release));
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
    round = claimBatch()
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
      messages.close();
      await Promise.all(underWay);
    },
  };
}
