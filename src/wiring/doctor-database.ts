// Doctor checks of the database: schema, role, clock, wraparound, workers, queue, callbacks, ledger.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '../cli/doctor.ts';
import type { Db } from '../platform/db.ts';
import { checksumOf, migrationsIn } from '../platform/migrate.ts';
import { SERVICE_ROLE } from '../platform/roles.ts';
import { examineReplication } from './doctor-replication.ts';

type Report = (finding: Finding) => void;

const CLOCK_SECONDS_MAX = 2;
const VERSION_MIN = 150_000;
const WORKER_SILENT_SECONDS = 20;
const QUEUE_OLD_SECONDS = 900;
const CALLBACK_OLD_SECONDS = 900;
/** PostgreSQL rejects writes near two billion. */
const AGE_MAX = 1_000_000_000;
const DEAD_ROWS_MIN = 100_000;
const OLDEST_STATEMENT_SECONDS = 600;

const one = async <T extends object>(db: Db, name: string, text: string, values: unknown[] = []): Promise<T> =>
  (await db.query<T>({ name: `doctor_${name}`, text }, values))[0]!;
const seconds = (count: number): string => (count < 120 ? `${Math.round(count)} s` : `${Math.round(count / 60)} min`);

async function checkServer(db: Db, report: Report): Promise<void> {
  const before = Date.now();
  const server = await one<{ at: Date; number: number; version: string }>(
    db,
    'server',
    `select clock_timestamp() as at, current_setting('server_version_num')::integer as number, current_setting('server_version') as version`,
  );
  const after = Date.now();
  if (server.number < VERSION_MIN)
    report({ check: 'database', state: 'problem', found: `PostgreSQL ${server.version}`, fix: 'Use PostgreSQL 15 or newer.' });
  else report({ check: 'database', state: 'ok', found: `PostgreSQL ${server.version} responds in ${after - before} ms` });
  const behind = Math.max(before - server.at.getTime(), server.at.getTime() - after, 0) / 1000;
  if (behind > CLOCK_SECONDS_MAX)
    report({
      check: 'clock',
      state: 'problem',
      found: `the database’s clock differs from this machine’s by ${behind.toFixed(1)} s`,
      fix: 'Enable NTP on both machines. Signatures and expiry times depend on the clock.',
    });
  else
    report({
      check: 'clock',
      state: 'ok',
      found: `differs from the database’s by at most ${Math.max(behind, (after - before) / 1000).toFixed(2)} s`,
    });
}

/** Returns whether the schema exists. */
async function checkSchema(db: Db, sqlFolder: string, report: Report): Promise<boolean> {
  const { there } = await one<{ there: boolean }>(db, 'schema', `select to_regclass('migrations') is not null as there`);
  const fix = 'Run sextant migrate, or start the service.';
  if (!there) {
    report({ check: 'migrations', state: 'problem', found: 'the database is empty', fix });
    return false;
  }
  const applied = new Map(
    (await db.query<{ name: string; checksum: string }>({ name: 'doctor_migrations', text: 'select name, checksum from migrations' })).map(
      ({ name, checksum }) => [name, checksum],
    ),
  );
  const files = migrationsIn(sqlFolder);
  const missing = files.filter((name) => !applied.has(name));
  const changed = files.filter(
    (name) => applied.has(name) && applied.get(name) !== checksumOf(readFileSync(path.join(sqlFolder, name), 'utf8')),
  );
  const newer = [...applied.keys()].filter((name) => !files.includes(name));
  if (changed.length > 0)
    report({
      check: 'migrations',
      state: 'problem',
      found: `changed after they were applied: ${changed.join(', ')}`,
      fix: 'Restore the files.',
    });
  if (missing.length > 0) report({ check: 'migrations', state: 'problem', found: `not applied yet: ${missing.join(', ')}`, fix });
  if (newer.length > 0)
    report({
      check: 'migrations',
      state: 'note',
      found: `of a newer version: ${newer.join(', ')}`,
      fix: 'Upgrade this node to that version.',
    });
  if (changed.length + missing.length === 0) report({ check: 'migrations', state: 'ok', found: `${files.length} applied` });
  return missing.length === 0;
}

async function checkHealth(db: Db, report: Report): Promise<void> {
  const role = await one<{ there: boolean; member: boolean }>(
    db,
    'role',
    `select exists (select from pg_roles where rolname = $1) as there,
      exists (select from pg_roles where rolname = $1) and pg_has_role(current_user, $1, 'member') as member`,
    [SERVICE_ROLE],
  ).catch(() => ({ there: false, member: false }));
  if (role.there && role.member) report({ check: 'role', state: 'ok', found: `the service uses the role ${SERVICE_ROLE}` });
  else
    report({
      check: 'role',
      state: 'note',
      found: `the service uses the owner, because the role ${SERVICE_ROLE} is not available`,
      fix: `Ask a database administrator to run: create role ${SERVICE_ROLE} nologin; grant ${SERVICE_ROLE} to the owner of the database.`,
    });
  const { age } = await one<{ age: number }>(
    db,
    'age',
    'select max(age(datfrozenxid))::bigint as age from pg_database where datname = current_database()',
  );
  if (age > AGE_MAX)
    report({
      check: 'vacuum',
      state: 'problem',
      found: `${age} transactions since the last freeze`,
      fix: 'Find what blocks autovacuum (old or prepared transactions, replication slots), then run vacuum freeze.',
    });
  const dirty = await db.query<{ name: string; dead: number }>(
    {
      name: 'doctor_dirty',
      text: `select relname as name, n_dead_tup::bigint as dead from pg_stat_user_tables
        where n_dead_tup > $1 and n_dead_tup > n_live_tup order by n_dead_tup desc limit 5`,
    },
    [DEAD_ROWS_MIN],
  );
  const oldest = await one<{ age: number | null }>(
    db,
    'oldest',
    `select extract(epoch from max(now() - xact_start))::double precision as age from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
  );
  if (dirty.length > 0)
    report({
      check: 'vacuum',
      state: 'problem',
      found: `more dead rows than live rows in ${dirty.map(({ name }) => name).join(', ')}`,
      fix: 'End the oldest transaction, and check that autovacuum is enabled.',
    });
  if ((oldest.age ?? 0) > OLDEST_STATEMENT_SECONDS)
    report({
      check: 'vacuum',
      state: 'problem',
      found: `a transaction has been open for ${seconds(oldest.age!)}`,
      fix: 'Find it in pg_stat_activity and end it.',
    });
  if (age <= AGE_MAX && dirty.length === 0 && (oldest.age ?? 0) <= OLDEST_STATEMENT_SECONDS)
    report({ check: 'vacuum', state: 'ok', found: `${age} transactions since the last freeze, no table with too many dead rows` });
}

async function checkWork(db: Db, served: boolean, report: Report): Promise<void> {
  const work = await one<{ living: number; silent: number; waiting: number; oldest: number }>(
    db,
    'work',
    `select (select count(*) from workers where seen_at > now() - make_interval(secs => $1))::integer as living,
      (select count(*) from workers where seen_at <= now() - make_interval(secs => $1))::integer as silent,
      (select count(*) from queue where lease is null and run_at <= now())::integer as waiting,
      (select coalesce(extract(epoch from now() - min(run_at)), 0) from queue where lease is null and run_at <= now())::double precision as oldest`,
    [WORKER_SILENT_SECONDS],
  );
  const queue = `${work.waiting} jobs queued${work.waiting > 0 ? `, the oldest for ${seconds(work.oldest)}` : ''}`;
  if (work.living === 0)
    report({
      check: 'workers',
      state: served || work.waiting > 0 ? 'problem' : 'note',
      found: `none is running; ${queue}`,
      fix: 'Run sextant start, or run sextant worker on any machine that can reach the database.',
    });
  else if (work.oldest > QUEUE_OLD_SECONDS)
    report({
      check: 'workers',
      state: 'problem',
      found: `${work.living} running; ${queue}`,
      fix: 'Start more workers, raise WORKER_CONCURRENCY, or check /metrics for blocked sources.',
    });
  else
    report({
      check: 'workers',
      state: 'ok',
      found: `${work.living} running${work.silent > 0 ? `, ${work.silent} without a heartbeat` : ''}; ${queue}`,
    });
  const callbacks = await one<{ pending: number; oldest: number; failed: number }>(
    db,
    'callbacks',
    `select (select count(*) from outbox)::integer as pending,
      (select coalesce(extract(epoch from now() - min(next_at)), 0) from outbox where next_at < now())::double precision as oldest,
      (select count(*) from outbox where attempt > 2)::integer as failed`,
  );
  const found = `${callbacks.pending} pending, ${callbacks.failed} after three tries or more`;
  if (callbacks.oldest > CALLBACK_OLD_SECONDS)
    report({
      check: 'callbacks',
      state: 'problem',
      found: `${found}; the oldest is ${seconds(callbacks.oldest)} late`,
      fix: 'Check the workers, which send callbacks, then raise CALLBACK_CONCURRENCY.',
    });
  else
    report({
      check: 'callbacks',
      state: callbacks.failed > 0 ? 'note' : 'ok',
      found,
      ...(callbacks.failed > 0 ? { fix: 'See GET /admin/deliveries for the responses of the receivers.' } : {}),
    });
}

/** Reports jobs that no running worker may run, by label. Without any worker, `checkWork` reports it. */
async function checkLabels(db: Db, report: Report): Promise<void> {
  const waiting = await db.query<{ label: string; jobs: number }>(
    {
      name: 'doctor_labels',
      text: `with living as (select labels from workers where seen_at > now() - make_interval(secs => $1))
        select label, count(*)::integer as jobs from queue
        where lease is null and run_at <= now() and exists (select from living) and label <> all (array(select unnest(labels) from living))
        group by label order by label`,
    },
    [WORKER_SILENT_SECONDS],
  );
  for (const { label, jobs } of waiting)
    report({
      check: 'labels',
      state: 'problem',
      found: `${jobs} ${jobs === 1 ? 'job waits' : 'jobs wait'} for ${label === '' ? 'a worker that runs jobs without a label' : `the label ${label}, which no worker has`}`,
      fix: label === '' ? 'Start a worker without WORKER_LABELS_ONLY.' : `Start a worker with ${label} in WORKER_LABELS.`,
    });
}

export interface DatabaseVisit {
  readonly sqlFolder: string;
  /** A service uses the database. */
  readonly served: boolean;
  /** `DATABASE_URL`; null for the embedded database. */
  readonly url: string | null;
}

export async function examineDatabase(db: Db, { sqlFolder, served, url }: DatabaseVisit, report: Report): Promise<void> {
  await checkServer(db, report);
  await examineReplication(db, url, report);
  if (!(await checkSchema(db, sqlFolder, report))) return;
  await checkHealth(db, report);
  await checkWork(db, served, report);
  await checkLabels(db, report);
}
