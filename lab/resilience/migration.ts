// A migration of the busiest tables under load, and two versions on one database at the same time.

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { openWithOneAccount, PEPPER } from '../environment.ts';
import { callerOf } from '../net.ts';
import { brokenOf, round } from '../report.ts';
import { sleep } from '../wait.ts';
import { startBalancer } from './balancer.ts';
import { ledgerCheck, outcomeOf, startCustomers, summaryOf } from './customers.ts';
import { buildNext } from './next-build.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

const run = promisify(execFile);
const MIGRATION = `-- backward-compatible: a trial of what the next version might bring.
alter table queue add column trial_mark integer not null default 0;
alter table objects add column trial_note text;
create table trial_things (id bigint primary key);
`;

export async function trial({ say }: TrialSettings): Promise<TrialResult> {
  const environment = await openWithOneAccount();
  const balancer = await startBalancer();
  try {
    const next = buildNext(environment.folder, { migration: MIGRATION });
    const old = await environment.start('api');
    await environment.start('worker');
    balancer.add(old.url);
    const customers = startCustomers(balancer.url, environment.key, 40);
    await sleep(5000);
    const before = summaryOf(customers.calls);
    // A transaction reads the queue for three seconds. Only the migration may wait for it.
    const reader = await environment.db.connect();
    await reader.query('begin; select count(*) from queue; select count(*) from objects');
    const from = customers.now();
    const migrated = run(process.execPath, [path.join(next, 'dist', 'main.js'), 'migrate'], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: environment.postgres.url,
        DATA_DIR: path.join(environment.folder, 'migrate'),
        KEY_PEPPER: PEPPER,
      },
    });
    await sleep(3000);
    await reader.query('commit');
    await reader.end();
    await migrated;
    const migrationMs = customers.now() - from;
    const during = summaryOf(customers.calls.filter(({ at }) => at >= from));
    say(`migrated in ${round(migrationMs)} ms; slowest call meanwhile ${round(during.max)} ms`);

    const fresh = await environment.start('api', {}, next);
    const worker = await environment.start('worker', {}, next);
    balancer.add(fresh.url);
    await sleep(3000);
    // The old version is started again, on the migrated database.
    const again = await environment.start('api');
    balancer.add(again.url);
    const gone = await old.stop();
    balancer.remove(old.url);
    await sleep(3000);
    const workedByNext = await worker.stop();
    await customers.stop();
    const outcome = await outcomeOf(callerOf(balancer.url, environment.key), customers.acknowledged);
    const { drift, uncharged } = await ledgerCheck(environment.db);
    const all = summaryOf(customers.calls);
    const figures = {
      calls: all.calls,
      statuses: all.statuses,
      failed: all.failed,
      p99BeforeMs: round(before.p99),
      migrationMs: round(migrationMs),
      slowestMeanwhileMs: round(during.max),
      acknowledged: customers.acknowledged.length,
      ...outcome,
      drift,
    };
    return {
      figures,
      broken: brokenOf([
        ['a migration under load and two versions side by side fail no request', all.failed === 0],
        ['a migration that waits for its tables holds nobody up for more than 2 s', during.max <= 2000],
        ['an older version starts on a database that was only added to', gone.code === 0 && workedByNext.code === 0],
        ['no acknowledged object is lost, and all end', outcome.lost === 0 && outcome.unfinished === 0],
        ['credits add up', drift === 0 && uncharged === 0],
      ]),
    };
  } finally {
    balancer.close();
    await environment.close();
  }
}
