// Results in the database and in S3: bytes of log and of tables, CPU time of PostgreSQL for a job, and how long a GET takes.
import { randomBytes } from 'node:crypto';
import { createBlobs } from '#product/business/orders/blobs.js';
import { createPlaceOrder } from '#product/business/orders/place.js';
import { createSettleJob } from '#product/business/orders/settle.js';
import type { Job, JobEnd } from '#product/contract/order.js';
import { createQueue } from '#product/platform/queue.js';
import { loadWaiting } from '../load.ts';
import { median, round } from '../report.ts';
import { missingS3, type S3Server, startS3 } from '../s3-server.ts';
import { type BenchResult, goodRate, itemOf, JSON_HEADERS, PLACE_SETTINGS, storedRequest } from './cases.ts';
import { withCpu } from './cpu.ts';
import type { BenchEnvironment, BenchSettings } from './environment.ts';

/** Compressed sizes: a sandbox result, a parsed result page, an AI answer or a small raw page, and raw pages. */
const SIZES = [
  { bytes: 2_000, jobs: 200 },
  { bytes: 6_000, jobs: 200 },
  { bytes: 60_000, jobs: 100 },
  { bytes: 500_000, jobs: 30 },
];
/** Jobs that are settled at once. Few, so that the single S3 server of this machine is not what is measured. */
const AT_ONCE = 4;
const READERS = 4;
const SIDES = ['database', 's3'] as const;
const FIGURES = {
  walBytes: 'bytes of log',
  tableBytes: 'bytes of tables',
  databaseMs: 'ms of PostgreSQL',
  getApiMs: 'ms of the API for a GET',
  getDatabaseMs: 'ms of PostgreSQL for a GET',
  p50: 'ms GET, p50',
  p99: 'ms GET, p99',
};
type Figures = Record<keyof typeof FIGURES, number>;

const SIZE_OF_ALL = {
  name: 'bodies_sizes',
  text: `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
    (select sum(pg_total_relation_size(c.oid))::float8 from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace) as tables`,
};

/** Random hexadecimal digits compress to a little more than half. */
const endOf = (bytes: number): JobEnd => ({
  outcome: 'done',
  verdict: 'valid',
  attempts: [{ source: 'bench', outcome: 'valid', ms: 1 }],
  body: JSON.stringify({ organic: [], text: randomBytes(Math.round(bytes * 0.88)).toString('hex') }),
  ageMs: 0,
});

interface Bench {
  readonly environment: BenchEnvironment;
  readonly s3: S3Server;
  readonly base: string;
  readonly apiPid: number;
  /** A request as the API stores it. */
  readonly request: string;
  readonly seconds: number;
}

async function measure(
  { environment, s3, base, apiPid, request, seconds }: Bench,
  side: (typeof SIDES)[number],
  size: (typeof SIZES)[number],
): Promise<Figures> {
  const { db, account, key } = environment;
  await environment.reset();
  const place = createPlaceOrder(db, PLACE_SETTINGS);
  const queue = createQueue(db);
  const blobs = side === 's3' ? createBlobs({ db, store: s3.store, onStored: throwUnstored }, { bytesMin: 1, cooldownMs: 0 }) : null;
  const settle = createSettleJob(db, queue.token, () => {}, blobs);
  const [before] = await db.query<{ wal: number; tables: number }>(SIZE_OF_ALL);
  const { cpuMs } = await withCpu({ database: environment.databasePid() }, async () => {
    const items = Array.from({ length: size.jobs }, () => itemOf(request));
    await place({ account, kind: 'serp', items, idempotency: null });
    const claimed = await queue.claim(size.jobs);
    const work = async (): Promise<void> => {
      // Settling reads these fields of a job and no others.
      for (let row = claimed.pop(); row; row = claimed.pop())
        await settle({ id: row.object_id, attempt: row.claim_count, history: [] as Job['history'] } as Job, endOf(size.bytes));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { rate: 0, operations: size.jobs };
  });
  const [after] = await db.query<{ wal: number; tables: number }>(SIZE_OF_ALL);
  const ids = await db.query<{ id: string }>({ name: 'bodies_ids', text: 'select id from results where (blob_key is not null) = $1' }, [
    side === 's3',
  ]);
  if (ids.length !== size.jobs) throw new Error(`${ids.length} of ${size.jobs} results are in the ${side}`);
  const headers = { ...JSON_HEADERS(key), 'accept-encoding': 'gzip' };
  const requests = ids.map(({ id }) => ({ path: `/serp/${id}`, method: 'GET', headers }));
  const reads = await withCpu({ api: apiPid, database: environment.databasePid() }, async () => {
    const result = await loadWaiting({ origin: base, requests, clients: READERS, seconds });
    return { ...goodRate(result, 1), result };
  });
  return {
    walBytes: (after!.wal - before!.wal) / size.jobs,
    tableBytes: (after!.tables - before!.tables) / size.jobs,
    databaseMs: cpuMs?.database ?? 0,
    getApiMs: reads.cpuMs?.api ?? 0,
    getDatabaseMs: reads.cpuMs?.database ?? 0,
    p50: reads.result.p50,
    p99: reads.result.p99,
  };
}

/** Each result must be where its side says. */
function throwUnstored(storage: 's3' | 'database', error?: unknown): void {
  if (storage === 'database') throw new Error('S3 did not accept a result', { cause: error });
}

export async function bodies(environment: BenchEnvironment, { roundCount, seconds, say }: BenchSettings): Promise<BenchResult[]> {
  const missing = await missingS3();
  if (missing) {
    say(`  not measured: ${missing}\n`);
    return [];
  }
  const s3 = await startS3(environment.folder);
  const api = await environment.start('api', { ...s3.settings, DRAIN_SECONDS: '0', API_PROCESSES: '1' });
  const results: BenchResult[] = [];
  try {
    const request = await storedRequest(environment, { base: api.url, pid: api.pid, stop: api.stop });
    for (const size of SIZES) {
      const rounds = { database: [] as Figures[], s3: [] as Figures[] };
      for (let turn = 0; turn < roundCount; turn++)
        for (const side of SIDES) {
          const figures = await measure({ environment, s3, base: api.url, apiPid: api.pid, request, seconds }, side, size);
          say(
            `  ${size.bytes} bytes in ${side}: ${JSON.stringify(figures, (_, value) => (typeof value === 'number' ? round(value, 2) : value))}\n`,
          );
          rounds[side].push(figures);
        }
      for (const [figure, words] of Object.entries(FIGURES) as [keyof Figures, string][]) {
        const [ours, bare] = [rounds.s3, rounds.database].map((all) => all.map((one) => one[figure])) as [number[], number[]];
        results.push({
          name: `${words}, ${size.bytes / 1000} KB in S3`,
          ours: median(ours),
          bare: median(bare),
          limit: 'in the database',
          all: { ours, bare },
          digits: figure.endsWith('Bytes') ? 0 : 2,
        });
      }
    }
  } finally {
    await api.stop();
    await s3.stop();
  }
  return results;
}
