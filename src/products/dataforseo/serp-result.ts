// The result of a SERP task in one of its levels.
import { readBody } from '../../business/orders/body.ts';
import { errorOf } from '../../contract/failures.ts';
import type { SerpData } from '../../contract/items.ts';
import type { Stored } from '../../contract/order.ts';
import type { Region } from '../../contract/region.ts';
import type { Attempt } from '../../contract/serp.ts';
import type { StoredTask, TaskLevel } from '../../contract/task.ts';
import { type Code, MESSAGES, type State, stateOf } from './codes.ts';
import type { SerpEndpoint } from './endpoints.ts';
import { timestampOf } from './envelope.ts';
import { elementsOf, regularOf } from './items/elements.ts';
import { checkUrlOf } from './search-url.ts';
import { filtered } from './url-filters.ts';

interface TaskRequest {
  readonly keyword: string;
  readonly region: Region;
  readonly language: string;
  readonly maxResults: number;
  readonly task: StoredTask;
}

export interface Answer {
  readonly state: State;
  readonly result: readonly object[] | null;
}

/** Returns why there is no result, or null for a finished object with a result. */
export function unfinishedState({ result, queued }: Stored): State | null {
  if (!result) return stateOf(queued ? 40601 : 40602);
  if (!result.faulty) return null;
  const reason = errorOf(result, JSON.parse(result.detail) as { error?: string }, JSON.parse(result.attempts) as Attempt[]);
  // Nothing was charged for it. The engine answered unless the verdict is null.
  const code: Code = result.verdict === null ? 40103 : 40101;
  return stateOf(code, `${MESSAGES[code]} ${reason ?? ''}`.trim());
}

/** Returns the parsed `data` of a finished object. */
export async function dataOf<T>({ result }: Stored): Promise<T> {
  const text = (await readBody(result!.body!)).toString('utf8');
  // The stored body also contains the closing brace of the surrounding object.
  return JSON.parse(text.slice(0, -1)) as T;
}

export async function serpAnswer(stored: Stored, endpoint: SerpEndpoint, level: TaskLevel): Promise<Answer> {
  const state = unfinishedState(stored);
  if (state) return { state, result: null };
  const data = await dataOf<SerpData>(stored);
  const request = JSON.parse(stored.request) as TaskRequest;
  const generatedAt = timestampOf(stored.result!.generatedAt);
  if (level === 'html' && data.raw.length === 0)
    return { state: stateOf(40501, "Invalid Field: 'html'. The pages of this task were not stored."), result: null };
  const elements = elementsOf(data, endpoint.family, request.maxResults);
  const shown = filtered(elements, request.task.data ?? {});
  const items =
    level === 'html'
      ? data.raw.map((html, index) => ({ page: index + 1, date: generatedAt, html }))
      : level === 'regular'
        ? regularOf(shown)
        : shown;
  const types = [...new Set(elements.map(({ type }) => type))];
  const isEmpty = stored.result!.verdict === 'empty';
  return { state: stateOf(isEmpty ? 40102 : 20000), result: [resultOf(stored, endpoint, request, data, items, types)] };
}

function resultOf(
  stored: Stored,
  endpoint: SerpEndpoint,
  { keyword, region, language, task }: TaskRequest,
  data: SerpData,
  items: readonly object[],
  types: readonly string[],
): object {
  const { family, seType, domain } = endpoint;
  const pages = (JSON.parse(stored.result!.detail) as { pages?: number }).pages ?? null;
  const sent = task.data ?? {};
  return {
    keyword,
    ...(family === 'youtube' ? {} : { type: seType }),
    se_domain: domain,
    location_code: task.locationCode ?? null,
    language_code: typeof sent.language_code === 'string' ? sent.language_code : language,
    check_url: checkUrlOf(endpoint, { keyword, language, country: region.countryCode }),
    datetime: timestampOf(stored.result!.generatedAt),
    spell: null,
    refinement_chips: null,
    item_types: types,
    ...(family === 'news' ? { includes_non_news_search_results: false } : {}),
    se_results_count: data.totalResults ?? 0,
    ...(family === 'organic' ? { pages_count: pages } : {}),
    items_count: items.length,
    items,
  };
}
