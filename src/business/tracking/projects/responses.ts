// Responses of requests with an idempotency key, for routes that place no order. They use the table of the creates.
import type { Db } from '../../../platform/db.ts';
import type { Owner } from '../types.ts';

export interface RequestName {
  readonly scope: string;
  readonly key: string;
  /** Identifies the body. */
  readonly hash: string;
}

/**
 * `begun`: the caller does the work now. `diedAt` is the time of an earlier call that has no response, and may have done it.
 * `running`: another call does it.
 */
export type Begun =
  | { readonly verdict: 'begun'; readonly diedAt: Date | null }
  | { readonly verdict: 'running' | 'mismatch' }
  | { readonly verdict: 'replay'; readonly response: Buffer };

export interface Responses {
  begin(owner: Owner, name: RequestName): Promise<Begun>;
  finish(owner: Owner, name: RequestName, response: Buffer): Promise<void>;
  /** The work failed, so the next call does it again. */
  abandon(owner: Owner, name: RequestName): Promise<void>;
}

/** A call that has no response after this time has died with its process, and the next one takes its place. */
const ABANDONED_SECONDS = 60;

const BEGIN = {
  name: 'tracking_response_begin',
  text: `with died as (
      select created_at from idempotency
      where account_id = $1 and live = $2 and scope = $3 and key = $4 and hash = $5 and response is null and created_at > now() - interval '24 hours'
    )
    insert into idempotency as known (account_id, live, scope, key, hash, ids, over) values ($1, $2, $3, $4, $5, '{}', '{}')
    on conflict (account_id, live, scope, key) do update set hash = excluded.hash, ids = '{}', over = '{}', response = null, created_at = now()
    where known.created_at <= now() - interval '24 hours'
      or (known.response is null and known.hash = excluded.hash and known.created_at <= now() - make_interval(secs => $6))
    returning (select created_at from died) as died_at`,
};
const FIND = {
  name: 'tracking_response_find',
  text: 'select hash, response from idempotency where account_id = $1 and live = $2 and scope = $3 and key = $4',
};
const FINISH = {
  name: 'tracking_response_finish',
  text: 'update idempotency set response = $5 where account_id = $1 and live = $2 and scope = $3 and key = $4',
};
const ABANDON = {
  name: 'tracking_response_abandon',
  text: 'delete from idempotency where account_id = $1 and live = $2 and scope = $3 and key = $4 and response is null',
};

export function createResponses(db: Db): Responses {
  const rowOf = ({ accountId, mode }: Owner, { scope, key }: RequestName) => [accountId, mode === 'live', scope, key];
  return {
    begin: async (owner, name) => {
      const [begun] = await db.query<{ died_at: Date | null }>(BEGIN, [...rowOf(owner, name), name.hash, ABANDONED_SECONDS]);
      if (begun) return { verdict: 'begun', diedAt: begun.died_at };
      const [known] = await db.query<{ hash: string; response: Buffer | null }>(FIND, rowOf(owner, name));
      // The other call has just failed and removed its row.
      if (!known) return { verdict: 'running' };
      if (known.hash !== name.hash) return { verdict: 'mismatch' };
      return known.response ? { verdict: 'replay', response: known.response } : { verdict: 'running' };
    },
    finish: async (owner, name, response) => void (await db.query(FINISH, [...rowOf(owner, name), response])),
    abandon: async (owner, name) => void (await db.query(ABANDON, rowOf(owner, name))),
  };
}
