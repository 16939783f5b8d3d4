// Tracking: projects, their runs, history and figures.
import {
  type Alerts,
  createAlerts,
  createDelivery,
  createNotes,
  createOf,
  createRules,
  createShares,
  type Delivery,
  type Notes,
  type Rules,
  type Shares,
} from './alerts.ts';
import { SextantError } from './error.ts';
import type { CreateAndWaitOptions, CreateOptions } from './objects.ts';
import { pause, randomised } from './pause.ts';
import type { Download, Send } from './send.ts';
import { createTrackedKeywords, type Forecast, type TrackedKeywords } from './tracked.ts';
import type {
  ForecastRequest,
  KeywordHistory,
  NewProject,
  Operations,
  Project,
  ProjectChange,
  ProjectOverview,
  SlotRun,
  Summary,
} from './types.ts';
import { type CallOptions, callOf } from './wait.ts';

export type HistoryQuery = Operations['GET /projects/{id}/keywords/{keywordId}/history']['query'];
export type SummaryQuery = Operations['GET /projects/{id}/summary']['query'];
export type ExportQuery = Operations['GET /projects/{id}/export']['query'];
export type RunOptions = Omit<Operations['POST /projects/{id}/run']['body'], 'dryRun'>;
export type { KeywordsQuery } from './tracked.ts';

export interface Projects extends TrackedKeywords {
  /** Free. Its checks are charged when they run. */
  create(project: NewProject, options?: CreateOptions): Promise<Project>;
  /** All projects with their figures. */
  list(options?: CallOptions): Promise<readonly ProjectOverview[]>;
  get(project: string, options?: CallOptions): Promise<Project>;
  change(project: string, change: ProjectChange, options?: CallOptions): Promise<Project>;
  /** Removes a project with its history. */
  remove(project: string, options?: CallOptions): Promise<void>;
  /** The demo project of a test key, with 90 days of history. */
  demo(options?: CreateOptions): Promise<Project>;
  /** The price of a project per month, before it is created. */
  forecast(request: ForecastRequest, options?: CallOptions): Promise<Forecast>;
  history(project: string, keyword: string, query?: HistoryQuery, options?: CallOptions): Promise<KeywordHistory>;
  summary(project: string, query?: SummaryQuery, options?: CallOptions): Promise<Summary>;
  /** CSV or JSON lines of any size. `timeoutSeconds` applies to the start of the response. */
  export(project: string, query?: ExportQuery, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /** Checks keywords now, at most once per minute. Charged. */
  run(project: string, run?: RunOptions, options?: CreateOptions): Promise<SlotRun>;
  /** Checks keywords now and returns the run when all of its checks have an outcome. Waits for 600 seconds unless you set `waitSeconds`. */
  runAndWait(project: string, run?: RunOptions, options?: CreateAndWaitOptions): Promise<SlotRun>;
  /** The price of such a run, in credits. */
  runCost(project: string, run?: RunOptions, options?: CallOptions): Promise<number>;
  /** Yields runs, newest first, with those that did not take place. */
  runs(project: string, options?: CallOptions): AsyncGenerator<SlotRun, void, undefined>;
  /** Orders search volumes of keywords without one of this month. Charged. */
  orderVolumes(
    project: string,
    options?: CreateOptions & { readonly dryRun?: boolean },
  ): Promise<Operations['POST /projects/{id}/volumes']['answer']>;
  readonly rules: Rules;
  readonly delivery: Delivery;
  readonly alerts: Alerts;
  readonly notes: Notes;
  readonly shares: Shares;
}

const PAGE_RUNS = 100;
const WAIT_SECONDS = 600;
const [PAUSE_MS_FIRST, PAUSE_MS_MAX] = [500, 5000];

export function createProjects(send: Send, download: Download, signal?: AbortSignal): Projects {
  /** The newest runs are enough: a project starts one run per minute. */
  const findRun = async (id: string, slot: string, options: CallOptions): Promise<SlotRun | undefined> => {
    const { items } = await send('GET /projects/{id}/runs', { ...callOf(options), path: { id }, query: { limit: PAGE_RUNS } });
    return items.find((run) => run.slot === slot);
  };

  const runAndWait: Projects['runAndWait'] = async (id, body = {}, options = {}) => {
    const { waitSeconds = WAIT_SECONDS } = options;
    const end = Date.now() + waitSeconds * 1000;
    let run = await send('POST /projects/{id}/run', { ...createOf(options), path: { id }, body });
    for (let ms = PAUSE_MS_FIRST; run.state === 'running' || run.pending > 0; ms = Math.min(PAUSE_MS_MAX, ms * 1.5)) {
      if (Date.now() >= end) {
        const message = `${run.pending} checks of the run did not finish within ${waitSeconds} seconds.`;
        throw new SextantError(message, {
          status: 0,
          code: 'unfinished',
          solution: 'They continue. Read them with runs.',
          retryable: false,
        });
      }
      await pause(Math.min(randomised(ms), end - Date.now()), signal, options.signal);
      run = (await findRun(id, run.slot, options)) ?? run;
    }
    return run;
  };

  return {
    ...createTrackedKeywords(send),
    create: (body, options = {}) => send('POST /projects', { ...createOf(options), body }),
    list: async (options = {}) => (await send('GET /projects', callOf(options))).items,
    get: (id, options = {}) => send('GET /projects/{id}', { ...callOf(options), path: { id } }),
    change: (id, body, options = {}) => send('PATCH /projects/{id}', { ...callOf(options), path: { id }, body }),
    remove: (id, options = {}) => send('DELETE /projects/{id}', { ...callOf(options), path: { id } }),
    demo: (options = {}) => send('POST /projects/demo', createOf(options)),
    forecast: (body, options = {}) => send('POST /tracking/forecast', { ...callOf(options), body }),
    history: (id, keywordId, query = {}, options = {}) =>
      send('GET /projects/{id}/keywords/{keywordId}/history', { ...callOf(options), path: { id, keywordId }, query }),
    summary: (id, query = {}, options = {}) => send('GET /projects/{id}/summary', { ...callOf(options), path: { id }, query }),
    export: (id, query = {}, options = {}) => download('GET /projects/{id}/export', { ...callOf(options), path: { id }, query }),
    run: (id, run = {}, options = {}) => send('POST /projects/{id}/run', { ...createOf(options), path: { id }, body: run }),
    runAndWait,
    runCost: async (id, run = {}, options = {}) => {
      const body = { ...run, dryRun: true };
      return (await send('POST /projects/{id}/run', { ...callOf(options), path: { id }, body })).cost;
    },
    async *runs(id, options = {}) {
      for (let before: string | undefined; ; ) {
        const query = { limit: PAGE_RUNS, ...(before === undefined ? {} : { before }) };
        const { items, next } = await send('GET /projects/{id}/runs', { ...callOf(options), path: { id }, query });
        yield* items;
        if (next === null) return;
        before = next;
      }
    },
    orderVolumes: (id, options = {}) => {
      const body = options.dryRun ? { dryRun: true } : {};
      return send('POST /projects/{id}/volumes', { ...createOf(options), path: { id }, body });
    },
    rules: createRules(send),
    delivery: createDelivery(send),
    alerts: createAlerts(send),
    notes: createNotes(send),
    shares: createShares(send),
  };
}
