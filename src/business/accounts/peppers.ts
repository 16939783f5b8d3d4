// Peppers, the secrets in credential hashes: checked against the database and counted during rotation.
import { createHmac } from 'node:crypto';
import type { Db } from '../../platform/db.ts';

export interface Peppers {
  /** Used for new hashes. */
  readonly current: string;
  /** Also accepted. During a rotation over several machines it may be the newer one. */
  readonly previous: string | null;
  /** Credentials with the previous pepper are rehashed when they are used. */
  readonly moves: boolean;
}

export interface GivenPeppers {
  readonly current: string;
  readonly previous: string | null;
  /** It was generated at this start, so no hash can depend on it yet. */
  readonly isNew: boolean;
}

/** The peppers do not fit the database. The message is one line for the operator. */
export class PepperProblem extends Error {}

export const peppersOf = (given: string | Peppers): Peppers =>
  typeof given === 'string' ? { current: given, previous: null, moves: false } : given;

export const checkValueOf = (pepper: string): Buffer => createHmac('sha256', pepper).update('sextant pepper check').digest();

/**
 * Every table with hashes: columns `hash` and `pepper`, and the condition for active rows. A new table with credentials
 * needs a line here and the column `pepper`. Tables that the database does not have yet are skipped.
 */
const HASHED: readonly { readonly table: string; readonly active: string; readonly end: string }[] = [
  { table: 'keys', active: 'revoked_at is null and (expires_at is null or expires_at > now())', end: 'revoked_at = now()' },
  { table: 'operators', active: 'revoked_at is null', end: 'revoked_at = now()' },
];

const COLUMNS = {
  name: 'pepper_columns',
  text: `select c.relname as table, bool_or(a.attname = 'pepper') as tagged from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.oid in (select to_regclass(name) from unnest($1::text[]) as name) and a.attname in ('hash', 'pepper') and not a.attisdropped
    group by c.relname`,
};
const KNOWN = { name: 'peppers_known', text: "select id, encode(check_value, 'hex') as value from peppers order by id" };
const THERE = { name: 'peppers_there', text: "select to_regclass('peppers') is not null as there" };
const REGISTER = { name: 'pepper_register', text: 'insert into peppers (check_value) values ($1) on conflict do nothing' };
const LOCK = { name: 'pepper_lock', text: 'select pg_advisory_xact_lock(7283034)' };

interface State {
  /** Check values, oldest first. */
  readonly known: readonly string[];
  /** Active credentials by check value. Null for rows older than check values. */
  readonly used: readonly { readonly value: string | null; readonly count: number }[];
}

async function readState(query: Db['query']): Promise<State> {
  const [row] = await query<{ there: boolean }>(THERE);
  const known = row?.there ? (await query<{ value: string }>(KNOWN)).map(({ value }) => value) : [];
  const tables = await query<{ table: string; tagged: boolean }>(COLUMNS, [HASHED.map(({ table }) => table)]);
  const parts = HASHED.flatMap(({ table, active }) => {
    const found = tables.find((each) => each.table === table);
    if (!found) return [];
    // A schema that is not migrated yet may lack the column `expires_at`, too.
    return found.tagged
      ? [`select pepper from ${table} where ${active}`]
      : [`select null::bytea as pepper from ${table} where revoked_at is null`];
  });
  if (parts.length === 0) return { known, used: [] };
  const used = await query<{ value: string | null; count: number }>({
    name: `peppers_used_${tables
      .map(({ table, tagged }) => `${table}_${tagged}`)
      .sort()
      .join('_')}`,
    text: `select encode(pepper, 'hex') as value, count(*)::integer as count from (${parts.join(' union all ')}) as each group by 1`,
  });
  return { known, used: used.map(({ value, count }) => ({ value: value ?? known[0] ?? null, count })) };
}

const hex = (pepper: string): string => checkValueOf(pepper).toString('hex');
const total = (rows: State['used']): number => rows.reduce((sum, { count }) => sum + count, 0);

const RECOVERY =
  'Put secrets.json of the data folder back from a backup, or set KEY_PEPPER to the value that was used before. If it is lost for good, run: sextant keys rotate-pepper --revoke-rest';

/** Throws `PepperProblem` when a credential would stop working with these peppers. Only reads. */
function judge({ known, used }: State, given: GivenPeppers): void {
  const [current, previous] = [hex(given.current), given.previous === null ? null : hex(given.previous)];
  if (known.length === 0 && given.isNew && total(used) > 0)
    throw new PepperProblem(`The pepper of ${total(used)} keys is missing: neither KEY_PEPPER nor secrets.json has it. ${RECOVERY}`);
  const strays = used.filter(({ value }) => value !== null && value !== current && value !== previous);
  const isKnown = known.includes(current) || (previous !== null && known.includes(previous));
  if (strays.length > 0 && isKnown)
    throw new PepperProblem(
      `${total(strays)} keys are hashed with a pepper that is not set. Set KEY_PEPPER_PREVIOUS to it until they have moved, or end them: sextant keys rotate-pepper --revoke-rest`,
    );
  if (strays.length > 0 || (known.length > 0 && !isKnown))
    throw new PepperProblem(`The pepper does not fit this database, so no key would work. ${RECOVERY}`);
}

/** Checks the peppers at the start, before any change. The schema may have any version. */
export const checkPeppers = async (db: Db, given: GivenPeppers): Promise<void> => judge(await readState(db.query), given);

/** Repeats the check and stores the check value of a new pepper. */
export function registerPeppers(db: Db, given: GivenPeppers): Promise<Peppers> {
  return db.transaction(async (query) => {
    await query(LOCK);
    const state = await readState(query);
    judge(state, given);
    // Rows without a check value have the oldest pepper, so register the previous one first.
    if (state.known.length === 0 && given.previous !== null) await query(REGISTER, [checkValueOf(given.previous)]);
    await query(REGISTER, [checkValueOf(given.current)]);
    return settle(await readState(query), given);
  });
}

/** Only the newer pepper rehashes. Machines that still use the older one must not move credentials back. */
function settle({ known }: State, { current, previous }: GivenPeppers): Peppers {
  const [newer, older] = [known.indexOf(hex(current)), previous === null ? -1 : known.indexOf(hex(previous))];
  return { current, previous, moves: older >= 0 && older < newer };
}

export interface PepperUse {
  readonly current: number;
  readonly previous: number;
  /** Credentials with a pepper that is not set. They do not work. */
  readonly unknown: number;
}

export async function countPeppers(db: Db, given: GivenPeppers): Promise<PepperUse> {
  const { used } = await readState(db.query);
  const of = (value: string): number => total(used.filter((row) => (row.value ?? hex(given.current)) === value));
  const [current, previous] = [of(hex(given.current)), given.previous === null ? 0 : of(hex(given.previous))];
  return { current, previous, unknown: total(used) - current - previous };
}

/** Revokes every credential not hashed with the current pepper and registers that pepper. Returns their number. */
export function revokeRest(db: Db, given: GivenPeppers): Promise<number> {
  return db.transaction(async (query) => {
    await query(LOCK);
    const tables = await query<{ table: string }>(COLUMNS, [HASHED.map(({ table }) => table)]);
    const { known } = await readState(query);
    // Rows without a check value have the first pepper. If none is registered and this one was just generated, it is
    // not theirs.
    const own = known.length === 0 ? !given.isNew : known[0] === hex(given.current);
    let ended = 0;
    for (const { table, active, end } of HASHED.filter((each) => tables.some((found) => found.table === each.table))) {
      const foreign = `(pepper is distinct from $1 and not ($2 and pepper is null))`;
      const text = `update ${table} set ${end} where ${active} and ${foreign} returning 1`;
      ended += (await query({ name: `pepper_end_${table}`, text }, [checkValueOf(given.current), own])).length;
    }
    await query(REGISTER, [checkValueOf(given.current)]);
    return ended;
  });
}
