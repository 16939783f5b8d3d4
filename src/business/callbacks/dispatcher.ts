// Takes what is due from the outbox, posts it and writes down how it went; several may run, on several machines.
import type { Stored } from '../../contract/order.ts';
import type { CallbackFormat, Kind } from '../../contract/vocabulary.ts';
import { coalesce } from '../../platform/coalesce.ts';
import { DatabaseAway, type Db } from '../../platform/db.ts';
import type { HttpClient } from '../../platform/http.ts';
import { ObjectStoreAway } from '../../platform/s3.ts';
import { hostOfCallback } from './address.ts';
import { type DeliverSettings, deliver, type Letter, type Try, unsentTry } from './deliver.ts';
import { createGates, type GateSettings } from './gates.ts';

export interface DispatcherSettings extends DeliverSettings, GateSettings {
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

interface Request {
  readonly callback: string;
  readonly callbackFormat?: CallbackFormat;
}

interface PutBack {
  readonly object_id: string;
  readonly attempt: number;
  readonly host: string;
}

const CLAIM = {
  name: 'claim_callbacks',
  text: 'select *, extract(epoch from now())::double precision as now from claim_callbacks($1, $2, $3, $4)',
};
const PUT_BACK = { name: 'put_back_callbacks', text: 'select put_back_callbacks($1)' };
const RECORD = { name: 'record_deliveries', text: 'select record_deliveries($1)' };
/** Longer than an attempt can take, so that nobody else sends it meanwhile. */
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
    { weightMax: 200, callsMax: 1, separable: (error) => !(error instanceof DatabaseAway) },
  );
  // What cannot be put back is free again when its hold runs out.
  const putBack = coalesce<PutBack, null>(
    async (rows) => {
      await db.query(PUT_BACK, [JSON.stringify(rows)]);
      return rows.map(() => null);
    },
    { weightMax: 200, callsMax: 1, separable: () => false },
  );
  const gates = createGates(settings, () => wake());
  const underWay = new Set<Promise<void>>();
  let sending = 0;
  let mayBeMore = false;
  let stopped = false;
  let wanted = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;

  const letterOf = async (claimed: ClaimedCallback, request: Request): Promise<Omit<Letter, 'at'> | null> => {
    const letter = {
      objectId: claimed.object_id,
      kind: claimed.kind,
      attempt: claimed.attempt,
      url: request.callback,
      secret: claimed.secret,
    };
    const simple = { ...letter, body: Buffer.from(JSON.stringify({ id: claimed.object_id, type: claimed.kind })) };
    if (request.callbackFormat !== 'JSON' && claimed.kind !== 'ai') return simple;
    const [stored] = await parts.fetchAny([claimed.object_id]);
    if (!stored) return null;
    const body = await parts.render(stored);
    const { bytesMax = 0 } = settings;
    return bytesMax > 0 && body.length > bytesMax ? { ...simple, truncated: true } : { ...letter, body };
  };

  /** Null: nothing was sent, and the callback is to be put back; undefined: there is nothing to send any more. */
  const post = async (claimed: ClaimedCallback, request: Request, host: string, claimedAt: number): Promise<Try | null | undefined> => {
    const unsigned = await letterOf(claimed, request).catch((error) => {
      if (error instanceof ObjectStoreAway) return 'unread' as const;
      throw error;
    });
    if (unsigned === 'unread') return unsentTry(claimed.object_id, claimed.attempt, 'the object could not be read', settings);
    if (!unsigned) return undefined;
    return gates.through(host, async () => {
      const letter = { ...unsigned, at: claimed.now + (performance.now() - claimedAt) / 1000 };
      const one = await deliver(letter, parts.client, settings);
      return one;
    });
  };

  const send = async (claimed: ClaimedCallback, request: Request, host: string, claimedAt: number): Promise<void> => {
    sending++;
    // What is sent and only has to be written down makes room for the next.
    const sent = await post(claimed, request, host, claimedAt).finally(() => {
      sending--;
      gates.leave(host);
      refill();
    });
    if (sent === null) await putBack({ object_id: claimed.object_id, attempt: claimed.attempt, host });
    if (!sent) return;
    await record(sent);
    parts.onTry(sent, claimed.kind);
  };

  const freePlaces = (): number => Math.min(settings.atOnceMax - sending, UNWRITTEN_SHARE * settings.atOnceMax - underWay.size);

  /** There may be more; it is fetched by the hundred and not one by one. */
  const refill = (): void => {
    const places = settings.atOnceMax - gates.slowPlaces;
    if (mayBeMore && sending - gates.slowPlaces <= places * REFILL_SHARE) wake();
  };

  const takeRound = async (): Promise<void> => {
    const free = freePlaces();
    if (free <= 0) return;
    mayBeMore = false;
    const { hosts, rooms } = gates.rooms();
    const claimed = await db.query<ClaimedCallback>(CLAIM, [free, settings.msMax / 1000 + HOLD_MARGIN_SECONDS, hosts, rooms]);
    mayBeMore = claimed.length === free;
    const claimedAt = performance.now();
    const surplus: PutBack[] = [];
    for (const one of claimed) {
      const request = JSON.parse(one.request) as Request;
      const host = hostOfCallback(request.callback);
      if (!gates.enter(host)) {
        surplus.push({ object_id: one.object_id, attempt: one.attempt, host });
        continue;
      }
      const work = send(one, request, host, claimedAt)
        .catch(parts.onError)
        .finally(() => {
          underWay.delete(work);
          refill();
        });
      underWay.add(work);
    }
    if (surplus.length === 0) return;
    // In their lines they are in nobody's way any more, and others may have stood behind them.
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
      gates.close();
      await Promise.all(underWay);
    },
  };
}
