// Fills a fresh database: schema, the accounts of the load, and triggers that write down what no row shows afterwards.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Outside of the product: only ever added to, in the same transaction as what it tells of. */
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

/** Credits: plenty in lots of which two end while the load runs; few; many with an hour's limit; many for lookups alone. */
const WANTED = [
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

/** `root` is the folder of the build whose schema it gets. */
export async function fillDatabase(url, root = ROOT) {
  const part = (file) => import(pathToFileURL(path.join(root, 'dist', file)).href);
  const { createDb } = await part('platform/db.js');
  const { migrate } = await part('platform/migrate.js');
  const { keepPartitions } = await part('worker/upkeep.js');
  const { createAccounts } = await part('business/accounts/accounts.js');
  const db = createDb({ url, connectionsMax: 2, queryMsMax: 30_000, connectMsMax: 5000 });
  await migrate(db, path.join(root, 'sql', 'migrations'));
  await keepPartitions(db);
  await db.script(EVENTS);
  const accounts = createAccounts(db, 'chaos');
  const made = {};
  for (const { name, credits, lots, limit } of WANTED) {
    const account = await accounts.create({ name, email: `${name}@mail.example`, credits, ...(limit ? { limit } : {}) });
    made[name] = { name, id: Number(account.id), key: account.keys.test, secret: account.webhookSecret };
    for (const [total, seconds] of lots) {
      const expiresAt = seconds === null ? null : new Date(Date.now() + seconds * 1000).toISOString();
      await accounts.grant(account.id, { total, expiresAt, mode: 'test' });
    }
  }
  await db.close();
  return made;
}
