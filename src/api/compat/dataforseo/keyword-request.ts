// Converts a task of a Google Ads endpoint to our requests, each with as many keywords as the account may send.
import { type KeywordRequest, keywordLimits } from '../../../contract/keyword.ts';
import type { Account } from '../../../contract/order.ts';
import type { StoredTask } from '../../../contract/task.ts';
import { hasControls } from '../../../contract/text.ts';
import { invalidField, type NameOf } from '../../../products/dataforseo/codes.ts';
import { decoded } from '../../../products/dataforseo/search-url.ts';
import { checkSize, TASK_LENGTHS_MAX, type Task } from './body.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { readLanguage, readPlace, readTag, readTaskCallback, shownTask } from './place-fields.ts';

export const KEYWORD_FUNCTIONS = ['search_volume', 'keywords_for_keywords', 'keywords_for_site'] as const;
export type KeywordFunction = (typeof KEYWORD_FUNCTIONS)[number];

export interface ReadKeywordTask {
  /** One for each portion of the keywords. */
  readonly requests: readonly KeywordRequest[];
  readonly task: StoredTask;
  readonly tag: string | null;
  readonly ignored: readonly string[];
  readonly nameOf: NameOf;
}

const KEYWORDS_MAX = { search_volume: 1000, keywords_for_keywords: 20 } as const;
const KEYWORD_LENGTH_MAX = 80;
const KEYWORD_WORDS_MAX = 10;

export const keywordPathOf = (name: KeywordFunction): string => `keywords_data/google_ads/${name}`;

export function readKeywordTask(task: Task, name: KeywordFunction, account: Account, isLive: boolean): ReadKeywordTask {
  checkSize(task, TASK_LENGTHS_MAX.keyword);
  const fields = fieldsOf(task);
  const place = readPlace(fields);
  if (!place) throw invalidField('location_code', 'Send location_code or location_name. Worldwide volumes are not available.');
  const language = readLanguage(fields);
  const tag = readTag(fields);
  const { url, ...callback } = isLive ? {} : readTaskCallback(fields, tag, null);
  const shared = {
    ...place,
    source: 'google' as const,
    searchPartners: fields.flag('search_partners') ?? false,
    suggestions: name !== 'search_volume',
    priority: 'NORMAL' as const,
    asynchronous: !isLive,
    ...(language === undefined ? {} : { language }),
    ...(url === undefined
      ? {}
      : { callback: url, callbackFormat: callback.callback === 'postback' ? ('JSON' as const) : ('SIMPLE' as const) }),
  };
  const subjects = name === 'keywords_for_site' ? [{ url: readSite(fields) }] : portionsOf(readKeywords(fields, name), name, account);
  if (url !== undefined && subjects.length > 1)
    throw invalidField(`${callback.callback}_url`, `A callback needs a task of at most ${portionOf(name, account)} keywords.`);
  const stored: StoredTask = { path: keywordPathOf(name), function: isLive ? 'live' : 'task_post', data: shownTask(task), ...callback };
  const requests = subjects.map((subject) => ({ ...shared, ...subject }));
  return { requests, task: stored, tag, ignored: fields.ignored(), nameOf: namesFor(fields) };
}

const portionOf = (name: KeywordFunction, { contract }: Account): number =>
  keywordLimits(contract, name !== 'search_volume', 'google').countMax;

function portionsOf(keywords: readonly string[], name: KeywordFunction, account: Account): { keywords: string[] }[] {
  const size = portionOf(name, account);
  const portions: { keywords: string[] }[] = [];
  for (let start = 0; start < keywords.length; start += size) portions.push({ keywords: keywords.slice(start, start + size) });
  return portions;
}

/** Returns the keywords in lower case, each once, as the provider searches them. */
function readKeywords(fields: Fields, name: Exclude<KeywordFunction, 'keywords_for_site'>): string[] {
  const given = fields.list('keywords') ?? [];
  const most = KEYWORDS_MAX[name];
  if (given.length === 0 || given.length > most) throw invalidField('keywords', `It must have 1 to ${most} keywords.`);
  const keywords = given.map((keyword) => {
    const text = typeof keyword === 'string' ? decoded(keyword).trim().toLowerCase() : '';
    const fits = text !== '' && text.length <= KEYWORD_LENGTH_MAX && text.split(/\s+/).length <= KEYWORD_WORDS_MAX && !hasControls(text);
    if (!fits)
      throw invalidField(
        'keywords',
        `Each keyword must have 1 to ${KEYWORD_LENGTH_MAX} characters and at most ${KEYWORD_WORDS_MAX} words.`,
      );
    return text;
  });
  return [...new Set(keywords)];
}

function readSite(fields: Fields): string {
  const target = fields.text('target');
  fields.text('target_type', 20);
  if (target === undefined) throw invalidField('target', 'It is missing.');
  return /^https?:\/\//i.test(target) ? target : `https://${target}/`;
}

function namesFor(fields: Fields): NameOf {
  const names: Readonly<Record<string, string>> = {
    region: fields.has('location_name') && !fields.has('location_code') ? 'location_name' : 'location_code',
    language: fields.has('language_name') && !fields.has('language_code') ? 'language_name' : 'language_code',
    url: 'target',
    callback: fields.has('pingback_url') ? 'pingback_url' : 'postback_url',
  };
  return (name) => names[name.replace(/[.[].*$/, '')] ?? name.replace(/\[.*$/, '');
}
