// An older build and this one at work on one database, before, during and after the migration: what one began the other ends, and nothing is lost.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fillDatabase } from '../chaos/accounts.mjs';
import { buildOlder, NoHistory, olderCommit } from './older-build.mjs';
import { brokenOf, round } from './run.mjs';
import { callerOf, openStage, ROOT } from './stage.mjs';
import { isFailure, startWitness, WITNESSED } from './witness.mjs';

const run = promisify(execFile);
const RATE = 14;

export async function trial({ say, quick, from }) {
  let commit;
  try {
    commit = await olderCommit(from);
  } catch (error) {
    if (error instanceof NoHistory) return { figures: { skipped: error.message }, broken: [] };
    throw error;
  }
  say(`the older version is ${commit.slice(0, 10)}`);
  const stage = await openStage({}, async ({ folder, postgres }) => {
    const older = await buildOlder(commit, folder);
    return { older, accounts: await fillDatabase(postgres.url, older) };
  });
  try {
    return await compare({ stage, say, commit, spanMs: quick ? 3000 : 10_000 });
  } finally {
    await stage.close();
  }
}

async function compare({ stage, say, commit, spanMs }) {
  const { older, db, accounts, folder } = stage;
  const added = migrationsOf(ROOT).filter((name) => !migrationsOf(older).includes(name));
  const startBoth = async (root) => [await stage.start('api', WITNESSED, root), await stage.start('work', WITNESSED, root)];
  const old = await startBoth(older);
  const apis = [{ base: old[0].url }];
  const witness = await startWitness({ folder, accounts, apis, rate: RATE, connect: db.connect });
  const { history } = witness;
  const tell = (words) => say(`${words}: ${JSON.stringify(history.statuses)}`);
  try {
    await sleep(spanMs);
    tell('the older version alone');
    const from = performance.now();
    await migrateWith(ROOT, stage);
    const migrationMs = performance.now() - from;
    await sleep(spanMs);
    tell(`${added.length} migrations in ${round(migrationMs)} ms, and the older version goes on`);
    const oldTokens = new Set(await tokensOf(db));

    const fresh = await startBoth(ROOT);
    await callerOf(fresh[0].url, accounts.main.key)('GET', '/events');
    apis.push({ base: fresh[0].url });
    await sleep(2 * spanMs);
    tell('both versions');
    const again = await startAgain(stage, older, added);
    apis.shift();
    const exits = await Promise.all(old.map((one) => one.stop()));
    await sleep(spanMs);
    const verdict = await witness.finish(say);
    tell('this version alone');
    const crossed = crossingsOf({ history, events: verdict.evidence.events, oldBase: old[0].url, oldTokens });
    const complaints = complaintsOf([...old, ...fresh]);
    return report({ commit, added, from, migrationMs, history, verdict, crossed, unfed: await unfedOf(db), complaints, again, exits });
  } finally {
    await witness.close();
  }
}

function report({ commit, added, from, migrationMs, history, verdict, crossed, unfed, complaints, again, exits }) {
  const failed = history.calls.filter(({ status }) => isFailure(status)).length;
  const meanwhile = history.reads.filter(({ at, until }) => until >= from && at <= from + migrationMs);
  const violations = verdict.violations.length;
  const figures = {
    older: commit.slice(0, 10),
    migrations: added,
    migrationMs: round(migrationMs),
    slowestReadMeanwhileMs: round(Math.max(0, ...meanwhile.map(({ at, until }) => until - at))),
    calls: history.calls.length,
    statuses: history.statuses,
    failed,
    objects: verdict.evidence.objects.length,
    callbacks: verdict.callbacks,
    ...crossed,
    violations,
    unfed,
    complaints,
    startedAgain: again.words,
  };
  return {
    figures,
    broken: brokenOf([
      ['a migration and two versions side by side fail no request', failed === 0],
      ['every invariant of the chaos runs holds', violations === 0],
      ['what either version finishes is in the feed', unfed === 0],
      ['work crossed both ways, and so did reads and deletions', Math.min(...Object.values(crossed)) > 0],
      ['the older version starts on the newer database, or says why not', again.fine],
      ['the older version stops cleanly', exits.every(({ code }) => code === 0)],
    ]),
  };
}

const migrationsOf = (root) => readdirSync(path.join(root, 'sql', 'migrations')).filter((name) => name.endsWith('.sql'));
/** The workers that have ended anything so far. */
const tokensOf = async (db) =>
  (await db.query({ name: 'tokens', text: 'select distinct lease from chaos_events where lease is not null' })).map(({ lease }) => lease);

async function migrateWith(root, { postgres, folder }) {
  const env = { ...WITNESSED, PATH: process.env.PATH, DATABASE_URL: postgres.url, DATA_DIR: path.join(folder, 'migrate') };
  await run(process.execPath, [path.join(root, 'dist', 'main.js'), 'migrate'], { env });
}

/** Allowed when every new migration is backward-compatible; otherwise the older version must say why it does not start. */
async function startAgain(stage, root, added) {
  const compatible = added.every((name) =>
    /^-- backward-compatible\b/.test(readFileSync(path.join(ROOT, 'sql', 'migrations', name), 'utf8')),
  );
  try {
    const { code } = await (await stage.start('api', WITNESSED, root)).stop();
    return { words: 'yes', fine: compatible && code === 0 };
  } catch (error) {
    const refused = /The database is newer than this version/.test(error.message);
    return { words: refused ? 'refused' : error.message, fine: refused && !compatible };
  }
}

/** How much of what one version began the other went on with. */
function crossingsOf({ history, events, oldBase, oldTokens }) {
  const createdBy = new Map();
  for (const { answers } of history.orders)
    for (const { base, ids, replayed } of answers) for (const id of replayed ? [] : (ids ?? [])) createdBy.set(id, base);
  const ends = events.filter(({ what, id, lease }) => what === 'queue.delete' && lease && createdBy.has(id));
  const count = (byOld, endedOld) =>
    ends.filter(({ id, lease }) => (createdBy.get(id) === oldBase) === byOld && oldTokens.has(lease) === endedOld).length;
  const across = (calls) => calls.filter(({ id, base, status }) => status < 300 && createdBy.has(id) && createdBy.get(id) !== base).length;
  return {
    oldToNew: count(true, false),
    newToOld: count(false, true),
    readsAcross: across(history.reads),
    deletesAcross: across(history.deletes.filter(({ status }) => status !== null)),
  };
}

/** Objects that were created after the feed had been opened, ended, and are not in it. */
async function unfedOf(db) {
  const [{ unfed }] = await db.query({
    name: 'unfed',
    text: `select count(*)::integer as unfed from event_feeds f join objects o on o.account_id = f.account_id and o.live = f.live
      where o.created_at > f.since and not o.deleted and exists (select from results r where r.id = o.id)
        and not exists (select from events e where e.id = o.id)`,
  });
  return unfed;
}

/** What the processes complained about, each complaint once. */
function complaintsOf(processes) {
  const counts = {};
  for (const one of processes)
    for (const line of one.printed().split('\n')) {
      if (!line.includes('"level":"error"')) continue;
      const { message, error, code = '', cause } = JSON.parse(line);
      const words = [message, error, code || (cause?.code ?? '')].filter(Boolean).join(' ');
      counts[words] = (counts[words] ?? 0) + 1;
    }
  return counts;
}
