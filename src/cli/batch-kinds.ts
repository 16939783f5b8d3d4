// Kinds of batches: the columns of each kind, and the request of a row.
import { AI_SERVICES, ENGINES, KEYWORD_SOURCES, PRIORITIES, type QuoteType, WHOIS_SOURCES } from '../contract/vocabulary.ts';
import { type FieldType, isYes } from './batch-fields.ts';

/** Columns that are also options of the command. */
export const BATCH_COLUMNS = ['engine', 'region', 'language', 'results', 'mobile', 'suggestions', 'service', 'source', 'priority'] as const;
export type BatchColumn = (typeof BATCH_COLUMNS)[number];
export type ColumnValues = Readonly<Partial<Record<BatchColumn, string>>>;
type Field = readonly [name: string, value: unknown];

export interface BatchKind {
  readonly name: QuoteType;
  /** The required column. */
  readonly subject: 'keyword' | 'prompt' | 'url' | 'domain';
  readonly columns: readonly BatchColumn[];
  /** Field names of the API that are other names of these columns. */
  readonly aliases: Readonly<Record<string, 'keyword' | BatchColumn>>;
  /** Further fields of the API, sent as they are. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** The allowed values of columns with few values. */
  readonly allowed: Readonly<Partial<Record<BatchColumn, readonly string[]>>>;
  /** Rows per call. The service accepts one AI job per minute. */
  readonly batchSizeMax: number;
  /** Returns a request as the service accepts it. */
  readonly toRequest: (subject: string, values: ColumnValues) => object;
}

const SIZE_MAX = 1000;
const CALLBACK = { callback: 'text', callbackFormat: 'text', freshness: 'number' } as const;
/** Leaves out fields without a value. */
const definedFields = (...fields: readonly Field[]): object => Object.fromEntries(fields.filter(([, value]) => value !== undefined));
const when = <T>(text: string | undefined, read: (text: string) => T): T | undefined => (text === undefined ? undefined : read(text));

const serp: BatchKind = {
  name: 'serp',
  subject: 'keyword',
  columns: ['engine', 'region', 'language', 'results', 'mobile', 'priority'],
  aliases: { searchEngine: 'engine', maxResults: 'results', isMobile: 'mobile' },
  fields: { ...CALLBACK, saveRawData: 'flag', voiceSearchHighFidelity: 'flag', customUserAgent: 'text' },
  allowed: { engine: ENGINES, priority: PRIORITIES },
  batchSizeMax: SIZE_MAX,
  toRequest: (keyword, { engine = 'google', region = 'US', language, results, mobile, priority }) => ({
    keyword,
    region,
    searchEngine: engine,
    ...definedFields(
      ['language', language],
      ['maxResults', when(results, Number)],
      ['isMobile', when(mobile, isYes)],
      ['priority', priority],
    ),
    asynchronous: true,
  }),
};

const keyword: BatchKind = {
  name: 'keyword',
  subject: 'keyword',
  columns: ['engine', 'region', 'language', 'suggestions', 'priority'],
  aliases: { keywords: 'keyword', source: 'engine' },
  fields: { ...CALLBACK, searchPartners: 'flag' },
  allowed: { engine: KEYWORD_SOURCES, priority: PRIORITIES },
  batchSizeMax: SIZE_MAX,
  toRequest: (text, { engine = 'google', region = 'US', language, suggestions, priority }) => ({
    keywords: [text],
    region,
    source: engine,
    ...definedFields(['language', language], ['suggestions', when(suggestions, isYes)], ['priority', priority]),
    asynchronous: true,
  }),
};

const ai = (name: 'ai-prompt' | 'ai-analysis', subject: 'prompt' | 'url'): BatchKind => ({
  name,
  subject,
  columns: ['service', 'priority'],
  aliases: { aiService: 'service' },
  fields: { callback: 'text', scheduleTo: 'number', externalIdentifier: 'text' },
  allowed: { service: AI_SERVICES, priority: PRIORITIES },
  batchSizeMax: 1,
  toRequest: (text, { service, priority }) => ({ [subject]: text, ...definedFields(['aiService', service], ['priority', priority]) }),
});

const lookup = (name: 'whois' | 'technologies', columns: readonly BatchColumn[]): BatchKind => ({
  name,
  subject: 'domain',
  columns,
  aliases: {},
  fields: {},
  allowed: { source: WHOIS_SOURCES },
  batchSizeMax: SIZE_MAX,
  toRequest: (domain, { source }) => ({ domain, ...definedFields(['source', source]) }),
});

export const BATCH_KINDS: Readonly<Record<QuoteType, BatchKind>> = {
  serp,
  keyword,
  'ai-prompt': ai('ai-prompt', 'prompt'),
  'ai-analysis': ai('ai-analysis', 'url'),
  whois: lookup('whois', ['source']),
  technologies: lookup('technologies', []),
};

/** Lookups return their result at once, without an object that could be fetched later. */
export const isLookup = ({ name }: BatchKind): boolean => name === 'whois' || name === 'technologies';
