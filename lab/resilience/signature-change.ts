// A next version whose migration adds a parameter to five hot functions, and what the database shows of both signatures.
import type { Db } from '#product/platform/db.js';
import type { NextVersion } from './next-build.ts';

/** The changed functions: the file that calls each, and the text in front of the call. Creates, reads, claims, settles and callbacks use them. */
const CALLS: Readonly<Record<string, { readonly file: string; readonly before: string }>> = {
  place_orders: { file: 'business/orders/place.js', before: 'from ' },
  read_objects: { file: 'business/orders/objects.js', before: 'from ' },
  claim_jobs: { file: 'platform/queue.js', before: ', ' },
  settle_jobs: { file: 'business/orders/settle.js', before: 'from ' },
  record_deliveries: { file: 'business/callbacks/record.js', before: 'select ' },
};
const NAMES = Object.keys(CALLS);

/**
 * The new parameter comes first and has a type that no other one has, so that no call matches two signatures. Of a name with several signatures,
 * the one with the most parameters is the one that this build calls.
 */
const migrationOf = (keepEarlier: boolean): string => `-- backward-compatible: the earlier signatures stay.
do $trial$
declare
  changed text;
  earlier pg_proc;
begin
  foreach changed in array array[${NAMES.map((name) => `'${name}'`).join(', ')}] loop
    select p.* into strict earlier from pg_proc p
    where p.proname = changed and p.pronamespace = 'public'::regnamespace order by p.pronargs desc limit 1;
    execute regexp_replace(pg_get_functiondef(earlier.oid), changed || '\\(', changed || '(p_caller name, ');
    ${keepEarlier ? WRAP : DROP}
  end loop;
end $trial$;
`;
const DROP = "execute format('drop function %s', earlier.oid::regprocedure);";
const WRAP = `execute format('create or replace function %I(%s) returns %s language sql as $call$ select * from %I(null::name, %s) $call$',
      changed, pg_get_function_arguments(earlier.oid), pg_get_function_result(earlier.oid), changed,
      (select string_agg('$' || n, ', ' order by n) from generate_series(1, earlier.pronargs) as n));`;

/** Without the earlier signatures, every node of the older version fails. */
export function signatureChange(keepEarlier: boolean): NextVersion {
  const edits = NAMES.map((name) => {
    const { file, before } = CALLS[name]!;
    return [file, [{ find: `${before}${name}(`, put: `${before}${name}(null::name, ` }]] as const;
  });
  return { migration: migrationOf(keepEarlier), edits: Object.fromEntries(edits) };
}

/** All functions of the database, such as `read_objects(text[],integer[],boolean[],text[])`. */
export async function signaturesIn(db: Db): Promise<string[]> {
  const text = "select p.oid::regprocedure::text as signature from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1";
  return (await db.query<{ signature: string }>({ name: 'signatures', text })).map(({ signature }) => signature);
}

/** Calls of both signatures, by function. */
export type CallCounts = Readonly<Record<string, { readonly earlier: number; readonly next: number }>>;

/** Counts calls since the start of the server. Needs `track_functions`. A call of an earlier signature also calls the new one. */
export async function callsIn(db: Db): Promise<CallCounts> {
  const text = `select p.proname as name, p.proargtypes[0] = 'name'::regtype as is_next, sum(pg_stat_get_function_calls(p.oid))::integer as calls
    from pg_proc p where p.proname = any ($1) and p.pronamespace = 'public'::regnamespace group by 1, 2`;
  const rows = await db.query<{ name: string; is_next: boolean; calls: number | null }>({ name: 'function_calls', text }, [NAMES]);
  const callsOf = (name: string, isNext: boolean): number => rows.find((row) => row.name === name && row.is_next === isNext)?.calls ?? 0;
  return Object.fromEntries(NAMES.map((name) => [name, { earlier: callsOf(name, false), next: callsOf(name, true) }]));
}

/** The calls between two counts, by the older and by the next version. */
export const callsBetween = (before: CallCounts, after: CallCounts): CallCounts =>
  Object.fromEntries(
    Object.entries(after).map(([name, counts]) => {
      const earlier = counts.earlier - before[name]!.earlier;
      return [name, { earlier, next: Math.max(0, counts.next - before[name]!.next - earlier) }];
    }),
  );
