// What the operator did, in rows that hang together by their hashes: a changed or missing one shows.
import { toDateTime } from '../../contract/dates.ts';
import type { Db } from '../../platform/db.ts';

export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface AuditState {
  readonly entries: number;
  /** The first entry that does not fit, or null while all do. */
  readonly brokenAt: number | null;
  /** The newest hash; noted elsewhere it also proves that nothing was cut off the end. */
  readonly head: string | null;
}

export interface Audit {
  /**
   * Writes an entry in the caller's transaction: what was done and its entry stand or fall together.
   * `by` is the operator's name, where one is known.
   */
  note(query: Db['query'], action: string, subject: string, detail?: object, by?: string): Promise<unknown>;
  /** The newest first. */
  list(entriesMax: number): Promise<AuditEntry[]>;
  check(): Promise<AuditState>;
}

const NOTE = { name: 'audit', text: 'insert into audit (actor, action, subject, detail) values ($1, $2, $3, $4)' };
const LIST = {
  name: 'audit_list',
  text: 'select id, at, actor, action, subject, detail::text as detail from audit order by id desc limit $1',
};
const CHECK = {
  name: 'audit_check',
  text: `select (select count(*) from audit) as entries, (select id from broken_audit() as id) as "brokenAt",
    (select encode(hash, 'hex') from audit order by id desc limit 1) as head`,
};

/** `actor` stands for what has no operator's name: the service itself, or the command line. */
export function createAudit(db: Db, actor: string): Audit {
  return {
    note: (query, action, subject, detail = {}, by = actor) => query(NOTE, [by, action, subject, JSON.stringify(detail)]),
    list: async (entriesMax) =>
      (await db.query<Omit<AuditEntry, 'at' | 'detail'> & { at: Date; detail: string }>(LIST, [entriesMax])).map((row) => ({
        ...row,
        at: toDateTime(row.at),
        detail: JSON.parse(row.detail) as AuditEntry['detail'],
      })),
    check: async () => (await db.query<AuditState>(CHECK))[0]!,
  };
}
