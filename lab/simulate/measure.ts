// Measures what one job costs on this machine: processor time of API, worker and PostgreSQL, bytes of tables, indexes and log.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '#product/platform/postgres.js';
import { PROGRAM } from '../paths.ts';

const JOBS = 4000;
const BATCH = 100;
const READS = 4000;
const READERS = 32;
const TICKS_A_SECOND = 100;
const TOKEN = 'measure-operator-token';

/** Processor seconds of a process and of all that came from it. */
function secondsOf(pid) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const stat = (id) => {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ');
      return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) };
    } catch {
      return null;
    }
  };
  return all
    .map((id) => ({ id: Number(id), ...stat(id) }))
    .filter(({ id, parent }) => id === pid || parent === pid)
    .reduce((sum, { ticks = 0 }) => sum + ticks / TICKS_A_SECOND, 0);
}

const cpuOf = (text, role) => Number(new RegExp(`sextant_process_cpu_seconds_total\\{role="${role}"\\} (\\S+)`).exec(text)?.[1] ?? 0);

export async function measure(say) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-measure-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres(path.join(folder, 'postgres'));
  const postmaster = Number(readFileSync(path.join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const child = spawn(process.execPath, [PROGRAM, 'start', '--api', '1', '--workers', '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: postgres.url, DATA_DIR: path.join(folder, 'data'), ADMIN_TOKEN: TOKEN },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    const base = await new Promise((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
        const found = /API\s+(http\S+)/.exec(text);
        if (found) resolve(found[1]);
      });
    });
    await client.connect();
    const call = async (route, key, body) => {
      const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) };
      const answer = await fetch(`${base}${route}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
      if (!answer.ok) throw new Error(`${route}: ${answer.status}`);
      return answer;
    };
    const account = { name: 'Measure', email: 'm@mail.example', credits: 1e9, rates: { perMinute: 10_000_000, burst: 1_000_000 } };
    const { keys } = await (await call('/admin/accounts', TOKEN, account)).json();
    const ids = [];
    const waiting = async () => (await client.query('select count(*)::integer as count from queue')).rows[0].count;
    const make = async (count) => {
      for (let made = 0; made < count; made += BATCH) {
        const items = Array.from({ length: BATCH }, (_, index) => ({ keyword: `red shoes ${made + index}`, region: 'US' }));
        for (const { id } of await (await call('/serp/new/list', keys.test, items)).json()) ids.push(id);
      }
      while ((await waiting()) > 0) await sleep(200);
    };
    const look = async () => {
      const text = await (await call('/metrics', TOKEN)).text();
      const { rows } = await client.query(
        "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, (select sum(pg_total_relation_size(c.oid))::float8 from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables",
      );
      return { api: cpuOf(text, 'api'), worker: cpuOf(text, 'worker'), postgres: secondsOf(postmaster), ...rows[0] };
    };
    // The first jobs warm everything up.
    await make(2000);
    const before = await look();
    await make(JOBS);
    const after = await look();
    const idle0 = await look();
    await sleep(3000);
    const idle1 = await look();
    const reads = await look();
    await Promise.all(
      Array.from({ length: READERS }, async (_, reader) => {
        for (let number = reader; number < READS; number += READERS) await (await call(`/serp/${ids[number]}`, keys.test)).arrayBuffer();
      }),
    );
    const read = await look();
    const { rows } = await client.query('select avg(length(body))::float8 as body from results');
    const micros = (name) => Math.round(((after[name] - before[name]) / JOBS) * 1e6);
    const figures = {
      load: Number(loadavg()[0].toFixed(1)),
      jobs: JOBS,
      apiMicros: micros('api'),
      workerMicros: micros('worker'),
      postgresMicros: micros('postgres'),
      idleMicrosASecond: Object.fromEntries(
        ['api', 'worker', 'postgres'].map((name) => [name, Math.round(((idle1[name] - idle0[name]) / 3) * 1e6)]),
      ),
      readApiMicros: Math.round(((read.api - reads.api) / READS) * 1e6),
      readPostgresMicros: Math.round(((read.postgres - reads.postgres) / READS) * 1e6),
      walBytes: Math.round((after.wal - before.wal) / JOBS),
      tableBytes: Math.round((after.tables - before.tables) / JOBS),
      bodyBytes: Math.round(rows[0].body),
    };
    say(JSON.stringify(figures, null, 2));
    return figures;
  } finally {
    await client.end().catch(() => undefined);
    child.kill('SIGTERM');
    await ended;
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
