// Stores results of keyword sources until the end of the month, for all workers and across restarts.
import type { Mode } from '../contract/vocabulary.ts';
import type { Db } from '../platform/db.ts';
import { compress, decompress } from '../platform/gzip.ts';

/** The lookup key of a stored result. The caller computes the hash. */
export interface StoredQuery {
  readonly mode: Mode;
  /** SHA-256, 32 bytes. */
  readonly hash: Buffer;
  /** `2026-11` */
  readonly month: string;
}

export interface StoredKeywordResult {
  readonly body: string;
  /** Time since the source returned it. */
  readonly ageMs: number;
}

export interface KeywordResults {
  /** Returns a result of one of these sources, or null. Also returns null when the database is unavailable. */
  find(query: StoredQuery, sources: readonly string[]): Promise<StoredKeywordResult | null>;
  /** Stores a good result. Skips results that are too large. A failed write is only reported. */
  store(query: StoredQuery, source: string, body: string): Promise<void>;
  /** Runs the work. If this process already works on the same hash, waits for that first. */
  runOnce<T>(query: StoredQuery, work: () => Promise<T>): Promise<T>;
}

/** Maximum size in the table. */
export const BODY_BYTES_MAX = 4_194_304;
const BODY_SIZE_MAX = 32 * 1024 * 1024;

const FIND = {
  name: 'find_keyword_answer',
  // Rounded to the minute. The exact time would reveal to one account when another one sent its request.
  text: `select body, body_size, extract(epoch from now() - date_trunc('minute', stored_at))::double precision * 1000 as age_ms
    from keyword_answers where request_hash = $1 and live = $2 and source = any($3::text[])`,
};
const STORE = {
  name: 'keep_keyword_answer',
  text: `insert into keyword_answers (request_hash, live, month, source, body, body_size) values ($1, $2, $3, $4, $5, $6)
    on conflict (request_hash, live) do update set source = excluded.source, body = excluded.body, body_size = excluded.body_size, stored_at = now()`,
};

/** Reports failures to `onError`. Neither reading nor writing ever fails a job. */
export function createKeywordResults(db: Db, onError: (message: string, error: unknown) => void): KeywordResults {
  const underWay = new Map<string, Promise<void>>();
  return {
    async runOnce({ mode, hash }, work) {
      const name = `${mode}/${hash.toString('hex')}`;
      const other = underWay.get(name);
      if (other) {
        // All waiting callers continue at once, so that one failure does not cause a queue of attempts.
        await other;
        return work();
      }
      const running = work();
      underWay.set(
        name,
        running.then(
          () => undefined,
          () => undefined,
        ),
      );
      try {
        return await running;
      } finally {
        underWay.delete(name);
      }
    },
    async find({ mode, hash }, sources) {
      try {
        const [row] = await db.query<{ body: Buffer; body_size: number; age_ms: number }>(FIND, [hash, mode === 'live', sources]);
        if (!row) return null;
        return { body: (await decompress(row.body, row.body_size)).toString('utf8'), ageMs: Math.max(0, Math.round(row.age_ms)) };
      } catch (error) {
        onError('keyword cache read failed', error);
        return null;
      }
    },
    async store({ mode, hash, month }, source, body) {
      if (body.length > BODY_SIZE_MAX) return;
      try {
        const { bytes, size } = await compress(body);
        if (bytes.length > BODY_BYTES_MAX) return;
        await db.query(STORE, [hash, mode === 'live', `${month}-01`, source, bytes, size]);
      } catch (error) {
        onError('keyword cache write failed', error);
      }
    },
  };
}
