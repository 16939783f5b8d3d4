// Reversals and expiries by sets of rows, compared on random ledgers with the same work row by row.
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeAccount } from '../../../test/orders.ts';

/** Number of ledgers. */
const RUNS = Number(process.env.SEXTANT_MODEL_RUNS ?? 60);

/** The same rules, one object and one account mode after the other. */
const ROW_BY_ROW = `
  create function reverse_charge_by_row(p_object text) returns void language plpgsql as $$
  declare
    charge record;
    part record;
    back jsonb := '{}';
  begin
    select * into strict charge from ledger where ref = p_object and kind = 'charge';
    for part in select key as lot, value::bigint as amount from json_each_text(charge.lots) loop
      update lots set remaining = remaining + part.amount
      where id = part.lot and (expires_at is null or expires_at > clock_timestamp())
        and not exists (select 1 from ledger where ref = part.lot and kind = 'expiry');
      if not found then
        insert into lots (account_id, live, total, remaining, expires_at)
        values (charge.account_id, charge.live, part.amount, part.amount, clock_timestamp() + interval '24 hours') returning id into part.lot;
      end if;
      back := back || jsonb_build_object(part.lot, part.amount);
    end loop;
    insert into ledger (ref, kind, account_id, live, amount, lots)
    values (p_object, 'reversal', charge.account_id, charge.live, -charge.amount, back::json);
    update spend_minutes set credits = greatest(0, credits + charge.amount)
    where account_id = charge.account_id and live = charge.live and minute = date_trunc('minute', charge.at);
    with released as (delete from key_charges where object_id = p_object returning key_id, amount)
    update keys set spent = spent - released.amount from released where keys.id = released.key_id;
  end $$;
  create function expire_lots_by_row() returns integer language plpgsql as $$
  declare
    affected integer := 0;
    mode record;
  begin
    for mode in select distinct account_id, live from lots where expires_at <= now() and remaining > 0 loop
      with expired as (
        select id, remaining from lots where account_id = mode.account_id and live = mode.live and expires_at <= now() and remaining > 0
      ), emptied as (
        update lots set remaining = 0 from expired where lots.id = expired.id
      )
      insert into ledger (ref, kind, account_id, live, amount, lots)
      select id, 'expiry', mode.account_id, mode.live, -remaining, json_build_object(id, remaining) from expired;
      affected := affected + 1;
    end loop;
    return affected;
  end $$`;

let database: TestDatabase;
let client: pg.Client;
let accounts: number[];
beforeAll(async () => {
  database = await createDatabase();
  accounts = [];
  for (let count = 0; count < 2; count++) accounts.push((await makeAccount(database.db, { credits: 0 })).id);
  client = await database.db.connect();
  await client.query(ROW_BY_ROW);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Hours until a lot expires, and whether the ledger has its expiry. */
const LOT_STATES = {
  open: { hours: null, writtenOff: false },
  later: { hours: 1, writtenOff: false },
  past: { hours: -1, writtenOff: false },
  writtenOff: { hours: -1, writtenOff: true },
  extended: { hours: 1, writtenOff: true },
  missing: { hours: null, writtenOff: false },
} as const;
type LotState = keyof typeof LOT_STATES;

const someLot = fc.record({ state: fc.constantFrom(...(Object.keys(LOT_STATES) as LotState[])), spare: fc.nat(20) });
const someCharge = fc.record({
  parts: fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 3 }),
  minutesAgo: fc.nat(2),
  isKeyed: fc.boolean(),
  isReversed: fc.boolean(),
});
const someMode = fc.record({
  lots: fc.array(someLot, { minLength: 1, maxLength: 5 }),
  charges: fc.array(someCharge, { maxLength: 12 }),
  minuteCredits: fc.nat(40),
});
const someLedger = fc.tuple(someMode, someMode, someMode);
type Mode = typeof someMode extends fc.Arbitrary<infer T> ? T : never;

let ids = 0;
/** An id of this second, as `new_id` makes it. */
const nextId = (): string =>
  Math.floor(Date.now() / 1000)
    .toString(16)
    .padStart(8, '0') + (++ids).toString(16).padStart(16, '0');

/** The rows of one account mode. */
function rowsOf({ lots, charges, minuteCredits }: Mode, mode: number) {
  const owner = { account_id: accounts[mode >> 1]!, live: mode % 2 === 1 };
  const lotIds = lots.map(nextId);
  const spent = lots.map(() => 0);
  const chargeRows = charges.map(({ parts, minutesAgo, isKeyed, isReversed }) => {
    const byLot = new Map<string, number>();
    for (const [pick, amount] of parts) {
      const index = pick % lots.length;
      spent[index]! += amount;
      byLot.set(lotIds[index]!, (byLot.get(lotIds[index]!) ?? 0) + amount);
    }
    const amount = parts.reduce((sum, [, part]) => sum + part, 0);
    return { ...owner, ref: nextId(), key: `key${mode}`, amount, lots: Object.fromEntries(byLot), minutesAgo, isKeyed, isReversed };
  });
  const lotRows = lots.map(({ state, spare }, index) => {
    const { hours, writtenOff } = LOT_STATES[state];
    return { ...owner, id: lotIds[index]!, total: spent[index]! + spare + 1, remaining: writtenOff ? 0 : spare, hours, writtenOff, state };
  });
  const minutes = [0, 1, 2].map((minutesAgo) => ({ ...owner, minutesAgo, credits: minuteCredits }));
  return { lotRows, chargeRows, minutes, key: { ...owner, key: `key${mode}` } };
}

/** Writes a ledger in the open transaction. Returns the ids of its lots and of the objects to reverse. */
async function write(ledger: readonly Mode[]): Promise<{ lots: string[]; objects: string[] }> {
  const rows = ledger.map(rowsOf);
  const lots = rows.flatMap(({ lotRows }) => lotRows);
  const charges = rows.flatMap(({ chargeRows }) => chargeRows);
  const insert = (text: string, list: readonly object[]) => client.query(text, [JSON.stringify(list)]);
  await insert(
    `insert into lots (id, account_id, live, total, remaining, expires_at)
    select id, account_id, live, total, remaining, now() + make_interval(hours => hours)
    from json_to_recordset($1) as r (id text, account_id integer, live boolean, total bigint, remaining bigint, hours integer)`,
    lots.filter(({ state }) => state !== 'missing'),
  );
  await insert(
    `insert into ledger (ref, kind, account_id, live, amount, lots) select id, 'expiry', account_id, live, -1, json_build_object(id, 1)
    from json_to_recordset($1) as r (id text, account_id integer, live boolean)`,
    lots.filter(({ writtenOff }) => writtenOff),
  );
  await insert(
    `insert into ledger (ref, kind, account_id, live, amount, lots, at)
    select ref, 'charge', account_id, live, -amount, lots, now() - make_interval(mins => "minutesAgo")
    from json_to_recordset($1) as r (ref text, account_id integer, live boolean, amount bigint, lots json, "minutesAgo" integer)`,
    charges,
  );
  await insert(
    `insert into spend_minutes (account_id, live, minute, credits)
    select account_id, live, date_trunc('minute', now() - make_interval(mins => "minutesAgo")), credits
    from json_to_recordset($1) as r (account_id integer, live boolean, "minutesAgo" integer, credits bigint)`,
    rows.flatMap(({ minutes }) => minutes),
  );
  await insert(
    `insert into keys (id, account_id, live, hash, budget, spent) select key, account_id, live, key::bytea, 1000, 500
    from json_to_recordset($1) as r (key text, account_id integer, live boolean)`,
    rows.map(({ key }) => key),
  );
  await insert(
    `insert into key_charges (object_id, key_id, amount) select ref, key, amount from json_to_recordset($1) as r (ref text, key text, amount bigint)`,
    charges.filter(({ isKeyed }) => isKeyed),
  );
  return { lots: lots.map(({ id }) => id), objects: charges.filter(({ isReversed }) => isReversed).map(({ ref }) => ref) };
}

/** Everything that a reversal or an expiry may change. New lots have random ids, so they are described by their contents. */
const STATE = `select
  (select json_agg(json_build_array(id, total, remaining) order by id) from lots where id = any ($1)) as lots,
  (select count(*)::integer from lots where id <> all ($1)) as "newLots",
  (select json_agg(json_build_array(r.ref, r.kind, r.account_id, r.live, r.amount, (
      select array_agg(concat_ws(' ', case when l.id = any ($1) then l.id else concat_ws(' ', 'new', l.account_id, l.live, l.total, l.remaining,
        round(extract(epoch from l.expires_at - now()) / 3600)) end, p.value) order by p.value, p.key)
      from json_each_text(r.lots) as p join lots l on l.id = p.key)) order by r.ref, r.kind) from ledger r where r.account_id = any ($2)) as ledger,
  (select json_agg(json_build_array(account_id, live, minute, credits) order by account_id, live, minute) from spend_minutes) as minutes,
  (select json_agg(json_build_array(id, spent) order by id) from keys where id ~ '^key') as keys,
  (select json_agg(object_id order by object_id) from key_charges) as "keyCharges"`;

/** Runs each text on the same ledger. Returns the value and the state after each. */
async function compare(ledger: readonly Mode[], texts: (objects: readonly string[]) => readonly string[]): Promise<unknown[]> {
  const ends = [];
  await client.query('begin');
  try {
    const { lots, objects } = await write(ledger);
    for (const text of texts(objects)) {
      await client.query('savepoint written');
      const { rows } = await client.query(text);
      ends.push({ value: rows[0]?.value ?? null, state: (await client.query(STATE, [lots, accounts])).rows[0] });
      await client.query('rollback to written');
    }
  } finally {
    await client.query('rollback');
  }
  return ends;
}
const list = (objects: readonly string[]): string => `array[${objects.map((id) => `'${id}'`).join(', ')}]::text[]`;

describe('work by sets has the same effects as row by row', () => {
  test('to reverse charges', async () => {
    let reversed = 0;
    await fc.assert(
      fc.asyncProperty(someLedger, async (ledger) => {
        const [bySets, byRow] = await compare(ledger, (objects) => {
          reversed += objects.length;
          return [
            `select reverse_charges(${list(objects)})`,
            `select reverse_charge_by_row(object) from unnest(${list(objects)}) as object`,
          ];
        });
        expect(bySets).toEqual({ ...(byRow as object), value: null });
      }),
      { numRuns: RUNS },
    );
    expect(reversed).toBeGreaterThan(RUNS);
  });

  test('to expire lots', async () => {
    let modes = 0;
    await fc.assert(
      fc.asyncProperty(someLedger, async (ledger) => {
        const [bySets, byRow] = await compare(ledger, () => ['select expire_lots() as value', 'select expire_lots_by_row() as value']);
        expect(bySets).toEqual(byRow);
        modes += (bySets as { value: number }).value;
      }),
      { numRuns: RUNS },
    );
    expect(modes).toBeGreaterThan(RUNS / 2);
  });
});

const oneCharge = (state: LotState, amount: number): Mode[] => [
  {
    lots: [{ state, spare: 0 }],
    charges: [{ parts: [[0, amount]], minutesAgo: 0, isKeyed: false, isReversed: true }],
    minuteCredits: 0,
  },
];

test('an object without a charge and a second reversal are errors', async () => {
  await expect(client.query(`select reverse_charges(${list([nextId()])})`)).rejects.toThrow('found the charges of 0 of 1 objects');
  const twice = (objects: readonly string[]) => [`select reverse_charges(${list(objects)}); select reverse_charges(${list(objects)})`];
  await expect(compare(oneCharge('open', 5), twice)).rejects.toThrow('check constraint');
  await expect(compare(oneCharge('past', 5), twice)).rejects.toThrow('duplicate key');
});

test('a charge of 0 credits is reversed without a new lot, even if its lot has expired', async () => {
  const [end] = await compare(oneCharge('writtenOff', 0), (objects) => [`select reverse_charges(${list(objects)})`]);
  expect(end).toMatchObject({ state: { newLots: 0, ledger: expect.stringContaining('reversal') } });
});
