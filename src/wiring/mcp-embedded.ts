// MCP tools without a service: they query the configured sources and keep the results for the session.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadRegions } from '../business/regions/load.ts';
import { oneOffJob } from '../cli/one-off.ts';
import type { Config } from '../config.ts';
import type { AiSendPromptRequest, AiSeoAnalysisRequest } from '../contract/ai.ts';
import { ApiError } from '../contract/errors.ts';
import { failureText, failureVerdict } from '../contract/failures.ts';
import type { KeywordRequest } from '../contract/keyword.ts';
import type { JobEnd } from '../contract/order.ts';
import type { SerpRequest } from '../contract/serp.ts';
import type { Mode, RegionType, WhoisSource } from '../contract/vocabulary.ts';
import { type ApiObject, type Backend, type ToolOrder, ToolProblem } from '../mcp/backend.ts';
import { readSendPrompt, readSeoAnalysis } from '../products/ai/validate.ts';
import { readKeywordRequest } from '../products/keyword/validate.ts';
import { readSerpRequest } from '../products/serp/validate.ts';
import { lookUpTechnologies, readTechnologiesDomain } from '../products/technologies.ts';
import { lookUpWhois, readWhoisDomain } from '../products/whois.ts';
import { dataFolder } from './installation.ts';
import { jobTable } from './jobs.ts';
import { ONE_OFF_ACCOUNT } from './one-off-account.ts';
import { createSourceAccess, PAGE_POLICY } from './source-access.ts';

const ROUNDS_MAX = 3;
const AGAIN_SECONDS_MAX = 20;
/** Objects that one session keeps. The oldest are dropped first. */
const KEPT_MAX = 1000;

/** Turns API errors into tool errors. */
async function told<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw new ToolProblem(error.code, error.message, error.solution);
    throw error;
  }
}

/** Schedules and history need a database. */
async function needsService(): Promise<never> {
  throw new ToolProblem(400, 'Tracking needs a service.', 'Start sextant mcp with --url and the key of a running service.');
}

export async function createEmbedded(config: Config, mode: Mode): Promise<Backend & { close(): Promise<void> }> {
  const sourceAccess = await createSourceAccess(config);
  const regions = loadRegions(undefined, dataFolder(config));
  const parts = {
    ...sourceAccess,
    regions,
    prices: config.PRICES,
    guard: PAGE_POLICY,
    pageGuard: PAGE_POLICY,
    callbackFormat: config.CALLBACK_FORMAT,
  };
  const account = { ...ONE_OFF_ACCOUNT, mode };
  const table = jobTable(sourceAccess, config);
  const kept = new Map<string, ApiObject>();
  const keep = (shown: ApiObject): void => {
    kept.delete(shown.id);
    kept.set(shown.id, shown);
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!);
  };
  const requestOf = ({ kind, request }: ToolOrder): string => {
    if (kind === 'serp') return readSerpRequest(request as SerpRequest, account, parts).request;
    if (kind === 'keyword') return readKeywordRequest(request as KeywordRequest, account, parts).request;
    return request.url === undefined
      ? readSendPrompt(request as AiSendPromptRequest, account, parts).request
      : readSeoAnalysis(request as AiSeoAnalysisRequest, account, parts).request;
  };
  const collect = async (kind: ToolOrder['kind'], request: string): Promise<JobEnd> => {
    for (let round = 1; ; round++) {
      const end = await table[kind](oneOffJob(kind, request, mode));
      if (end.outcome !== 'again' || round >= ROUNDS_MAX) return end;
      await sleep(Math.min(end.retryAfterSeconds, AGAIN_SECONDS_MAX) * 1000);
    }
  };
  return {
    create: (order) =>
      told(() => {
        const request = requestOf(order);
        const shown = { ...(JSON.parse(request) as object), id: randomBytes(12).toString('hex'), ready: false, faulty: false } as ApiObject;
        keep(shown);
        void collect(order.kind, request).then(
          (end) => keep(finished(shown, order.kind, end)),
          () => keep({ ...shown, faulty: true, ready: order.kind === 'ai', error: 'The sources failed.' }),
        );
        return { id: shown.id, cost: 0 };
      }),
    fetch: async (_kind, id) => kept.get(id) ?? null,
    lookUp: (kind, domain, { source = 'auto' }) =>
      told(async () => {
        const result =
          kind === 'whois'
            ? await lookUpWhois(readWhoisDomain(domain, account), source as WhoisSource, account, sourceAccess)
            : await lookUpTechnologies(readTechnologiesDomain(domain, account), account, sourceAccess);
        return { result, cost: 0 };
      }),
    regions: async ({ query, countryCode, type, items }) =>
      regions.list({
        ...(query ? { query } : {}),
        ...(countryCode ? { countryCode: countryCode.toUpperCase() } : {}),
        ...(type ? { type: type as RegionType } : {}),
        items: Number(items ?? 10),
        page: 1,
      }),
    quote: async () => ({ cost: 0, waitSeconds: 0, spendable: null }),
    track: needsService,
    report: needsService,
    close: sourceAccess.close,
  };
}

function finished(shown: ApiObject, kind: ToolOrder['kind'], end: JobEnd): ApiObject {
  const common = { ...shown, attempts: end.attempts };
  if (end.outcome !== 'done')
    return {
      ...common,
      faulty: true,
      ready: kind === 'ai',
      verdict: end.outcome === 'faulty' ? end.verdict : failureVerdict(end.attempts),
      error: errorOf(end),
    };
  return { ...common, ready: true, verdict: end.verdict, [kind === 'ai' ? 'response' : 'data']: JSON.parse(end.body) };
}

const errorOf = (end: JobEnd): string =>
  String((end.outcome === 'faulty' && end.detail?.error) || `${failureText(failureVerdict(end.attempts), end.attempts)} Try again later.`);
