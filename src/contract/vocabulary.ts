// Closed lists of values that clients send and receive.

/** Engines of both variants of the contract. */
const CONTRACT_ENGINE_LABELS = {
  google: 'Google',
  googlelocal: 'Google Local',
  googleimages: 'Google Images',
  googlenews: 'Google News',
  googleadvertiser: 'Google Ads',
  'google-aimode': 'Google AI Mode',
  bing: 'Bing',
  yahoo: 'Yahoo',
  yandex: 'Yandex',
  youtube: 'YouTube',
  naver: 'Naver',
  naverwebdocs: 'Naver Web documents',
  naverlocal: 'Naver Local',
  daumweb: 'Daum Web',
  daumsite: 'Daum Site',
  baidu: 'Baidu',
  sogou: 'Sogou',
  seznam: 'Seznam',
  chatgpt: 'ChatGPT',
  perplexity: 'Perplexity',
  universal: 'Universal',
} as const;
/** Engines that the contract does not have. */
const EXTENSION_ENGINE_LABELS = { duckduckgo: 'DuckDuckGo' } as const;
/** Names for people. */
export const ENGINE_LABELS = { ...CONTRACT_ENGINE_LABELS, ...EXTENSION_ENGINE_LABELS } as const;
/** Returns the name that people read. Lookups, and engines that no longer exist, are named as they are. */
export const engineLabel = (name: string): string => (Object.hasOwn(ENGINE_LABELS, name) ? ENGINE_LABELS[name as EngineName] : name);

const namesOf = <Name extends string>(labels: Readonly<Record<Name, string>>): readonly Name[] => Object.keys(labels) as Name[];
export const CONTRACT_ENGINES = namesOf(CONTRACT_ENGINE_LABELS);
export const EXTENSION_ENGINES = namesOf(EXTENSION_ENGINE_LABELS);
/** The list of engines, in the order in which errors list them. Every name is a folder in `src/sources/engines`. */
export const ENGINES = namesOf(ENGINE_LABELS);
export type EngineName = (typeof ENGINES)[number];

/** Slowest first; the index is the priority's number in the queue. */
export const PRIORITIES = ['LOW', 'NORMAL', 'REALTIME', 'INSTANT'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const CALLBACK_FORMATS = ['SIMPLE', 'JSON'] as const;
export type CallbackFormat = (typeof CALLBACK_FORMATS)[number];

/** The contract's two sources, then two extensions that work only if the operator enabled them. */
export const KEYWORD_SOURCES = ['google', 'baidu', 'yandex', 'naver'] as const;
export type KeywordSource = (typeof KEYWORD_SOURCES)[number];

export const AI_SERVICES = ['perplexity', 'chatgpt'] as const;
export type AiService = (typeof AI_SERVICES)[number];

export const AI_TYPES = ['seo-analysis', 'send-prompt'] as const;
export type AiType = (typeof AI_TYPES)[number];

export const WHOIS_SOURCES = ['auto', 'website', 'whois'] as const;
export type WhoisSource = (typeof WHOIS_SOURCES)[number];

/** Quality of a finished object's result. Only `valid` and `empty` are charged. */
export const VERDICTS = ['valid', 'empty', 'suspect', 'blocked', 'unparsed'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Kinds of objects that are created first and fetched later. */
export const KINDS = ['serp', 'keyword', 'ai'] as const;
export type Kind = (typeof KINDS)[number];

/** Kinds of lookups, which return their result in the same request. */
export const LOOKUPS = ['whois', 'technologies'] as const;
export type Lookup = (typeof LOOKUPS)[number];
export const isLookup = (name: string): name is Lookup => (LOOKUPS as readonly string[]).includes(name);

/** Requests that can be quoted, and run in batches. */
export const QUOTE_TYPES = ['serp', 'keyword', 'ai-prompt', 'ai-analysis', 'whois', 'technologies'] as const;
export type QuoteType = (typeof QUOTE_TYPES)[number];

/** Permissions of restricted keys: the products, tracking, and reading. */
export const SCOPES = [...KINDS, ...LOOKUPS, 'tracking', 'read'] as const;
export type Scope = (typeof SCOPES)[number];

/** Objects, credits and ledgers of live and test mode never mix. */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];

/** The variant of the contract of an account. It sets keyword limits and one default. */
export const CONTRACTS = ['current', 'older'] as const;
export type Contract = (typeof CONTRACTS)[number];

export const LIMIT_ACTIONS = ['reject', 'overcharge'] as const;
export type LimitAction = (typeof LIMIT_ACTIONS)[number];

export const REGION_TYPES = [
  'airport',
  'autonomous community',
  'borough',
  'canton',
  'city',
  'city region',
  'congressional district',
  'country',
  'county',
  'department',
  'district',
  'dma region',
  'governate', // the contract's spelling; `governorate` is accepted as well
  'municipality',
  'neighborhood',
  'okrug',
  'postal code',
  'prefecture',
  'province',
  'region',
  'state',
  'territory',
  'tv region',
  'union territory',
  'university',
] as const;
export type RegionType = (typeof REGION_TYPES)[number];

/** The types that `regionSearch` uses when the request names none. */
export const DEFAULT_SEARCH_TYPES: readonly RegionType[] = [
  'autonomous community',
  'borough',
  'canton',
  'city',
  'congressional district',
  'country',
  'county',
  'department',
  'governate',
  'municipality',
  'neighborhood',
  'prefecture',
  'province',
  'postal code',
  'region',
  'state',
  'territory',
  'tv region',
  'union territory',
];

export const EXPORT_FORMATS = ['jsonl', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
