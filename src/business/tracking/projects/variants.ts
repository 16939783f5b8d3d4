// Search variants: engine, region, language and device of a keyword, checked once and stored once.
import { setImmediate as nextTick } from 'node:timers/promises';
import { errors } from '../../../contract/errors.ts';
import type { Account } from '../../../contract/order.ts';
import { isLongerThan } from '../../../contract/text.ts';
import { KEYWORD_CHARACTERS_MAX, type NewProject } from '../../../contract/tracking.ts';
import type { NewTrackedKeyword } from '../../../contract/tracking-keywords.ts';
import type { Db } from '../../../platform/db.ts';
import type { Owner, ReadVariant } from '../types.ts';

export type Variant = ReturnType<ReadVariant>;

/** One keyword on one device. */
export interface Expanded {
  /** Index in the request. */
  readonly index: number;
  readonly keyword: string;
  readonly variant: Variant;
  readonly fields: NewTrackedKeyword;
}

/** Applies the defaults and checks every keyword. Throws a 400 that names the entry by `at`. */
export type ExpandKeywords = (
  account: Account,
  defaults: NonNullable<NewProject['defaults']>,
  maxResults: number,
  keywords: readonly NewTrackedKeyword[],
  at?: (index: number) => string,
) => Promise<Expanded[]>;

/** Identifies a variant within an account and mode, as the unique key of `search_variants` does. */
export const variantKey = ({ engine, regionId, language, isMobile }: Variant): string => `${engine} ${regionId} ${language} ${isMobile}`;

/** Spaces do not matter to search engines, so equal keywords are equal texts. */
export const keywordText = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Keywords between two pauses for other requests. */
const SLICE = 500;

export function createExpand(readVariant: ReadVariant): ExpandKeywords {
  return async (account, defaults, maxResults, keywords, at = (index) => `keywords[${index}].`) => {
    // Lists use few variants, and resolving a region takes longer than everything else.
    const known = new Map<string, Variant>();
    const variantOf = (fields: NewTrackedKeyword, keyword: string, isMobile: boolean, name: string): Variant => {
      // Fields of a long list may be present and undefined.
      const searchEngine = fields.searchEngine ?? defaults.searchEngine ?? 'google';
      const [region, language] = [fields.region ?? defaults.region, fields.language ?? defaults.language];
      const key = JSON.stringify([searchEngine, region, language, isMobile]);
      const cached = known.get(key);
      if (cached) return cached;
      if (region === undefined)
        throw errors.badParameter(`${name}region`, 'is missing', 'Send it with the keyword, or set it in the defaults of the project.');
      if (searchEngine === 'universal') throw errors.badParameter(`${name}searchEngine`, 'has no positions that could be tracked');
      const request = { keyword, searchEngine, region, ...(language === undefined ? {} : { language }), isMobile, maxResults };
      const variant = readVariant(request, account, name);
      known.set(key, variant);
      return variant;
    };
    const expanded: Expanded[] = [];
    for (const [index, fields] of keywords.entries()) {
      if (index % SLICE === SLICE - 1) await nextTick();
      const keyword = keywordText(fields.keyword);
      if (keyword === '' || isLongerThan(keyword, KEYWORD_CHARACTERS_MAX))
        throw errors.badParameter(`${at(index)}keyword`, `must have 1 to ${KEYWORD_CHARACTERS_MAX} characters`);
      for (const device of new Set(fields.devices ?? defaults.devices ?? ['desktop']))
        expanded.push({ index, keyword, variant: variantOf(fields, keyword, device === 'mobile', at(index)), fields });
    }
    return expanded;
  };
}

const INSERT = {
  name: 'tracking_variants_insert',
  text: `insert into search_variants (account_id, live, engine, region_id, language, is_mobile, request)
    select $1, $2, v.engine, v."regionId", v.language, v."isMobile", v.request
    from json_to_recordset($3) as v (engine text, "regionId" text, language text, "isMobile" boolean, request json)
    on conflict (account_id, live, engine, region_id, language, is_mobile) do nothing`,
};
const FIND = {
  name: 'tracking_variants_find',
  text: `select s.id, v.key
    from json_to_recordset($3) as v (key text, engine text, "regionId" text, language text, "isMobile" boolean)
    join search_variants s on s.account_id = $1 and s.live = $2 and s.engine = v.engine and s.region_id = v."regionId"
      and s.language = v.language and s.is_mobile = v."isMobile"`,
};

/** Returns ids by `variantKey`. Unknown variants are stored, or left out without `adds`. */
export async function variantIds(
  query: Db['query'],
  { accountId, mode }: Owner,
  variants: Iterable<Variant>,
  adds: boolean,
): Promise<ReadonlyMap<string, number>> {
  const distinct = new Map([...variants].map((variant) => [variantKey(variant), variant]));
  // In a fixed order, so that two requests of one account cannot deadlock.
  const sorted = [...distinct].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = sorted.map(([key, { request, ...variant }]) => ({ key, ...variant, request: JSON.parse(request) as object }));
  const values = [accountId, mode === 'live', JSON.stringify(rows)];
  // Two statements: the second one also sees variants that another request has just stored.
  if (adds) await query(INSERT, values);
  return new Map((await query<{ id: number; key: string }>(FIND, values)).map(({ id, key }) => [key, id]));
}
