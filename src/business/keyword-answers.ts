// Stores results of keyword sources until the end of the month, for all workers and across restarts.
import type { Mode } from '../contract/vocabulary.ts';
import type { Db } from '../platform/db.ts';
import { pack, unpack } from '../platform/gzip.ts';

/** The lookup key of a stored result. The caller computes the hash. */
export interface KeptQuestion {
  readonly mode: Mode;
  /** SHA-256, 32 bytes. */
  readonly hash: Buffer;
  /** `2026-11` */
  readonly month: string;
}

export interface KeptAnswer {
  readonly body: string;
  /** Time since the source returned it. */
  readonly ageMs: number;
}

export interface KeywordAnswers {
  /** Returns a result of one of these sources, or null. Also returns null when the database is unavailable. */
  find(question: KeptQuestion, sources: readonly string[]): Promise<KeptAnswer | null>;
  /** Stores a good result. Skips results that are too large. A failed write is only reported. */
  keep(question: KeptQuestion, source: string, body: string): Promise<void>;
  /** Runs the work. If this process already works on the same hash, waits for that first. */
  inTurn<T>(question: KeptQuestion, work: () => Promise<T>): Promise<T>;
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
const KEEP = {
  name: 'keep_keyword_answer',
  text: `insert into keyword_answers (request_hash, live, month, source, body, body_size) values ($1, $2, $3, $4, $5, $6)
    on conflict (request_hash, live) do update set source = excluded.source, body = excluded.body, body_size = excluded.body_size, stored_at = now()`,
};

/** Reports failures to `onError`. Neither reading nor writing ever fails a job. */
export function createKeywordAnswers(db: Db, onError: (message: string, error: unknown) => void): KeywordAnswers {
  const underWay = new Map<string, Promise<void>>();
  return {
    async inTurn({ mode, hash }, work) {
      const name = `${mode}/${hash.toString('hex')}`;
      const other = underWay.get(name);
      if (other) {
        // All waiting callers continue at once, so that one failure does not cause a queue of attempts.
        await other;
        return work();
      }
      const mine = work();
      underWay.set(
        name,
        mine.then(
          () => undefined,
          () => undefined,
        ),
      );
      try {
        return await mine;
      } finally {
        underWay.delete(name);
      }
    },
    async find({ mode, hash }, sources) {
      try {
        const [row] = await db.query<{ body: Buffer; body_size: number; age_ms: number }>(FIND, [hash, mode === 'live', sources]);
        if (!row) return null;
        return { body: (await unpack(row.body, row.body_size)).toString('utf8'), ageMs: Math.max(0, Math.round(row.age_ms)) };
      } catch (error) {
        onError('keyword cache read failed', error);
        return null;
      }
    },
    async keep({ mode, hash, month }, source, body) {
      if (body.length > BODY_SIZE_MAX) return;
      try {
        const { bytes, size } = await pack(body);
        if (bytes.length > BODY_BYTES_MAX) return;
        await db.query(KEEP, [hash, mode === 'live', `${month}-01`, source, bytes, size]);
      } catch (error) {
        onError('keyword cache write failed', error);
      }
    },
  };
}
