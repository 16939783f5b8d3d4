// The audit log of operators' actions. A chain of hashes reveals changed or missing entries.
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
  /** The first entry that does not match its predecessor. Null while the chain is intact. */
  readonly brokenAt: number | null;
  /** The newest hash. Recorded elsewhere, it also reveals entries removed from the end. */
  readonly head: string | null;
}

export interface Audit {
  /**
   * Writes an entry in the caller's transaction, so that an action and its entry are committed together.
   * `by` is the operator's name, if known.
   */
  record(query: Db['query'], action: string, subject: string, detail?: object, by?: string): Promise<unknown>;
  /** Returns the newest entries first. */
  list(entriesMax: number): Promise<AuditEntry[]>;
  check(): Promise<AuditState>;
}

const RECORD = { name: 'audit', text: 'insert into audit (actor, action, subject, detail) values ($1, $2, $3, $4)' };
const LIST = {
  name: 'audit_list',
  text: 'select id, at, actor, action, subject, detail::text as detail from audit order by id desc limit $1',
};
const CHECK = {
  name: 'audit_check',
  text: `select (select count(*) from audit) as entries, (select id from broken_audit() as id) as "brokenAt",
    (select encode(hash, 'hex') from audit order by id desc limit 1) as head`,
};

/** `actor` names the service or the command line in entries without an operator. */
export function createAudit(db: Db, actor: string): Audit {
  return {
    record: (query, action, subject, detail = {}, by = actor) => query(RECORD, [by, action, subject, JSON.stringify(detail)]),
    list: async (entriesMax) =>
      (await db.query<Omit<AuditEntry, 'at' | 'detail'> & { at: Date; detail: string }>(LIST, [entriesMax])).map((row) => ({
        ...row,
        at: toDateTime(row.at),
        detail: JSON.parse(row.detail) as AuditEntry['detail'],
      })),
    check: async () => (await db.query<AuditState>(CHECK))[0]!,
  };
}
