// Database role of the service: it reads and writes rows, but cannot change tables or the ledger.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './db.ts';

export const SERVICE_ROLE = 'sextant_service';

/** Append-only tables. */
const APPEND_ONLY = ['ledger', 'audit'];
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Roles belong to the whole server: another database may be changing them at the same time, and maintenance may drop a
 * partition.
 */
const BUSY = new Set(['XX000', '23505', '42710', '40001', '42P01']);
const ATTEMPTS_MAX = 10;

/**
 * Creates the role and grants its rights; called after every migration, for new tables. Returns null when the database
 * owner may not create roles: the service then uses the user of the URL.
 */
export async function ensureServiceRole(db: Db): Promise<string | null> {
  for (let attempts = 1; ; attempts++) {
    try {
      await db.script(GRANTS);
      return SERVICE_ROLE;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (code === INSUFFICIENT_PRIVILEGE) return null;
      if (!BUSY.has(code) || attempts >= ATTEMPTS_MAX) throw error;
      await sleep(20 * attempts);
    }
  }
}

/**
 * Rows of append-only tables are reached through their parents. The role has no rights on partitions, because revoking
 * on a parent does not affect them.
 */
const GRANTS = `
  do $$ declare part regclass; begin
    if not exists (select from pg_roles where rolname = '${SERVICE_ROLE}') then create role ${SERVICE_ROLE} nologin; end if;
    if not pg_has_role(current_user, '${SERVICE_ROLE}', 'member') then grant ${SERVICE_ROLE} to current_user; end if;
    execute format('grant usage on schema %I to ${SERVICE_ROLE}', current_schema());
    execute format('grant select, insert, update, delete on all tables in schema %I to ${SERVICE_ROLE}', current_schema());
    execute format('grant usage, select, update on all sequences in schema %I to ${SERVICE_ROLE}', current_schema());
    for part in select t.relid from unnest('{${APPEND_ONLY.join(',')}}'::regclass[]) as b, pg_partition_tree(b) as t where t.level > 0 loop
      execute format('revoke all on %s from ${SERVICE_ROLE}', part);
    end loop;
  end $$;
  revoke update, delete on ${APPEND_ONLY.join(', ')} from ${SERVICE_ROLE};
  revoke insert, update, delete on migrations from ${SERVICE_ROLE};`;

/**
 * For the transaction of a migration: grants the role its rights on new tables at once. Processes of the previous
 * version use the role, and functions that they call may already have been replaced by ones that use the new tables.
 * Does nothing when the role is not in use.
 */
export const GRANTS_ON_NEW_TABLES = `
  do $$ declare added record; begin
    if not exists (select from pg_roles where rolname = '${SERVICE_ROLE}') then return; end if;
    if not has_table_privilege('${SERVICE_ROLE}', 'migrations', 'select') then return; end if;
    for added in
      select c.oid::regclass as name, c.relkind = 'S' as counts from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'S') and not c.relispartition
        and pg_has_role(current_user, c.relowner, 'usage')
        and not case c.relkind when 'S' then has_sequence_privilege('${SERVICE_ROLE}', c.oid, 'usage')
          else has_table_privilege('${SERVICE_ROLE}', c.oid, 'select') end
    loop
      if added.counts then execute format('grant usage, select, update on sequence %s to ${SERVICE_ROLE}', added.name);
      else execute format('grant select, insert, update, delete on %s to ${SERVICE_ROLE}', added.name);
      end if;
    end loop;
  end $$`;

/** Returns the URL of the same database with that role. */
export function underRole(url: string, role: string | null): string {
  if (role === null) return url;
  // The part before the query may name several hosts, which `URL` does not accept.
  const [address, query = ''] = url.split('?');
  const options = new URLSearchParams(query);
  const existing = options.get('options');
  options.set('options', [...(existing ? [existing] : []), `-c role=${role}`].join(' '));
  return `${address}?${options}`;
}
