// What can be asked for, and how each is asked, fetched and written as code.
import type { Schema, Schemas } from '../schema/schema.ts';

export type Request = Readonly<Record<string, unknown>>;
export type ProductType = 'serp' | 'keyword' | 'ai-prompt' | 'ai-analysis' | 'whois' | 'technologies';

export interface Product {
  readonly type: ProductType;
  readonly title: string;
  readonly about: string;
  readonly schemaOf: (schemas: Schemas) => Schema;
  /** Where it is posted; lookups are answered at once by GET. */
  readonly create?: string;
  readonly objectPath?: (id: string) => string;
  readonly lookupPath?: (request: Request) => string;
  /** Fields that everybody needs; the rest waits behind "More". */
  readonly first: readonly string[];
  readonly example: Request;
  /** The call of the TypeScript client. */
  readonly client: string;
}

const named = (name: string) => (schemas: Schemas) => schemas[name] ?? { type: 'object', properties: {} };
const DOMAIN: Schema = { type: 'string', minLength: 1, example: 'shop.example', description: 'A domain name, without http://.' };
const lookup = (properties: Schema['properties']) => () => ({ type: 'object', required: ['domain'], properties: properties ?? {} });
const domainOf = (request: Request): string => encodeURIComponent(String(request.domain ?? ''));

export const PRODUCTS: readonly Product[] = [
  {
    type: 'serp',
    title: 'Search results',
    about: 'A result page of one of 21 engines, as structured data.',
    schemaOf: named('SERPRequest'),
    create: '/serp/new',
    objectPath: (id) => `/serp/${id}`,
    first: ['keyword', 'searchEngine', 'region', 'priority', 'maxResults', 'language', 'isMobile', 'saveRawData'],
    example: { keyword: 'red shoes', region: 'US', searchEngine: 'google' },
    client: 'serp.createAndWait',
  },
  {
    type: 'keyword',
    title: 'Keyword volumes',
    about: 'Search volume, competition and price of keywords, or suggestions around them.',
    schemaOf: named('KeywordRequest'),
    create: '/keyword/new',
    objectPath: (id) => `/keyword/${id}`,
    first: ['keywords', 'source', 'region', 'priority', 'language', 'suggestions', 'url'],
    example: { keywords: ['red shoes', 'blue shoes'], region: 'US' },
    client: 'keywords.createAndWait',
  },
  {
    type: 'ai-prompt',
    title: 'AI answer',
    about: 'One prompt, answered by ChatGPT or Perplexity.',
    schemaOf: named('AISendPromptRequest'),
    create: '/ai/send-prompt',
    objectPath: (id) => `/ai/${id}`,
    first: ['prompt', 'aiService', 'priority'],
    example: { prompt: 'What is a sextant?' },
    client: 'ai.createAndWait',
  },
  {
    type: 'ai-analysis',
    title: 'Page analysis',
    about: 'A page read and judged by an AI for search engines’ eyes.',
    schemaOf: named('AISeoAnalysisRequest'),
    create: '/ai/seo-analysis',
    objectPath: (id) => `/ai/${id}`,
    first: ['url', 'aiService', 'priority'],
    example: { url: 'https://shop.example/' },
    client: 'ai.createAndWait',
  },
  {
    type: 'whois',
    title: 'Registration',
    about: 'Who a domain belongs to, as its registry tells it.',
    schemaOf: lookup({
      domain: DOMAIN,
      source: { type: 'string', enum: ['auto', 'website', 'whois'], default: 'auto', description: 'How the registry is asked.' },
    }),
    lookupPath: (request) => `/whois/${domainOf(request)}${request.source ? `?source=${encodeURIComponent(String(request.source))}` : ''}`,
    first: ['domain', 'source'],
    example: { domain: 'shop.example' },
    client: 'whois',
  },
  {
    type: 'technologies',
    title: 'Technologies',
    about: 'What a website is built with.',
    schemaOf: lookup({ domain: DOMAIN }),
    lookupPath: (request) => `/technologies/${domainOf(request)}`,
    first: ['domain'],
    example: { domain: 'shop.example' },
    client: 'technologies',
  },
];

export const productOf = (type: string | null): Product => PRODUCTS.find((product) => product.type === type) ?? PRODUCTS[0]!;
/** The product behind an object's kind, as the lists call it. */
export const productOfKind = (kind: string): Product => PRODUCTS.find(({ type }) => type === kind || type.startsWith(kind)) ?? PRODUCTS[0]!;
