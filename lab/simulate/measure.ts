// Measures the cost of one job on this machine: CPU time of API, worker and PostgreSQL, bytes of tables, indexes and log.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '#product/platform/postgres.js';
import { type Json, jsonHeaders } from '../net.ts';
import { PROGRAM } from '../paths.ts';
import { childrenOf, postmasterOf, statOf } from '../processes.ts';
import type { Say } from '../report.ts';
import { sleep } from '../wait.ts';

const JOBS = 4000;
const BATCH = 100;
const READS = 4000;
const READERS = 32;
const TOKEN = 'measure-operator-token';

/** Processor seconds of a process and its children. */
const secondsOf = (pid: number): number => [pid, ...childrenOf(pid)].reduce((sum, one) => sum + (statOf(one)?.wholeMs ?? 0), 0) / 1000;

const cpuOf = (text: string, role: string): number =>
  Number(new RegExp(`process_cpu_seconds_total\\{role="${role}"\\} (\\S+)`).exec(text)?.[1] ?? 0);

type Role = 'api' | 'worker' | 'postgres';
interface Look extends Record<Role, number> {
  readonly wal: number;
  readonly tables: number;
}

export async function measure(say: Say): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-measure-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres(path.join(folder, 'postgres'));
  const postmaster = postmasterOf(path.join(folder, 'postgres', 'cluster'));
  const child = spawn(process.execPath, [PROGRAM, 'start', '--api', '1', '--workers', '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: postgres.url,
      DATA_DIR: path.join(folder, 'data'),
      ADMIN_TOKEN: TOKEN,
      // All clients have one IP address.
      IP_RATE_PER_MINUTE: '10000000',
      IP_RATE_BURST: '1000000',
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    const base = await new Promise<string>((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
        const found = /API\s+(http\S+)/.exec(text);
        if (found) resolve(found[1]!);
      });
    });
    await client.connect();
    const call = async (route: string, key: string, body?: unknown): Promise<Response> => {
      const headers = jsonHeaders(key, body);
      const response = await fetch(`${base}${route}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
      if (!response.ok) throw new Error(`${route}: ${response.status}`);
      return response;
    };
    const account = { name: 'Measure', email: 'm@mail.example', credits: 1e9, rates: { perMinute: 10_000_000, burst: 1_000_000 } };
    const { keys }: Json = await (await call('/admin/accounts', TOKEN, account)).json();
    const ids: string[] = [];
    const waiting = async (): Promise<number> => (await client.query('select count(*)::integer as count from queue')).rows[0].count;
    const make = async (count: number): Promise<void> => {
      for (let made = 0; made < count; made += BATCH) {
        const items = Array.from({ length: BATCH }, (_, index) => ({ keyword: `red shoes ${made + index}`, region: 'US' }));
        const objects: Json = await (await call('/serp/new/list', keys.test, items)).json();
        for (const { id } of objects) ids.push(id);
      }
      while ((await waiting()) > 0) await sleep(200);
    };
    const look = async (): Promise<Look> => {
      const text = await (await call('/metrics', TOKEN)).text();
      const { rows } = await client.query(
        "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, (select sum(pg_total_relation_size(c.oid))::float8 from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables",
      );
      return { api: cpuOf(text, 'api'), worker: cpuOf(text, 'worker'), postgres: secondsOf(postmaster), ...rows[0] };
    };
    // Warm up before measuring.
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
    const micros = (name: Role): number => Math.round(((after[name] - before[name]) / JOBS) * 1e6);
    const figures = {
      load: Number(loadavg()[0]!.toFixed(1)),
      jobs: JOBS,
      apiMicros: micros('api'),
      workerMicros: micros('worker'),
      postgresMicros: micros('postgres'),
      idleMicrosASecond: Object.fromEntries(
        (['api', 'worker', 'postgres'] as const).map((name) => [name, Math.round(((idle1[name] - idle0[name]) / 3) * 1e6)]),
      ),
      readApiMicros: Math.round(((read.api - reads.api) / READS) * 1e6),
      readPostgresMicros: Math.round(((read.postgres - reads.postgres) / READS) * 1e6),
      walBytes: Math.round((after.wal - before.wal) / JOBS),
      tableBytes: Math.round((after.tables - before.tables) / JOBS),
      bodyBytes: Math.round(rows[0].body),
    };
    say(JSON.stringify(figures, null, 2));
  } finally {
    await client.end().catch(() => undefined);
    child.kill('SIGTERM');
    await ended;
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
