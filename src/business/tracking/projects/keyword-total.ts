// The number of keywords of the installation, and its limit.
import { errors } from '../../../contract/errors.ts';
import type { Db } from '../../../platform/db.ts';
import { COUNT_ALL, LOCK_COUNT } from './keyword-statements.ts';

export interface KeywordTotal {
  /** Throws 400 when the keywords do not fit. Call it in the transaction that adds them. */
  reserve(query: Db['query'], count: number): Promise<void>;
}

/** Counting a million rows takes long, so far from the limit a count of the last minute is enough. */
const COUNT_MS = 60_000;
/** So close to the limit, each request counts, and the requests of all processes wait for each other. */
const NEAR = 100_000;
/** The key of the advisory lock. */
const LOCK = 7283015;

export function createKeywordTotal(totalMax: number): KeywordTotal {
  let counted = { total: 0, until: 0 };
  const countAll = async (query: Db['query']): Promise<void> => {
    const [row] = await query<{ total: number }>(COUNT_ALL);
    counted = { total: row!.total, until: performance.now() + COUNT_MS };
  };
  return {
    reserve: async (query, count) => {
      if (count === 0) return;
      if (performance.now() > counted.until) await countAll(query);
      if (counted.total + count > totalMax - NEAR) {
        await query(LOCK_COUNT, [LOCK]);
        await countAll(query);
        if (counted.total + count > totalMax)
          throw errors.badParameter(
            'keywords',
            `cannot be added: this server tracks at most ${totalMax} keywords`,
            'Ask the operator to raise TRACKING_KEYWORDS_MAX.',
          );
      }
      counted = { ...counted, total: counted.total + count };
    },
  };
}
