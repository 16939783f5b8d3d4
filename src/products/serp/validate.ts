// Validates a SERP request completely before any charge and converts it to an order item.

import { type Prices, priceOf } from '../../business/credits/price.ts';
import { isLanguage, languageOf } from '../../business/languages.ts';
import type { CustomOptionsLimit } from '../../business/orders/custom-options-limit.ts';
import { readCallback, readFormat, readRegion, readTiming } from '../../business/orders/fields.ts';
import type { LabelOf } from '../../business/orders/labels.ts';
import { type ReuseSettings, reuseOf } from '../../business/orders/reuse-key.ts';
import type { Regions } from '../../business/regions/regions.ts';
import { errors } from '../../contract/errors.ts';
import type { Account, OrderItem } from '../../contract/order.ts';
import type { SerpRequest } from '../../contract/serp.ts';
import { isLongerThan } from '../../contract/text.ts';
import type { CallbackFormat, EngineName, Mode } from '../../contract/vocabulary.ts';
import { type GuardPolicy, isAllowedHost } from '../../platform/ssrf-guard.ts';
import { universalProblem } from '../../sources/engines/universal/engine.ts';
import type { Engine } from '../../sources/serp.ts';
import { readFind } from './find.ts';
import { checkOptions, hasCustomOptions, type OptionParts, readCookies, readUrlParameters, readUserAgent } from './options.ts';
import type { StoredSerpRequest } from './request.ts';

export interface SerpOrderParts extends OptionParts {
  readonly regions: Regions;
  readonly prices: Prices;
  readonly guard: GuardPolicy;
  readonly callbackFormat: CallbackFormat;
  /** Default: full price, shared by all accounts. */
  readonly reuse?: ReuseSettings;
  /** Default: no job has a label. */
  readonly labelOf?: LabelOf;
  /** The engines that are available in this mode. */
  readonly engines: (mode: Mode) => Readonly<Record<EngineName, Engine | null>>;
  /** For the page that `universal` fetches. */
  readonly pageGuard: GuardPolicy;
  /** Without it, orders with custom options are always accepted. */
  readonly customOptionsLimit?: Pick<CustomOptionsLimit, 'check'>;
}

const KEYWORD_LENGTH_MAX = 2048;

/** `at` is empty, or `[3].` inside a batch. Batches are always asynchronous. */
export function readSerpRequest(request: SerpRequest, account: Account, parts: SerpOrderParts, at = ''): OrderItem {
  const keyword = request.keyword.trim();
  if (keyword === '' || isLongerThan(keyword, KEYWORD_LENGTH_MAX))
    throw errors.badParameter(`${at}keyword`, 'must have 1 to 2,048 characters');
  const region = readRegion(request, parts.regions, at);
  const engine = readEngine(request.searchEngine ?? 'google', account.mode, parts, at);
  if (engine.traits.keywordIsUrl) checkPage(request.keyword, parts.pageGuard, at);
  const maxResults = request.maxResults ?? 10;
  const resultsMax = Math.min(account.maxResults, engine.traits.maxResults);
  if (maxResults > resultsMax) {
    const owner = account.maxResults < engine.traits.maxResults ? 'this account’s plan' : engine.name;
    throw errors.badParameter(`${at}maxResults`, `is above the maximum of ${resultsMax} for ${owner}`, `Send at most ${resultsMax}.`);
  }
  if (request.language !== undefined && !isLanguage(request.language)) {
    throw errors.badParameter(`${at}language`, 'must be an ISO 639-1 code', 'Send two lower-case letters, such as en.');
  }
  const timing = readTiming(request, at);
  const callback = readCallback(request.callback, parts.guard, at);
  const find = readFind(request.find, at);
  const price = priceOf({ kind: 'serp', engine: engine.name, priority: timing.priority, maxResults }, account, parts.prices);
  // In the order in which the fields are shown, so that `serpText` can copy them.
  const stored: StoredSerpRequest = {
    keyword: request.keyword,
    region,
    regionSearch: request.regionSearch ?? null,
    priority: timing.priority,
    asynchronous: at === '' ? timing.asynchronous : true,
    archivable: account.archive,
    searchEngine: engine.name,
    callback,
    callbackFormat: readFormat(request.callbackFormat, parts.callbackFormat),
    maxResults,
    isMobile: request.isMobile ?? false,
    language: request.language ?? languageOf(region.countryCode),
    saveRawData: request.saveRawData ?? false,
    customUserAgent: readUserAgent(request.customUserAgent, at),
    customUrlParameter: readUrlParameters(request.customUrlParameter, `${at}customUrlParameter`),
    customCookieParameter: readCookies(request.customCookieParameter, `${at}customCookieParameter`),
    voiceSearchHighFidelity: request.voiceSearchHighFidelity ?? false,
    ...(find ? { find: { ...find, ...price } } : {}),
    ...(request.freshness === undefined ? {} : { freshness: request.freshness }),
  };
  if (hasCustomOptions(request)) {
    checkOptions(stored, engine, account.mode, parts, at);
    parts.customOptionsLimit?.check(account);
  }
  return {
    request: JSON.stringify(stored),
    priority: timing.priority,
    ...price,
    hasWaiter: at === '' && !timing.asynchronous,
    delayDays: 0,
    label: parts.labelOf?.({ name: engine.name, country: region.countryCode }, account.mode) ?? '',
    ...reuseOf('serp', stored, price, account.id, parts.reuse),
  };
}

function readEngine(name: EngineName, mode: Mode, parts: SerpOrderParts, at: string): Engine {
  const table = parts.engines(mode);
  const engine = table[name];
  if (engine) return engine;
  const available = Object.entries(table).flatMap(([known, adapter]) => (adapter ? [known] : []));
  throw errors.badParameter(`${at}searchEngine`, `${name} has no source on this server`, `Available: ${available.join(', ')}.`);
}

function checkPage(keyword: string, guard: GuardPolicy, at: string): void {
  const problem = universalProblem(keyword);
  if (problem) throw errors.badParameter(`${at}keyword`, problem);
  if (!isAllowedHost(new URL(keyword).hostname, guard)) {
    throw errors.badParameter(`${at}keyword`, 'must not point to a private, local or reserved address');
  }
}
