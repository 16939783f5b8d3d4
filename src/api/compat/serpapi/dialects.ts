// The engines of SerpApi: their names of the query, of pages, and of parameters that are passed on.
import type { EngineName } from '../../../contract/vocabulary.ts';

/** The list that is paged, and the form of the response. */
export type Layout = 'web' | 'images' | 'news' | 'newstab' | 'local' | 'maps' | 'youtube' | 'videos' | 'aimode';

/** Names of the parameters for the first result, the page number, and the results per page. */
export interface Paging {
  /** `base` is the value for the first result of all. */
  readonly start?: { readonly name: string; readonly base: number };
  readonly page?: { readonly name: string; readonly base: 0 | 1 };
  readonly count?: string;
  /** Results per page unless the client says otherwise. */
  readonly size: number;
  readonly mobileSize?: number;
  /** The next page is a token in this parameter. */
  readonly token?: string;
}

export interface Dialect {
  /** The value of `engine`. */
  readonly name: string;
  readonly engine: EngineName;
  /** In the text for no results, and in the name of the engine's URL. */
  readonly label: string;
  readonly layout: Layout;
  /** The parameter with the query. */
  readonly query: string;
  readonly paging: Paging;
  readonly places: 'google' | 'bing' | 'yahoo' | 'yandex' | 'duckduckgo' | 'fixed';
  /** Parameters of the engine's own URL. */
  readonly passedOn: readonly string[];
  /** Parameters that would change the results, and that no source has. */
  readonly rejected?: readonly string[];
  /** Phones get the same pages. */
  readonly isDesktopOnly?: true;
  /** The name of the state in `search_information`, if there is one. */
  readonly state?: string;
}

export const GOOGLE_FILTERS = ['tbs', 'safe', 'nfpr', 'filter', 'lr', 'cr'];
const GOOGLE_PANELS = ['kgmid', 'si', 'ibp', 'uds', 'ludocid', 'lsig'];
const START = { name: 'start', base: 0 } as const;
const google = { query: 'q', places: 'google', passedOn: GOOGLE_FILTERS } as const;
const ORGANIC = 'organic_results_state';

const LIST: readonly Dialect[] = [
  {
    ...google,
    name: 'google',
    engine: 'google',
    label: 'Google',
    layout: 'web',
    paging: { start: START, count: 'num', size: 10 },
    passedOn: [...GOOGLE_FILTERS, ...GOOGLE_PANELS],
    state: ORGANIC,
  },
  {
    ...google,
    name: 'google_light',
    engine: 'google',
    label: 'Google',
    layout: 'web',
    paging: { start: START, count: 'num', size: 10 },
    state: ORGANIC,
  },
  {
    ...google,
    name: 'google_images',
    engine: 'googleimages',
    label: 'Google Images',
    layout: 'images',
    paging: { start: START, page: { name: 'ijn', base: 0 }, count: 'num', size: 20 },
    passedOn: [...GOOGLE_FILTERS, 'chips'],
    state: 'image_results_state',
  },
  {
    ...google,
    name: 'google_news',
    engine: 'googlenews',
    label: 'Google News',
    layout: 'news',
    paging: { count: 'num', size: 100 },
    passedOn: [],
    rejected: ['topic_token', 'publication_token', 'section_token', 'story_token', 'kgmid'],
  },
  {
    ...google,
    name: 'google_local',
    engine: 'googlelocal',
    label: 'Google Local',
    layout: 'local',
    paging: { start: START, count: 'num', size: 20, mobileSize: 10 },
    passedOn: ['tbs', 'ludocid'],
  },
  {
    ...google,
    name: 'google_maps',
    engine: 'googlelocal',
    label: 'Google Maps',
    layout: 'maps',
    paging: { start: START, count: 'num', size: 20 },
    passedOn: [],
    rejected: ['place_id', 'data_cid', 'data'],
    state: 'local_results_state',
  },
  {
    ...google,
    name: 'google_videos',
    engine: 'youtube',
    label: 'Google Videos',
    layout: 'videos',
    paging: { start: START, count: 'num', size: 10 },
    passedOn: [],
    rejected: ['tbs'],
    state: 'video_results_state',
  },
  {
    ...google,
    name: 'google_ai_mode',
    engine: 'google-aimode',
    label: 'Google AI Mode',
    layout: 'aimode',
    paging: { size: 10 },
    passedOn: ['safe'],
    rejected: ['continuable', 'subsequent_request_token', 'image_url'],
  },
  {
    name: 'bing',
    engine: 'bing',
    label: 'Bing',
    layout: 'web',
    query: 'q',
    paging: { start: { name: 'first', base: 1 }, count: 'count', size: 10 },
    places: 'bing',
    passedOn: ['filters'],
    state: ORGANIC,
  },
  {
    name: 'yahoo',
    engine: 'yahoo',
    label: 'Yahoo!',
    layout: 'web',
    query: 'p',
    paging: { start: { name: 'b', base: 1 }, count: 'pz', size: 10 },
    places: 'yahoo',
    passedOn: ['vm', 'vs', 'vf'],
    state: ORGANIC,
  },
  {
    name: 'yandex',
    engine: 'yandex',
    label: 'Yandex',
    layout: 'web',
    query: 'text',
    paging: { page: { name: 'p', base: 0 }, count: 'groups_on_page', size: 10 },
    places: 'yandex',
    passedOn: [],
    rejected: ['family_mode', 'fix_typo', 'sort_mode', 'period'],
    state: ORGANIC,
  },
  {
    name: 'youtube',
    engine: 'youtube',
    label: 'YouTube',
    layout: 'youtube',
    query: 'search_query',
    paging: { token: 'sp', size: 20 },
    places: 'google',
    passedOn: ['sp'],
    state: 'video_results_state',
  },
  {
    name: 'naver',
    engine: 'naver',
    label: 'Naver',
    layout: 'web',
    query: 'query',
    paging: { start: { name: 'start', base: 1 }, page: { name: 'page', base: 1 }, count: 'num', size: 10 },
    places: 'fixed',
    passedOn: [],
    rejected: ['sort_by', 'period'],
  },
  {
    name: 'baidu',
    engine: 'baidu',
    label: 'Baidu',
    layout: 'web',
    query: 'q',
    paging: { start: { name: 'pn', base: 0 }, count: 'rn', size: 10 },
    places: 'fixed',
    passedOn: ['gpc'],
    state: ORGANIC,
  },
  {
    name: 'duckduckgo',
    engine: 'duckduckgo',
    label: 'DuckDuckGo',
    layout: 'web',
    query: 'q',
    paging: { start: START, count: 'm', size: 10 },
    places: 'duckduckgo',
    passedOn: ['df'],
    isDesktopOnly: true,
    state: ORGANIC,
  },
];

const BY_NAME: ReadonlyMap<string, Dialect> = new Map(LIST.map((dialect) => [dialect.name, dialect]));
export const ENGINE_NAMES: readonly string[] = LIST.map(({ name }) => name);
export const dialectOf = (name: string): Dialect | null => BY_NAME.get(name) ?? null;

/** Google's tabs by `tbm`. The response keeps the engine `google`. */
const TABS: Readonly<Record<string, string>> = { isch: 'google_images', nws: 'google_news', lcl: 'google_local', vid: 'google_videos' };

export function tabOf(tbm: string): Dialect | null {
  const tab = Object.hasOwn(TABS, tbm) ? dialectOf(TABS[tbm]!)! : null;
  if (!tab) return null;
  const paging = { start: START, count: 'num', size: tab.layout === 'images' ? 20 : 10 };
  return {
    ...tab,
    label: 'Google',
    paging: tab.layout === 'images' ? { ...tab.paging } : paging,
    layout: tab.layout === 'news' ? 'newstab' : tab.layout,
  };
}

/** The value of Naver's parameter `where` for the tab of web documents. */
export const WEB_DOCUMENTS = 'web';
/** SerpApi's `start` of this tab is the page number × 15 − 29: 1 on the second page, 16 on the third, and absent on the first. */
const WEB_DOCUMENTS_START = -14;

/** Returns the dialect of Naver's web documents, which have other pages than its integrated page. */
export function webDocuments(): Dialect {
  const naver = dialectOf('naver')!;
  const paging = { ...naver.paging, start: { name: 'start', base: WEB_DOCUMENTS_START }, size: 15 };
  return { ...naver, engine: 'naverwebdocs', paging };
}

/** Returns the dialect of an object that was created by another endpoint. */
export const dialectOfEngine = (engine: EngineName): Dialect | null =>
  LIST.find((dialect) => dialect.engine === engine) ?? (engine === 'naverwebdocs' ? webDocuments() : null);
