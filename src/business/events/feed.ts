// The event feed of an account and mode: finished objects and, on request, messages of tracking, in the order of their commits.
import { toDateTime } from '../../contract/dates.ts';
import type { Event, EventKind } from '../../contract/event.ts';
import type { Stored } from '../../contract/order.ts';
import { type CallbackFormat, KINDS, type Mode } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import { accountNumber } from '../accounts/account-id.ts';
import { signCallback } from '../callbacks/signature.ts';

export interface FeedEvent {
  readonly number: number;
  readonly id: string;
  readonly kind: EventKind;
  readonly at: Date;
}

export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** Events of other kinds up to `next`. */
  readonly leftOut: number;
  /** The number up to which the page covers all stored events. */
  readonly next: number;
  /** The last assigned number. */
  readonly last: number;
  readonly open: boolean;
  readonly secret: string;
  /** Time of the read, in seconds since 1970 by the database's clock. */
  readonly now: number;
}

export interface Feed {
  /**
   * Returns the events after that number, oldest first, of the kinds of objects by default. The first call enables the
   * feed, and the first one with the kind `tracking` enables events of tracking.
   */
  read(accountId: number, mode: Mode, after: number, limit: number, kinds?: readonly EventKind[]): Promise<FeedPage>;
  /** Enables or disables the feed. Returns false when the account does not exist. */
  change(accountId: string, mode: Mode, open: boolean, by?: string): Promise<boolean>;
  /** Returns the last number of each feed, by name. */
  lasts(names: readonly string[]): Promise<Map<string, number>>;
}

/** Returns the name of a feed in notifications and streams. */
export const feedName = (accountId: number, mode: Mode): string => `${accountId}/${mode}`;

/** A page that is not full also passes the events of other kinds after its last one, so that they are not read again. */
const READ = {
  name: 'feed_read',
  text: `with page as materialized (
      select number, id, kind, (extract(epoch from at) * 1000)::bigint as at from events
      where account_id = $1 and live = $2 and number > $3 and kind = any ($5::text[]) order by number limit $4
    ), others as (
      select count(*) as count, max(number) as last from events
      where account_id = $1 and live = $2 and number > $3 and kind <> all ($5::text[])
        and number <= (select case when count(*) < $4 then 9223372036854775807 else max(number) end from page)
    )
    select d.last_number as last, d.enabled as open, d.tracking, a.webhook_secret as secret, extract(epoch from now())::double precision as now,
      o.count as "leftOut", o.last as "lastOther", (select coalesce(json_agg(page order by number), '[]')::text from page) as events
    from event_feeds d join accounts a on a.id = d.account_id cross join others o where d.account_id = $1 and d.live = $2`,
};
const BEGIN = {
  name: 'feed_begin',
  text: `insert into event_feeds as d (account_id, live, tracking) values ($1, $2, $3)
    on conflict (account_id, live) do update set tracking = true where excluded.tracking and not d.tracking`,
};
const CHANGE = {
  name: 'feed_change',
  text: `insert into event_feeds (account_id, live, enabled) select id, $2, $3 from accounts where id = $1
    on conflict (account_id, live) do update set enabled = excluded.enabled returning account_id`,
};
const LASTS = {
  name: 'feed_lasts',
  text: `select d.account_id, d.live, d.last_number as last from event_feeds d
    where (d.account_id, d.live) in (select account_id, live from unnest($1::integer[], $2::boolean[]) as w (account_id, live))`,
};

interface ReadRow extends Omit<FeedPage, 'events' | 'next'> {
  readonly tracking: boolean;
  readonly lastOther: number | null;
  readonly events: string;
}

/** `record` writes the operator's action into the audit log, in the same transaction. */
export function createFeed(
  db: Db,
  record: (query: Db['query'], action: string, subject: string, detail?: object, by?: string) => Promise<unknown>,
): Feed {
  return {
    read: async (accountId, mode, after, limit, kinds = KINDS) => {
      const values = [accountId, mode === 'live', after, limit, kinds];
      const withTracking = kinds.includes('tracking');
      let [row] = await db.query<ReadRow>(READ, values);
      if (!row || (withTracking && !row.tracking)) {
        await db.query(BEGIN, [accountId, mode === 'live', withTracking]);
        [row] = await db.query<ReadRow>(READ, values);
      }
      const { events, lastOther, tracking: _, ...rest } = row!;
      const found = JSON.parse(events) as { number: number; id: string; kind: EventKind; at: number }[];
      const lastFound = found.at(-1)?.number ?? after;
      const next = found.length < limit ? Math.max(lastFound, lastOther ?? after) : lastFound;
      return { ...rest, next, events: found.map((event) => ({ ...event, at: new Date(event.at) })) };
    },
    change: (accountId, mode, open, by) =>
      db.transaction(async (query) => {
        const id = accountNumber(accountId);
        if (id === null) return false;
        const known = (await query(CHANGE, [id, mode === 'live', open])).length > 0;
        if (known) await record(query, open ? 'feed.open' : 'feed.close', accountId, { mode }, by);
        return known;
      }),
    lasts: async (names) => {
      const wanted = names.map((name) => name.split('/') as [string, Mode]);
      const rows = await db.query<{ account_id: number; live: boolean; last: number }>(LASTS, [
        wanted.map(([id]) => Number(id)),
        wanted.map(([, mode]) => mode === 'live'),
      ]);
      return new Map(rows.map((row) => [feedName(row.account_id, row.live ? 'live' : 'test'), row.last]));
    },
  };
}

export interface EnvelopeParts {
  /** Renders the object as GET returns it. Passed in, because events do not know the products. */
  readonly render: (stored: Stored) => Promise<Buffer>;
  readonly fetchAny: (ids: readonly string[]) => Promise<Stored[]>;
  /** Messages of tracking by id. */
  readonly messages: (ids: readonly string[]) => Promise<ReadonlyMap<string, object>>;
}

/**
 * Events in the envelope of a callback, signed with the time of the read, so that any receiver of callbacks can read them.
 * In order. AI jobs are complete, as in their callbacks, and so are messages of tracking, which no GET returns. An object
 * that no longer exists has only its id and type.
 */
export async function envelopesOf(
  events: readonly FeedEvent[],
  format: CallbackFormat,
  { secret, now }: { readonly secret: string; readonly now: number },
  parts: EnvelopeParts,
): Promise<Event[]> {
  const idsOf = (isWanted: (kind: EventKind) => boolean): string[] => events.filter(({ kind }) => isWanted(kind)).map(({ id }) => id);
  const whole = idsOf((kind) => kind !== 'tracking' && (format === 'JSON' || kind === 'ai'));
  const stored = new Map((whole.length > 0 ? await parts.fetchAny(whole) : []).map((one) => [one.id, one]));
  const ofTracking = idsOf((kind) => kind === 'tracking');
  const messages = ofTracking.length > 0 ? await parts.messages(ofTracking) : new Map<string, object>();
  const envelopes: Event[] = [];
  for (const { number, id, kind, at } of events) {
    const one = stored.get(id);
    const body = one ? (await parts.render(one)).toString('utf8') : JSON.stringify(messages.get(id) ?? { id, type: kind });
    const headers = { ...signCallback(`evt_${id}`, Math.floor(now), body, secret) };
    envelopes.push({ cursor: String(number), objectId: id, type: kind, at: toDateTime(at), headers, body });
  }
  return envelopes;
}
