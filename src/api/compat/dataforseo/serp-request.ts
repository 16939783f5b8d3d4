// Converts a task of a SERP endpoint to our request.
import type { Account } from '../../../contract/order.ts';
import type { SerpRequest } from '../../../contract/serp.ts';
import type { StoredTask, TaskLevel } from '../../../contract/task.ts';
import { hasControls } from '../../../contract/text.ts';
import { invalidField, type NameOf } from '../../../products/dataforseo/codes.ts';
import type { SerpEndpoint } from '../../../products/dataforseo/endpoints.ts';
import { decoded, readSearchUrl, type SearchedUrl } from '../../../products/dataforseo/search-url.ts';
import { checkSize, TASK_LENGTHS_MAX, type Task } from './body.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { languageIn, type Place, readLanguage, readPlace, readPriority, readTag, readTaskCallback, shownTask } from './place-fields.ts';

export interface ReadTask {
  readonly request: SerpRequest;
  readonly task: StoredTask;
  readonly tag: string | null;
  /** Fields without effect. */
  readonly ignored: readonly string[];
  readonly nameOf: NameOf;
}

const KEYWORD_LENGTH_MAX = 700;
const RESULTS_MAX = 100;
/** The provider drops these, because they contradict the location or the language. */
const DROPPED_PARAMETERS = new Set(['lr', 'cr', 'as_qdr', 'as_sitesearch', 'as_q', 'as_epq', 'as_oq', 'as_eq', 'q', 'hl', 'gl', 'uule']);
const REMOVED_MAX = 10;

/** `level` is the one of a live request, or null for a task that is collected later. */
export function readSerpTask(task: Task, endpoint: SerpEndpoint, account: Account, level: TaskLevel | null): ReadTask {
  checkSize(task, TASK_LENGTHS_MAX.serp);
  const fields = fieldsOf(task);
  const searched = fields.has('url') ? readSearchUrl(fields.text('url')!, endpoint) : null;
  const keyword = searched?.keyword ?? decoded(fields.text('keyword', 3 * KEYWORD_LENGTH_MAX) ?? '');
  if (keyword.trim() === '') throw invalidField('keyword', 'It is missing.');
  if (keyword.length > KEYWORD_LENGTH_MAX) throw invalidField('keyword', `It must have at most ${KEYWORD_LENGTH_MAX} characters.`);
  if (hasControls(keyword)) throw invalidField('keyword', 'It must not contain control characters.');
  const tag = readTag(fields);
  const { url, ...callback } = level === null ? readTaskCallback(fields, tag, endpoint.levels) : {};
  const priority = readPriority(fields);
  const language = readLanguage(fields) ?? (searched?.language === undefined ? undefined : (languageIn(searched.language) ?? undefined));
  const depth = readDepth(fields, endpoint, account);
  checkFilters(fields);
  const request: SerpRequest = {
    keyword,
    ...placeOf(fields, endpoint, searched),
    searchEngine: endpoint.engine,
    priority: level === null ? priority : 'NORMAL',
    asynchronous: level === null,
    ...(depth === null ? {} : { maxResults: depth as SerpRequest['maxResults'] & number }),
    isMobile: readDevice(fields),
    ...(language === undefined ? {} : { language }),
    saveRawData: needsPages(endpoint, level ?? callback.level ?? null),
    ...parametersOf(fields),
    ...siteOf(fields),
    ...(url === undefined ? {} : { callback: url, callbackFormat: callback.callback === 'postback' ? 'JSON' : 'SIMPLE' }),
  };
  const called = level === null ? { function: 'task_post' as const, ...callback } : { function: 'live' as const, level };
  const stored: StoredTask = { path: endpoint.path, data: shownTask(task), ...called };
  const ignored = [...fields.ignored(), ...(searched?.ignored ?? []).map((name) => `url.${name}`)];
  return { request, task: stored, tag, ignored, nameOf: namesFor(fields, endpoint) };
}

/** The level of a task is chosen when it is collected, so its pages are stored, unless it is posted in another level. */
const needsPages = ({ levels }: SerpEndpoint, level: TaskLevel | null): boolean =>
  level === null ? levels.includes('html') : level === 'html';

function placeOf(fields: Fields, { region }: SerpEndpoint, searched: SearchedUrl | null): Place {
  const place = readPlace(fields);
  if (place) return place;
  const known = searched?.location ?? searched?.country?.toUpperCase() ?? region;
  if (known === undefined) throw invalidField('location_code', 'Send location_code, location_name or location_coordinate.');
  return { region: known };
}

/** Returns the number of results in tens. The provider's default may be above the plan of the account. */
function readDepth(fields: Fields, { depth, depthName }: SerpEndpoint, account: Account): number | null {
  if (depth === null) return null;
  const given = fields.integer(depthName, 1, RESULTS_MAX);
  const pages = fields.integer('max_crawl_pages', 1, 100);
  const wanted = Math.min(given ?? Math.min(depth, account.maxResults), pages === undefined ? RESULTS_MAX : pages * 10);
  return Math.ceil(wanted / 10) * 10;
}

function readDevice(fields: Fields): boolean {
  const device = fields.text('device', 20) ?? 'desktop';
  if (device !== 'desktop' && device !== 'mobile') throw invalidField('device', 'It must be desktop or mobile.');
  return device === 'mobile';
}

function parametersOf(fields: Fields): Pick<SerpRequest, 'customUrlParameter'> {
  const text = fields.text('search_param');
  if (text === undefined) return {};
  const pairs = [...new URLSearchParams(text.replace(/^[?&]+/, ''))].filter(([name]) => name !== '' && !DROPPED_PARAMETERS.has(name));
  return pairs.length === 0 ? {} : { customUrlParameter: pairs.map(([name, value]) => ({ name, value })) };
}

const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;

/** One domain can end the search early. Other conditions have no effect. */
function siteOf(fields: Fields): Pick<SerpRequest, 'find'> {
  const conditions = fields.list('stop_crawl_on_match') ?? [];
  const [first] = conditions as { match_value?: unknown; match_type?: unknown }[];
  const domain = typeof first?.match_value === 'string' ? first.match_value.trim() : '';
  if (conditions.length === 1 && first?.match_type !== 'wildcard' && DOMAIN.test(domain)) return { find: { domain } };
  fields.ignore('stop_crawl_on_match');
  return {};
}

/** The result is filtered by these when it is shown. */
function checkFilters(fields: Fields): void {
  fields.text('target', 1000);
  const removed = fields.list('remove_from_url') ?? [];
  if (removed.length > REMOVED_MAX || !removed.every((name) => typeof name === 'string'))
    throw invalidField('remove_from_url', `It must have at most ${REMOVED_MAX} names.`);
}

function namesFor(fields: Fields, { depthName }: SerpEndpoint): NameOf {
  const sent = (...names: string[]): string => names.find((name) => fields.has(name)) ?? names[0]!;
  const names: Readonly<Record<string, string>> = {
    keyword: sent('keyword', 'url'),
    region: sent('location_code', 'location_name', 'url'),
    regionSearch: 'location_coordinate',
    language: sent('language_code', 'language_name'),
    maxResults: depthName,
    callback: sent('postback_url', 'pingback_url'),
    customUrlParameter: 'search_param',
    find: 'stop_crawl_on_match',
    searchEngine: 'se',
  };
  return (name) => names[name.replace(/[.[].*$/, '')] ?? name;
}
