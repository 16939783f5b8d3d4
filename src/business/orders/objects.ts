// Reads and removes stored objects. Concurrent reads share one query.
import type { Stored, StoredBody } from '../../contract/order.ts';
import type { Kind, Mode, Verdict } from '../../contract/vocabulary.ts';
import { coalesce } from '../../platform/coalesce.ts';
import { DatabaseUnavailable, type Db } from '../../platform/db.ts';
import { bigintOf, bytesOf, flagOf, integerOf, type RawValue, textOf } from '../../platform/db-bytes.ts';
import type { Compressed } from '../../platform/gzip.ts';
import { StorageUnavailable } from '../../platform/s3.ts';
import type { Blobs } from './blobs.ts';
import type { StartEstimate } from './wait-estimate.ts';

/** The ids to fetch and their owner. */
export interface Fetch {
  readonly accountId: number;
  readonly mode: Mode;
  readonly kind: Kind;
  readonly ids: readonly string[];
}

export interface LastKey {
  readonly key: string;
  readonly ids: readonly string[];
  readonly at: Date;
}

export interface Store {
  /** Returns objects in the requested order, without missing, expired or foreign ones. */
  fetch(requested: Fetch): Promise<Stored[]>;
  /** Ignores the owner. For callbacks and the operator. */
  fetchAny(ids: readonly string[]): Promise<Stored[]>;
  /** Returns false when there was nothing to remove. */
  remove(accountId: number, mode: Mode, kind: Kind, id: string): Promise<boolean>;
  /** Returns those ids that are finished or gone. */
  finishedAmong(ids: readonly string[]): Promise<string[]>;
  /** Replaces the body of a finished object, after a parser was fixed. */
  replaceBody(id: string, body: Compressed): Promise<void>;
  /** Stores the response that a replay must repeat byte for byte. Returns the stored one, the first of all calls. */
  storeResponse(accountId: number, mode: Mode, scope: string, key: string, answer: Buffer): Promise<Buffer>;
  /** Returns the last idempotency key of a scope in sort order, the objects created with it and when, or null. */
  lastKey(accountId: number, mode: Mode, scope: string): Promise<LastKey | null>;
}

const FETCH = { name: 'read_objects', text: 'select * from read_objects($1, $2, $3, $4)' };
const REMOVE = { name: 'remove', text: 'select remove_object($1, $2, $3, $4) as id' };
const FINISHED = {
  name: 'finished',
  text: `select a.id from unnest($1::text[]) as a (id) where not exists (select 1 from queue q where q.object_id = a.id)`,
};
const REPLACE_BODY = {
  name: 'replace_body',
  text: 'select replace_body($1, $2, $3, $4, $5) as replaced',
};
const LAST_KEY = {
  name: 'last_key',
  text: 'select key, ids, created_at as at from idempotency where account_id = $1 and live = $2 and scope = $3 order by key desc limit 1',
};
const STORE_RESPONSE = {
  name: 'keep_answer',
  text: 'update idempotency set response = coalesce(response, $5) where account_id = $1 and live = $2 and scope = $3 and key = $4 returning response as answer',
};

/** Minimum number of objects for a second concurrent query. */
const BESIDE_MIN = 64;
const ID = /^[0-9a-f]{24}$/;

export interface StoreOptions {
  readonly overloaded?: () => boolean;
  /** Current wait for a worker. Absent: no wait is assumed. */
  readonly estimate?: StartEstimate;
}

/** Without `blobs`, nothing is uploaded to S3, and blobs cannot be read. */
export function createStore(db: Db, blobs: Blobs | null = null, { overloaded, estimate }: StoreOptions = {}): Store {
  const toStored = (row: readonly RawValue[]): Stored => readRow(row, open, estimate);
  const open = (key: string) => blobs?.open(key) ?? Promise.reject(new StorageUnavailable('is not configured'));
  const fetchTogether = coalesce<Fetch, Stored[]>(
    async (requested) => {
      // The index in the flat list identifies the caller of a row.
      const flat = requested.flatMap((fetch, caller) => fetch.ids.map((id) => ({ id, fetch, caller })));
      const rows = await db.bytes(FETCH, [
        flat.map(({ id }) => id),
        flat.map(({ fetch }) => fetch.accountId),
        flat.map(({ fetch }) => fetch.mode === 'live'),
        flat.map(({ fetch }) => fetch.kind),
      ]);
      const results: Stored[][] = requested.map(() => []);
      const placed = rows.map((row) => ({ row, n: integerOf(row[0]!) })).sort((a, b) => a.n - b.n);
      for (const { row, n } of placed) results[flat[n - 1]!.caller]!.push(toStored(row));
      return results;
    },
    {
      weightMax: 1000,
      weightOf: (fetch) => fetch.ids.length,
      callsMax: 3,
      concurrentMin: BESIDE_MIN,
      overloaded,
      separable: (error) => !(error instanceof DatabaseUnavailable),
    },
  );

  return {
    fetch: async (requested) => {
      const ids = [...new Set(requested.ids)].filter((id) => ID.test(id));
      return ids.length === 0 ? [] : fetchTogether({ ...requested, ids });
    },
    fetchAny: async (ids) => (await db.bytes(FETCH, [ids, null, null, null])).map(toStored),
    remove: async (accountId, mode, kind, id) => ID.test(id) && (await db.query(REMOVE, [id, accountId, mode === 'live', kind])).length > 0,
    finishedAmong: async (ids) => (await db.query<{ id: string }>(FINISHED, [ids])).map(({ id }) => id),
    replaceBody: async (id, packed) => {
      const key = (await blobs?.upload(id, 0, packed)) ?? null;
      await db.query(REPLACE_BODY, [id, key === null ? packed.bytes : null, packed.size, packed.crc, key]);
    },
    storeResponse: async (accountId, mode, scope, key, answer) => {
      const [stored] = await db.query<{ answer: Buffer }>(STORE_RESPONSE, [accountId, mode === 'live', scope, key, answer]);
      return stored?.answer ?? answer;
    },
    lastKey: async (accountId, mode, scope) => {
      const [row] = await db.query<LastKey>(LAST_KEY, [accountId, mode === 'live', scope]);
      return row ?? null;
    },
  };
}

type Open = (key: string) => ReturnType<Blobs['open']>;

/** Columns in the order of the type `fetched_object`. */
function readRow(row: readonly RawValue[], open: Open, estimate: StartEstimate | undefined): Stored {
  const [, id, kind, request, createdMs, overLimit, queued, executed, failed] = row as readonly string[];
  const [faulty, verdict, attempts, detail, generatedMs] = row.slice(9);
  return {
    id: id!,
    kind: kind as Kind,
    request: textOf(request!),
    createdAt: new Date(bigintOf(createdMs!)),
    isOverLimit: flagOf(overLimit!),
    queued: flagOf(queued!),
    callbackExecuted: flagOf(executed!),
    callbackFailed: flagOf(failed!),
    scheduledAt: faulty ? null : scheduledAt(kind as Kind, row[RUN_MS], row[WAITING], estimate),
    result: faulty
      ? {
          faulty: flagOf(faulty),
          verdict: verdict as Verdict | null,
          attempts: textOf(attempts!),
          detail: textOf(detail!),
          generatedAt: new Date(bigintOf(generatedMs!)),
          body: bodyOf(row.slice(14, RUN_MS), open),
        }
      : null,
  };
}

const RUN_MS = 18;
const WAITING = 19;

/** Returns the next attempt, not before queued jobs, or the due time of a running job. Only keywords show it. */
function scheduledAt(
  kind: Kind,
  runMs: RawValue | undefined,
  waiting: RawValue | undefined,
  estimate: StartEstimate | undefined,
): Date | null {
  if (kind !== 'keyword' || runMs == null) return null;
  const due = bigintOf(runMs);
  if (waiting == null) return new Date(due);
  return new Date(Math.max(Date.now(), due + (estimate?.waitMs(integerOf(waiting)) ?? 0)));
}

function bodyOf([bytes, size, crc, key]: readonly (RawValue | undefined)[], open: Open): StoredBody | null {
  if (bytes == null && key == null) return null;
  const known = { size: integerOf(size!), crc: bigintOf(crc!) };
  return bytes == null ? { ...known, bytes: null, open: () => open(textOf(key!)) } : { ...known, bytes: bytesOf(bytes) };
}
