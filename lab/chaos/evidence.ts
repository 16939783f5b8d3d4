// Reads everything that the invariants are checked against, after the run has drained.
import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import type { TrackingEvidence } from './tracking-rules.ts';

/** Rows of the database after the run. Large numbers are texts, as the driver gives them. */
interface Rows {
  readonly objects: readonly {
    readonly id: string;
    readonly kind: string;
    readonly account_id: number;
    readonly deleted: boolean;
    readonly cost: string;
    readonly tag: string | null;
    readonly called: boolean;
    /** A check of a tracked keyword. */
    readonly tracked?: boolean;
  }[];
  readonly results: readonly {
    readonly id: string;
    readonly faulty: boolean;
    readonly verdict: string | null;
    readonly detail: string | null;
  }[];
  readonly ledger: readonly LedgerRow[];
  readonly money: readonly Balance[];
  readonly spend: readonly { readonly account_id: number; readonly credits: string }[];
  readonly queue: readonly {
    readonly id: string;
    readonly attempt: number;
    readonly crashes: number;
    readonly lease: string | null;
    readonly due: boolean;
  }[];
  readonly outbox: readonly { readonly id: string; readonly attempt: number }[];
  readonly callbacks: readonly { readonly id: string; readonly executed: boolean; readonly failed: boolean }[];
  readonly events: readonly {
    readonly what: string;
    readonly id: string;
    readonly attempt: number | null;
    readonly crashes: number | null;
    readonly faulty: boolean | null;
    readonly lease: string | null;
  }[];
  readonly migrations: readonly { readonly name: string }[];
}

interface LedgerRow {
  readonly ref: string;
  readonly kind: 'charge' | 'reversal';
  readonly account_id: number;
  readonly amount: string;
}

/** Both sums of one account; they must be equal at any time. */
export interface Balance {
  readonly account_id: number;
  readonly live: boolean;
  readonly lots: string;
  readonly ledger: string;
}

/** A line that a process of the run wrote: a settled job, a death, or a failpoint that was hit. */
export interface Note {
  readonly settled?: string;
  readonly attempt?: number;
  readonly accepted?: boolean;
  readonly death?: string;
  readonly role?: string;
  readonly code?: number | null;
  readonly signal?: string | null;
  readonly failpoint?: string;
  readonly node?: string;
}

export interface Evidence extends Rows {
  readonly notes: readonly Note[];
  readonly tracking?: TrackingEvidence;
}

const QUERIES: Readonly<Record<keyof Rows, string>> = {
  objects: `select o.id, o.kind, o.account_id, o.deleted, o.cost, substring(o.request::text from 'o[0-9]+i[0-9]+x') as tag,
    o.request->>'callback' is not null as called, o.request::text like '%"isFromApi":false}' as tracked from objects o where not o.live`,
  results: 'select id, faulty, verdict, detail::text as detail from results',
  ledger: "select ref, kind, account_id, amount from ledger where not live and kind in ('charge', 'reversal')",
  money: `select account_id, live, sum(lots)::bigint as lots, sum(ledger)::bigint as ledger from (
    select account_id, live, remaining as lots, 0 as ledger from lots union all select account_id, live, 0, amount from ledger
  ) as sums group by account_id, live`,
  spend: 'select account_id, sum(credits)::bigint as credits from spend_minutes where not live group by account_id',
  queue: 'select object_id as id, claim_count as attempt, crashes, lease, due from queue',
  outbox: 'select object_id as id, attempt from outbox',
  callbacks: 'select id, executed, failed from callbacks',
  events: 'select what, id, attempt, crashes, faulty, lease from chaos_events order by at',
  migrations: 'select name from migrations',
};

/** `collectTracking` reads the rows of projects, in runs that have some. */
export async function collectEvidence(
  client: Client,
  notesFile: string,
  collectTracking?: (client: Client) => Promise<TrackingEvidence>,
): Promise<Evidence> {
  const rows: Partial<Record<string, unknown[]>> = {};
  for (const [name, text] of Object.entries(QUERIES)) rows[name] = (await client.query(text)).rows;
  const tracking = await collectTracking?.(client);
  return { ...(rows as unknown as Rows), notes: readNotes(notesFile), ...(tracking ? { tracking } : {}) };
}

export function readNotes(file: string): Note[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line)];
      } catch {
        // The process was killed while it wrote this line.
        return [];
      }
    });
}
