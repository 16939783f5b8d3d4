// The canaries of this installation: the shipped list with the operator's changes, and their requests.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Regions } from '../business/regions/regions.ts';
import type { Config } from '../config.ts';
import type { Canary, PublishedCanary } from '../contract/canaries.ts';
import { ApiError } from '../contract/errors.ts';
import { isLookup } from '../contract/vocabulary.ts';
import { CANARY_RESULTS, CanaryProblem, readCanaries } from '../products/canaries/definitions.ts';
import { readSerpRequest } from '../products/serp/validate.ts';
import { readTechnologiesDomain } from '../products/technologies.ts';
import { readWhoisDomain } from '../products/whois.ts';
import { ROOT, StartProblem } from './installation.ts';
import { ONE_OFF_ACCOUNT } from './one-off-account.ts';
import { PAGE_POLICY, type SourceAccess } from './source-access.ts';

const SHIPPED = path.join(ROOT, 'data', 'canaries.json');
const LOOKUP_ACCOUNT = { ...ONE_OFF_ACCOUNT, mode: 'live' } as const;
/** More than 500 canaries with the longest texts need. */
const FILE_BYTES_MAX = 10_000_000;

/** Throws `StartProblem` when CANARIES_FILE cannot be used. */
export function loadCanaries({ CANARIES_FILE: file }: Pick<Config, 'CANARIES_FILE'>): Canary[] {
  try {
    return readCanaries(readFileSync(SHIPPED, 'utf8'), file === null ? null : readOwn(file));
  } catch (cause) {
    if (cause instanceof CanaryProblem || (cause as { path?: unknown }).path === file)
      throw new StartProblem(`CANARIES_FILE: ${(cause as Error).message}.`, { cause });
    throw cause;
  }
}

/** Devices and pipes have no size, and some have no end. */
function readOwn(file: string): string {
  const stats = statSync(file);
  if (!stats.isFile()) throw new CanaryProblem(`${file} is not a file`);
  if (stats.size > FILE_BYTES_MAX) throw new CanaryProblem(`the file is larger than ${FILE_BYTES_MAX} bytes`);
  return readFileSync(file, 'utf8');
}

/** Throws `StartProblem` for the first canary whose region is unknown. */
export function checkRegions(canaries: readonly Canary[], regions: Pick<Regions, 'resolve'>): void {
  for (const { id, region } of canaries)
    if (region !== null && regions.resolve(region) === null)
      throw new StartProblem(`CANARIES_FILE: canary "${id}": region "${region}" is unknown. Run sextant regions for the names.`);
}

/** Throws `StartProblem` for the first canary whose question its engine or lookup does not accept. */
export function checkQuestions(canaries: readonly Canary[], config: Config, regions: Regions, access: Pick<SourceAccess, 'engines'>): void {
  for (const canary of canaries) {
    try {
      composeCanary(canary, config, regions, access);
    } catch (cause) {
      if (cause instanceof ApiError)
        throw new StartProblem(`CANARIES_FILE: canary "${canary.id}": ${inTermsOfFile(cause.message)}`, { cause });
      throw cause;
    }
  }
}

/** The file calls the keyword and the domain of a request a question. */
const inTermsOfFile = (message: string): string =>
  message.replace(/^Bad input parameter: /, '').replace(/^(?:keyword|domain) /, 'question ');

/** Returns the canary with its request, or null when the engine has no source here. */
export function composeCanary(
  canary: Canary,
  config: Config,
  regions: Regions,
  access: Pick<SourceAccess, 'engines'>,
): PublishedCanary | null {
  if (isLookup(canary.engine)) {
    if (canary.engine === 'whois') readWhoisDomain(canary.question, LOOKUP_ACCOUNT);
    else readTechnologiesDomain(canary.question, LOOKUP_ACCOUNT);
    return { ...canary, request: null };
  }
  const engine = canary.engine as keyof ReturnType<SourceAccess['engines']>;
  if (access.engines('live')[engine] === null) return null;
  const fields = {
    keyword: canary.question,
    searchEngine: engine,
    region: canary.region!,
    language: canary.language!,
    isMobile: canary.device === 'mobile',
    maxResults: CANARY_RESULTS,
  };
  const parts = {
    engines: access.engines,
    regions,
    prices: config.PRICES,
    guard: PAGE_POLICY,
    pageGuard: PAGE_POLICY,
    callbackFormat: config.CALLBACK_FORMAT,
  };
  return { ...canary, request: readSerpRequest(fields, { ...ONE_OFF_ACCOUNT, mode: 'live' }, parts).request };
}
