// Describes a database by its catalogue: everything that migrations create, as sorted lines.
import type { Db } from '../src/platform/db.ts';

const OURS = `n.nspname = 'public' and c.relname <> 'migrations' and c.relname !~ '^migrations_'`;

/** Each query returns names and definitions. */
const QUERIES: Readonly<Record<string, string>> = {
  table: `select c.relname as name, concat_ws(' ', c.relkind, c.reloptions, pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid)) as is
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('r', 'p', 'v', 'm')`,
  column: `select c.relname || '.' || a.attname as name, concat_ws(' ', a.attnum, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
      a.attstorage, l.collname, pg_get_expr(d.adbin, d.adrelid)) as is
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation
    where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'c') and a.attnum > 0 and not a.attisdropped`,
  constraint: `select c.relname || '.' || k.conname as name, pg_get_constraintdef(k.oid) as is
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  index: `select c.relname as name, concat_ws(' ', pg_get_indexdef(c.oid), c.reloptions) as is
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('i', 'I')`,
  sequence: `select c.relname as name, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqmin, s.seqmax, s.seqincrement, s.seqcycle) as is
    from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  trigger: `select c.relname || '.' || t.tgname as name, pg_get_triggerdef(t.oid) as is
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS} and not t.tgisinternal`,
  function: `select p.oid::regprocedure::text as name, concat_ws(' ', pg_get_functiondef(p.oid), p.proacl) as is
    from pg_proc p where p.pronamespace = 'public'::regnamespace`,
  privilege: `select c.relname as name, c.relacl::text as is
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relacl is not null`,
};

export async function catalogueOf(db: Db): Promise<string[]> {
  const lines = [];
  for (const [kind, text] of Object.entries(QUERIES)) {
    const rows = await db.query<{ name: string; is: string }>({ name: `catalogue_${kind}`, text });
    lines.push(...rows.map(({ name, is }) => `${kind} ${name}: ${is}`));
  }
  return lines.sort();
}
