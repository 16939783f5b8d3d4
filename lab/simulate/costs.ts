// The measured cost of one job, and the machines and storage that follow from it.
import { WORLD } from './assumptions.ts';

/** CPU time in microseconds and bytes per job. docs/scaling.md says where each figure comes from. */
export const COSTS = {
  apiCreateMicros: 220,
  apiReadMicros: 780,
  /** Of an attempt without a usable page. */
  workerMicros: 520,
  /** Of a job with one captured page: fetching, parsing, settling and the callback (`npm run bench -- real-life`). */
  jobMicros: { google: 17_900, bing: 10_300, youtube: 11_500, baidu: 8_900, yandex: 21_100 },
  postgresMicros: 430,
  postgresReadMicros: 300,
  resultBytes: 4100,
  /** Object, ledger entry and indexes, with callbacks and deliveries. */
  rowBytes: 2000,
  walBytes: 6900,
  memoryApi: 0.25,
  memoryWorker: 0.4,
};

/** Assumptions about use. Change them with `--name=value`. */
export const USE = {
  /** The busiest ten minutes against the day's mean. */
  peak: 5,
  readsAJob: 1,
  /** Measured with requests for ten results. */
  pagesAJob: 1,
  /** Seconds that a job waits for its source. */
  latencySeconds: 3,
  concurrency: 200,
  /** Share of a core that is planned to be busy at the peak. */
  busy: 0.6,
  retentionDays: 7,
  /** Limits of one PostgreSQL server: busy cores, and bytes of WAL per second. */
  postgresCores: 16,
  postgresLogBytes: 200e6,
};

export type Costs = Readonly<typeof COSTS>;
export type MeasuredEngine = keyof typeof COSTS.jobMicros;
export type Use = Readonly<typeof USE>;
export type Size = ReturnType<typeof sizeFor>;

export const DAYS = [1e6, 1e7, 1e8, 1e9];

/** Worker CPU of one job, over the engines of the simulated day. */
const meanJobMicros = ({ jobMicros }: Costs): number => WORLD.engines.reduce((sum, { name, share }) => sum + share * jobMicros[name], 0);

export function sizeFor(jobsADay: number, use: Use = USE, costs: Costs = COSTS) {
  const mean = jobsADay / 86_400;
  const peak = mean * use.peak;
  const cores = (micros: number): number => (peak * micros) / 1e6 / use.busy;
  const workerCores = cores(meanJobMicros(costs) * use.pagesAJob);
  const slots = Math.ceil((peak * use.latencySeconds) / use.busy / use.concurrency);
  const postgresCores = cores(costs.postgresMicros + costs.postgresReadMicros * use.readsAJob);
  const logBytes = peak * costs.walBytes;
  return {
    jobsADay,
    mean,
    peak,
    apiCores: Math.max(2, Math.ceil(cores(costs.apiCreateMicros + costs.apiReadMicros * use.readsAJob))),
    workerProcesses: Math.max(2, Math.ceil(workerCores), slots),
    slots,
    postgresCores: Math.max(2, Math.ceil(postgresCores)),
    /** The number of writers; one while cores and log suffice. */
    postgresServers: Math.max(1, Math.ceil(postgresCores / use.postgresCores), Math.ceil(logBytes / use.postgresLogBytes)),
    gigabytesADay: (jobsADay * (costs.resultBytes + costs.rowBytes)) / 1e9,
    gigabytesKept: (jobsADay * (costs.resultBytes + costs.rowBytes) * use.retentionDays) / 1e9,
    logGigabytesADay: (jobsADay * costs.walBytes) / 1e9,
    logMegabytesASecond: logBytes / 1e6,
    pagesASecond: peak * use.pagesAJob,
  };
}

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
const bytes = (gigabytes: number): string => (gigabytes >= 1000 ? `${number(gigabytes / 1000)} TB` : `${number(gigabytes)} GB`);

/** The sizing table in docs/scaling.md. */
export function sizingTable(use: Use = USE, costs: Costs = COSTS): string {
  const rows = DAYS.map((jobs) => {
    const size = sizeFor(jobs, use, costs);
    return `| ${number(jobs / 1e6)} M | ${number(size.mean)} / ${number(size.peak)} | ${size.apiCores} | ${size.workerProcesses} | ${size.postgresServers} × ${Math.ceil(size.postgresCores / size.postgresServers)} cores | ${bytes(size.gigabytesADay)} | ${bytes(size.gigabytesKept)} | ${bytes(size.logGigabytesADay)} | ${number(size.logMegabytesASecond)} MB/s | ${number(size.pagesASecond)} |`;
  });
  return [
    '| Jobs a day | jobs/s, mean / peak | API cores | worker cores | PostgreSQL | results a day | kept 7 days | log (WAL) a day | log at the peak | pages/s at the peak |',
    '|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}
