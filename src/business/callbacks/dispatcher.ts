// Takes what is due from the outbox, posts it and writes down how it went; several may run, on several machines.
import type { Stored } from '../../contract/order.ts';
import type { CallbackFormat, Kind } from '../../contract/vocabulary.ts';
import { coalesce } from '../../platform/coalesce.ts';
import { DatabaseAway, type Db } from '../../platform/db.ts';
import type { HttpClient } from '../../platform/http.ts';
import { ObjectStoreAway } from '../../platform/s3.ts';
import { type DeliverSettings, deliver, type Letter, type Try, unsentTry } from './deliver.ts';

export interface DispatcherSettings extends DeliverSettings {
  readonly atOnceMax: number;
  /** Longer bodies stay here, and the receiver is told the id alone; 0 sends any. */
  readonly bytesMax?: number;
  /** How often the outbox is looked at when nobody says that there is something. */
  readonly pollMs: number;
}

export interface DispatcherParts {
  readonly db: Db;
  readonly client: HttpClient;
  /** The whole object as GET would answer it; handed in, for callbacks have never heard of SERPs. */
  readonly render: (stored: Stored) => Promise<Buffer>;
  readonly fetchAny: (ids: readonly string[]) => Promise<Stored[]>;
  readonly onTry: (one: Try, kind: Kind) => void;
  readonly onError: (error: unknown) => void;
}

export interface Dispatcher {
  wake(): void;
  /** Stops taking, waits for what is under way. */
  stop(): Promise<void>;
}

interface ClaimedCallback {
  readonly object_id: string;
  readonly kind: Kind;
  readonly attempt: number;
  readonly request: string;
  readonly secret: string;
  /** Seconds since 1970. */
  readonly now: number;
}

const CLAIM = {
  name: 'claim_callbacks',
  text: 'select *, extract(epoch from now())::double precision as now from claim_callbacks($1, $2)',
};
const RECORD = { name: 'record_deliveries', text: 'select record_deliveries($1)' };
/** Longer than an attempt can take, so that nobody else sends it meanwhile. */
const HOLD_MARGIN_SECONDS = 30;
/** More is taken when no more than this share of those under way is left. */
const REFILL_SHARE = 0.5;

export function createDispatcher(parts: DispatcherParts, settings: DispatcherSettings): Dispatcher {
  const { db } = parts;
  const record = coalesce<Try, null>(
    async (tries) => {
      await db.query(RECORD, [JSON.stringify(tries)]);
      return tries.map(() => null);
    },
    { weightMax: 200, callsMax: 1, separable: (error) => !(error instanceof DatabaseAway) },
  );
  const underWay = new Set<Promise<void>>();
  let stopped = false;
  let wanted = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;

  const letterOf = async (claimed: ClaimedCallback, claimedAt: number): Promise<Letter | null> => {
    const request = JSON.parse(claimed.request) as { callback: string; callbackFormat?: CallbackFormat };
    const letter = {
      objectId: claimed.object_id,
      kind: claimed.kind,
      attempt: claimed.attempt,
      url: request.callback,
      secret: claimed.secret,
      at: claimed.now + (performance.now() - claimedAt) / 1000,
    };
    const simple = { ...letter, body: Buffer.from(JSON.stringify({ id: claimed.object_id, type: claimed.kind })) };
    if (request.callbackFormat !== 'JSON' && claimed.kind !== 'ai') return simple;
    const [stored] = await parts.fetchAny([claimed.object_id]);
    if (!stored) return null;
    const body = await parts.render(stored);
    const { bytesMax = 0 } = settings;
    return bytesMax > 0 && body.length > bytesMax ? { ...simple, truncated: true } : { ...letter, body };
  };

  const send = async (claimed: ClaimedCallback, claimedAt: number): Promise<void> => {
    const letter = await letterOf(claimed, claimedAt).catch(async (error) => {
      if (!(error instanceof ObjectStoreAway)) throw error;
      const none = unsentTry(claimed.object_id, claimed.attempt, 'the object could not be read', settings);
      await record(none);
      parts.onTry(none, claimed.kind);
      return null;
    });
    if (!letter) return;
    const one = await deliver(letter, parts.client, settings);
    await record(one);
    parts.onTry(one, letter.kind);
  };

  const takeRound = async (): Promise<void> => {
    const free = settings.atOnceMax - underWay.size;
    if (free <= 0) return;
    const claimed = await db.query<ClaimedCallback>(CLAIM, [free, settings.msMax / 1000 + HOLD_MARGIN_SECONDS]);
    const claimedAt = performance.now();
    for (const one of claimed) {
      const work = send(one, claimedAt)
        .catch(parts.onError)
        .finally(() => {
          underWay.delete(work);
          // There may be more; it is fetched by the hundred and not one by one.
          if (claimed.length === free && underWay.size <= settings.atOnceMax * REFILL_SHARE) wake();
        });
      underWay.add(work);
    }
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
      await Promise.all(underWay);
    },
  };
}
