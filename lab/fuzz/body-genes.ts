// Bodies that are meant to be rejected, described by a few genes that are mutated to find the most expensive body.
import type { Random } from '../random.ts';

export type BodyKind = 'serp' | 'keyword' | 'ai' | 'serper' | 'mcp' | 'none';

export interface BodyRoute {
  readonly kind: BodyKind;
  readonly list: boolean;
  /** The text before and after the requests. */
  readonly around?: readonly [before: string, after: string];
  /** The route needs the admin token. */
  readonly operator?: true;
}

/** Every route that takes a body: how its body is built around its requests, and what a request is. */
export const ROUTES: Readonly<Record<string, BodyRoute>> = {
  '/serp/new': { kind: 'serp', list: false },
  '/serp/new/list': { kind: 'serp', list: true },
  '/serp/list': { kind: 'none', list: true },
  '/keyword/new': { kind: 'keyword', list: false },
  '/keyword/new/list': { kind: 'keyword', list: true },
  '/keyword/list': { kind: 'none', list: true },
  '/ai/send-prompt': { kind: 'ai', list: false },
  '/ai/seo-analysis': { kind: 'ai', list: false },
  '/ai/list': { kind: 'none', list: true },
  '/quote': { kind: 'serp', list: true, around: ['{"type":"serp","request":', '}'] },
  '/mcp': { kind: 'mcp', list: true },
  '/search': { kind: 'serper', list: false },
  '/admin/accounts': { kind: 'none', list: false, operator: true },
  '/nowhere': { kind: 'serp', list: true },
};

const GENES = {
  /** Requests of a list, or copies of the whole list inside a property. */
  items: [1, 10, 100, 500, 999, 1001, 20_000],
  /** Properties of each request beyond the good ones. */
  members: [0, 1, 5, 16, 40, 64, 99, 101, 5000],
  names: ['unknown', 'unique', 'known', 'shuffled', 'long', 'integers', 'escaped', 'same'],
  values: [
    'digit',
    'number',
    'long number',
    'text',
    'unique text',
    'escapes',
    'units',
    'kanji',
    'null',
    '[]',
    '{}',
    'list',
    'objects',
    'parameters',
    'deep',
  ],
  /** Letters of a text, digits of a number. */
  length: [0, 1, 4, 7, 10, 13, 40, 500, 4000, 100_000, 4_000_000],
  /** Entries of an inner list. */
  entries: [1, 20, 50, 100, 700, 999, 1001, 300_000],
  good: [true, false],
  region: ['US', 'Salta Province, Argentina', 'loose', 'point', 'nobody'],
  tail: ['none', 'bad item', 'comma', 'open', 'not UTF-8', 'surrogate', 'NUL'],
  space: [0, 1, 100, 1_000_000],
  key: [false, true],
  chunk: [0, 1, 16, 65_536],
  /** Cut to this many bytes. */
  bytes: [3_000, 50_000, 400_000, 1_000_000, 4_000_000],
} as const;

/** Numbers are free, words are one of those above. `older` is for accounts of the older contract. */
export interface Genes {
  readonly items: number;
  readonly members: number;
  readonly names: (typeof GENES)['names'][number];
  readonly values: (typeof GENES)['values'][number];
  readonly length: number;
  readonly entries: number;
  readonly good: boolean;
  readonly region: (typeof GENES)['region'][number];
  readonly tail: (typeof GENES)['tail'][number];
  readonly space: number;
  readonly key: boolean;
  readonly chunk: number;
  readonly bytes: number;
  readonly older?: boolean;
}

export const PLAIN: Genes = {
  items: 1,
  members: 0,
  names: 'unknown',
  values: 'digit',
  length: 7,
  entries: 20,
  good: true,
  region: 'US',
  tail: 'bad item',
  space: 0,
  key: false,
  chunk: 0,
  bytes: 4_000_000,
};

/** Bodies that are or were expensive. */
export const SEEDS: readonly Partial<Genes>[] = [
  { members: 5000 * 60, names: 'unique', good: false },
  { items: 20_000 * 60, good: false },
  { items: 999, members: 99, names: 'shuffled', good: false },
  { items: 999, members: 64, names: 'unique' },
  { items: 999, members: 1, names: 'known', values: 'list', entries: 700, length: 4, good: true },
  { items: 999, members: 1, names: 'known', values: 'list', entries: 700, length: 4, good: true, key: true, tail: 'none' },
  { items: 999, good: true, region: 'Salta Province, Argentina' },
  { items: 999, good: true, region: 'point' },
  { items: 999, members: 2, names: 'known', values: 'parameters', entries: 50 },
  { items: 999, members: 3, names: 'unique', values: 'text', length: 1000, key: true },
  { items: 1, members: 1, names: 'known', values: 'text', length: 4_000_000, good: false },
  { items: 1, members: 1, names: 'long', length: 4_000_000, good: false },
  { items: 1, members: 1, names: 'known', values: 'escapes', length: 4_000_000 },
  { space: 1_000_000, items: 3 },
  { items: 1, good: true, region: 'nobody' },
  { items: 999, members: 1, chunk: 1, bytes: 400_000 },
];

/** The most expensive bodies, now and before there were limits. `npm run resilience -- bodies` sends them. */
export const WORST: readonly (readonly [route: string, genes: Partial<Genes>])[] = [
  ['/serp/new', { members: 300_000, names: 'unique', good: false }],
  ['/serp/new/list', { items: 1_300_000, good: false }],
  ['/serp/new/list', { items: 999, members: 99, names: 'shuffled' }],
  ['/serp/new/list', { items: 999, members: 1, chunk: 1, bytes: 400_000 }],
  ['/serp/new/list', { items: 999, region: 'point' }],
  ['/serp/new/list', { items: 999, members: 2, names: 'unique', values: 'parameters', entries: 50 }],
  ['/keyword/new/list', { items: 999, members: 1, names: 'known', values: 'list', length: 4, entries: 700 }],
  ['/keyword/new/list', { items: 999, members: 1, names: 'known', values: 'list', length: 4, entries: 700, key: true, tail: 'none' }],
  ['/quote', { items: 999, region: 'loose' }],
  ['/serp/new', { members: 1, names: 'known', values: 'escapes', length: 4_000_000, good: false }],
];

export function mutated(genes: Genes, random: Random): Genes {
  const changed: Record<string, unknown> = { ...genes };
  for (let turn = random.integer(1, 3); turn > 0; turn--) {
    const gene = random.pick(Object.keys(GENES) as (keyof typeof GENES)[]);
    changed[gene] = random.pick<unknown>(GENES[gene]);
  }
  return changed as unknown as Genes;
}
