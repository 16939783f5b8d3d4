// Fills an empty database: schema, the accounts of the load, and triggers that record events which no row shows later.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../paths.ts';

/** Not part of the product. Rows are added in the transaction of the change that they record. */
const EVENTS = `
create table chaos_events (at timestamptz not null default clock_timestamp(), what text not null, id text not null, attempt integer, crashes integer, faulty boolean, lease text);
grant all on chaos_events to public;
create function chaos_result() returns trigger language plpgsql as $$
begin
  insert into chaos_events (what, id, faulty) values ('result.' || lower(tg_op), coalesce(new.id, old.id), coalesce(new.faulty, old.faulty));
  return null;
end $$;
create trigger chaos_result after insert or update or delete on results for each row execute function chaos_result();
create function chaos_queue() returns trigger language plpgsql as $$
begin
  insert into chaos_events (what, id, attempt, crashes, lease) values ('queue.delete', old.object_id, old.claim_count, old.crashes, old.lease);
  return null;
end $$;
create trigger chaos_queue after delete on queue for each row execute function chaos_queue();`;

export interface ChaosAccount {
  readonly name: AccountName;
  readonly id: number;
  readonly key: string;
  readonly secret: string;
}
type AccountName = 'main' | 'tight' | 'limited' | 'lookup';
export type Accounts = Readonly<Record<AccountName, ChaosAccount>>;

interface Wanted {
  readonly name: AccountName;
  readonly credits: number;
  /** Credits, and the seconds until they expire. */
  readonly lots: readonly (readonly [total: number, seconds: number | null])[];
  readonly limit?: { readonly hour: number; readonly action: 'reject' };
}

/** Accounts with many credits in lots, of which two expire during the run; with few; with an hourly limit; and for lookups only. */
const WANTED: readonly Wanted[] = [
  {
    name: 'main',
    credits: 0,
    lots: [
      [400, 6],
      [2500, 14],
      [50_000_000, null],
    ],
  },
  { name: 'tight', credits: 25, lots: [] },
  { name: 'limited', credits: 1_000_000, lots: [], limit: { hour: 120, action: 'reject' } },
  { name: 'lookup', credits: 1_000_000, lots: [] },
];

/** `root` is the folder of the build whose schema is created. */
export async function fillDatabase(url: string, root = ROOT): Promise<Accounts> {
  const part = (file: string) => import(pathToFileURL(path.join(root, 'dist', file)).href);
  const { createDb }: typeof import('#product/platform/db.js') = await part('platform/db.js');
  const { migrate }: typeof import('#product/platform/migrate.js') = await part('platform/migrate.js');
  const { keepPartitions }: typeof import('#product/worker/maintenance.js') = await part('worker/maintenance.js');
  const { createAccounts }: typeof import('#product/business/accounts/accounts.js') = await part('business/accounts/accounts.js');
  const db = createDb({ url, connectionsMax: 2, queryMsMax: 30_000, connectMsMax: 5000 });
  await migrate(db, path.join(root, 'sql', 'migrations'));
  await keepPartitions(db);
  await db.script(EVENTS);
  const accounts = createAccounts(db, 'chaos');
  const made: Partial<Record<AccountName, ChaosAccount>> = {};
  for (const { name, credits, lots, limit } of WANTED) {
    const account = await accounts.create({ name, email: `${name}@mail.example`, credits, ...(limit ? { limit } : {}) });
    made[name] = { name, id: Number(account.id), key: account.keys.test, secret: account.webhookSecret };
    for (const [total, seconds] of lots) {
      const expiresAt = seconds === null ? null : new Date(Date.now() + seconds * 1000).toISOString();
      await accounts.grant(account.id, { total, mode: 'test', ...(expiresAt === null ? {} : { expiresAt }) });
    }
  }
  await db.close();
  return made as Accounts;
}
