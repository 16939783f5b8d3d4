// Validates a keyword request completely before any charge and converts it to an order item.
import { type Prices, priceOf } from '../../business/credits/price.ts';
import { readCallback, readFormat, readRegion, readTiming } from '../../business/orders/fields.ts';
import type { LabelOf } from '../../business/orders/labels.ts';
import { type ReuseSettings, reuseOf } from '../../business/orders/reuse-key.ts';
import type { Regions } from '../../business/regions/regions.ts';
import { errors } from '../../contract/errors.ts';
import { type KeywordRequest, keywordLimits } from '../../contract/keyword.ts';
import type { Account, OrderItem } from '../../contract/order.ts';
import { URL_LENGTH_MAX } from '../../contract/request.ts';
import { isBlank, isLongerThan, isUrl } from '../../contract/text.ts';
import { type CallbackFormat, KEYWORD_SOURCES, type KeywordSource, type Mode } from '../../contract/vocabulary.ts';
import type { GuardPolicy } from '../../platform/ssrf-guard.ts';
import type { StoredKeywordRequest } from './request.ts';

export interface KeywordOrderParts {
  readonly regions: Regions;
  readonly prices: Prices;
  readonly guard: GuardPolicy;
  readonly callbackFormat: CallbackFormat;
  /** Default: full price, shared by all accounts. */
  readonly reuse?: ReuseSettings;
  /** Default: no job has a label. */
  readonly labelOf?: LabelOf;
  /** Returns whether this source is available in this mode. */
  readonly hasKeywords: (source: KeywordSource, mode: Mode) => boolean;
}

/** `at` is empty, or `[3].` inside a batch. Batches are always asynchronous. */
export function readKeywordRequest(request: KeywordRequest, account: Account, parts: KeywordOrderParts, at = ''): OrderItem {
  const source = readSource(request.source ?? 'google', account.mode, parts, at);
  const suggestions = request.suggestions ?? false;
  const url = readUrl(request, source, suggestions, at);
  const keywords = readKeywords(request.keywords, keywordLimits(account.contract, suggestions, source), url !== null, at);
  const region = readRegion(request, parts.regions, at);
  const timing = readTiming(request, at, source !== 'baidu');
  const stored: StoredKeywordRequest = {
    keywords,
    url,
    region,
    regionSearch: request.regionSearch ?? null,
    priority: timing.priority,
    asynchronous: at === '' ? timing.asynchronous : true,
    language: request.language ?? null,
    source,
    searchPartners: request.searchPartners ?? account.contract === 'current',
    suggestions,
    callback: readCallback(request.callback, parts.guard, at),
    callbackFormat: readFormat(request.callbackFormat, parts.callbackFormat),
    archivable: account.archive,
    ...(request.freshness === undefined ? {} : { freshness: request.freshness }),
  };
  const price = priceOf({ kind: 'keyword', engine: `keyword.${source}`, priority: timing.priority }, account, parts.prices);
  return {
    request: JSON.stringify(stored),
    priority: timing.priority,
    ...price,
    hasWaiter: at === '' && !timing.asynchronous,
    delayDays: 0,
    label: parts.labelOf?.({ name: 'keyword', country: region.countryCode }, account.mode) ?? '',
    ...reuseOf('keyword', stored, price, account.id, parts.reuse),
  };
}

/** The error lists only the available sources. */
function readSource(source: string, mode: Mode, { hasKeywords }: KeywordOrderParts, at: string): KeywordSource {
  const available = KEYWORD_SOURCES.filter((name) => hasKeywords(name, mode));
  const known = available.find((name) => name === source);
  if (known !== undefined) return known;
  if (available.length > 0) throw errors.badParameter(`${at}source`, `must be one of ${available.join(', ')}`);
  throw errors.badParameter(
    `${at}source`,
    'cannot be answered: this service has no source of keyword data',
    'Ask the operator for one, or use a test key.',
  );
}

function readUrl(request: KeywordRequest, source: KeywordSource, suggestions: boolean, at: string): string | null {
  if (request.url === undefined) return null;
  if (source !== 'google') throw errors.badParameter(`${at}source`, 'must be google when url is sent');
  if (!suggestions) throw errors.badParameter(`${at}suggestions`, 'must be true when url is sent');
  if (request.url.length > URL_LENGTH_MAX || !/^https?:\/\/[^\s]+$/i.test(request.url) || !isUrl(request.url)) {
    throw errors.badParameter(`${at}url`, 'must be an absolute http or https URL of at most 2,048 characters');
  }
  return request.url;
}

function readKeywords(
  keywords: readonly string[] | undefined,
  { countMax, lengthMax }: ReturnType<typeof keywordLimits>,
  hasUrl: boolean,
  at: string,
): readonly string[] | null {
  if (keywords === undefined || keywords.length === 0) {
    if (hasUrl && keywords === undefined) return null;
    throw errors.badParameter(`${at}keywords`, `must have 1 to ${countMax} keywords`);
  }
  if (keywords.length > countMax) throw errors.badParameter(`${at}keywords`, `must have 1 to ${countMax} keywords, not ${keywords.length}`);
  for (let index = 0; index < keywords.length; index++) {
    const keyword = keywords[index]!;
    if (isBlank(keyword)) throw errors.badParameter(`${at}keywords[${index}]`, 'is empty');
    if (isLongerThan(keyword, lengthMax)) throw errors.badParameter(`${at}keywords[${index}]`, `must have at most ${lengthMax} characters`);
  }
  return keywords;
}
