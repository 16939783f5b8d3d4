// The products of the playground: how each is requested, read and written as code.
import type { Schema, Schemas } from '../schema/schema.ts';

export type Request = Readonly<Record<string, unknown>>;
export type ProductType = 'serp' | 'keyword' | 'ai-prompt' | 'ai-analysis' | 'whois' | 'technologies';

export interface Product {
  readonly type: ProductType;
  readonly title: string;
  readonly about: string;
  readonly schemaOf: (schemas: Schemas) => Schema;
  /** Path that creates an object. Lookups have `lookupPath` instead. */
  readonly create?: string;
  readonly objectPath?: (id: string) => string;
  readonly lookupPath?: (request: Request) => string;
  /** Fields that are always visible, in this order. The others are under "More options". */
  readonly mainFields: readonly string[];
  readonly example: Request;
  /** Method of the TypeScript client. */
  readonly client: string;
}

const named = (name: string) => (schemas: Schemas) => schemas[name] ?? { type: 'object', properties: {} };
const DOMAIN: Schema = { type: 'string', minLength: 1, example: 'shop.example', description: 'A domain name without http://.' };
const lookup = (properties: Schema['properties']) => () => ({ type: 'object', required: ['domain'], properties: properties ?? {} });
const domainOf = (request: Request): string => encodeURIComponent(String(request.domain ?? ''));

export const PRODUCTS: readonly Product[] = [
  {
    type: 'serp',
    title: 'Search results',
    about: 'The result page of a search engine, as structured data.',
    schemaOf: named('SERPRequest'),
    create: '/serp/new',
    objectPath: (id) => `/serp/${id}`,
    mainFields: ['keyword', 'searchEngine', 'region', 'priority', 'maxResults', 'language', 'isMobile', 'saveRawData'],
    example: { keyword: 'red shoes', region: 'US', searchEngine: 'google' },
    client: 'serp.createAndWait',
  },
  {
    type: 'keyword',
    title: 'Keyword volumes',
    about: 'Search volume, competition and cost per click of keywords, or keyword suggestions.',
    schemaOf: named('KeywordRequest'),
    create: '/keyword/new',
    objectPath: (id) => `/keyword/${id}`,
    mainFields: ['keywords', 'source', 'region', 'priority', 'language', 'suggestions', 'url'],
    example: { keywords: ['red shoes', 'blue shoes'], region: 'US' },
    client: 'keywords.createAndWait',
  },
  {
    type: 'ai-prompt',
    title: 'AI answer',
    about: 'The answer of ChatGPT or Perplexity to one prompt.',
    schemaOf: named('AISendPromptRequest'),
    create: '/ai/send-prompt',
    objectPath: (id) => `/ai/${id}`,
    mainFields: ['prompt', 'aiService', 'priority'],
    example: { prompt: 'What is a sextant?' },
    client: 'ai.createAndWait',
  },
  {
    type: 'ai-analysis',
    title: 'Page analysis',
    about: 'An AI audit of a page’s on-page SEO.',
    schemaOf: named('AISeoAnalysisRequest'),
    create: '/ai/seo-analysis',
    objectPath: (id) => `/ai/${id}`,
    mainFields: ['url', 'aiService', 'priority'],
    example: { url: 'https://shop.example/' },
    client: 'ai.createAndWait',
  },
  {
    type: 'whois',
    title: 'WHOIS',
    about: 'The owner, registrar and dates of a domain, from its registry.',
    schemaOf: lookup({
      domain: DOMAIN,
      source: {
        type: 'string',
        enum: ['auto', 'website', 'whois'],
        default: 'auto',
        description: 'Where the data is read: the WHOIS server, or the website of the registry.',
      },
    }),
    lookupPath: (request) => `/whois/${domainOf(request)}${request.source ? `?source=${encodeURIComponent(String(request.source))}` : ''}`,
    mainFields: ['domain', 'source'],
    example: { domain: 'shop.example' },
    client: 'whois',
  },
  {
    type: 'technologies',
    title: 'Technologies',
    about: 'The technologies that a website uses.',
    schemaOf: lookup({ domain: DOMAIN }),
    lookupPath: (request) => `/technologies/${domainOf(request)}`,
    mainFields: ['domain'],
    example: { domain: 'shop.example' },
    client: 'technologies',
  },
];

export const productOf = (type: string | null): Product => PRODUCTS.find((product) => product.type === type) ?? PRODUCTS[0]!;
/** Returns the product that created an object. Both AI products have the kind `ai`. */
export const productOfObject = ({ kind, request }: { readonly kind: string; readonly request: Request }): Product =>
  productOfKind(request.type === 'seo-analysis' ? 'ai-analysis' : kind);
/** Returns the product of an object's kind. */
export const productOfKind = (kind: string): Product => PRODUCTS.find(({ type }) => type === kind || type.startsWith(kind)) ?? PRODUCTS[0]!;
