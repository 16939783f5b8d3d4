// Keyword and AI requests: valid ones, and ones with a single fault that the response must name.
import type { Random } from '../random.ts';
import type { Bad, Fault, Fields, Good } from './asked.ts';
import { BAD_CALLBACKS } from './serp.ts';
import { exactly, ODD_NUMBERS, PROTOTYPE_NAMES, textOf, WRONG_FOR_FLAG, WRONG_FOR_TEXT } from './values.ts';

const PRIORITIES = ['LOW', 'NORMAL', 'REALTIME', 'INSTANT'];
const words = (random: Random, count: number): string[] =>
  Array.from({ length: count }, (_, index) => (random.chance(0.1) ? exactly(80, random) : `${textOf(random, 30)} ${index}`));

export const goodKeyword: Good = (random, sink) => {
  const fields: Fields = {
    keywords: words(random, random.pick([1, 1, 2, 5, 20])),
    region: random.pick(['US', 'DE', 2840, 'United States']),
  };
  const maybe = (share: number, name: string, make: () => unknown): void => {
    if (random.chance(share)) fields[name] = make();
  };
  maybe(0.3, 'source', () => random.pick(['google', 'baidu']));
  maybe(0.3, 'priority', () => random.pick(PRIORITIES));
  maybe(0.3, 'asynchronous', () => random.chance(0.8));
  maybe(0.3, 'suggestions', () => random.chance(0.5));
  maybe(0.2, 'searchPartners', () => random.chance(0.5));
  maybe(0.2, 'language', () => random.pick(['en', 'xx', '', 'klingon', '__proto__']));
  maybe(0.1, 'callback', () => `${sink}k/{:id:}`);
  maybe(0.1, random.pick(['callback', 'language', 'source', 'url', 'suggestions']), () => null);
  if (random.chance(0.1)) {
    Object.assign(fields, { url: 'https://shop.example/', source: 'google', suggestions: true });
    if (random.chance(0.5)) fields.keywords = null;
  }
  return fields;
};

const KEYWORD_FAULTS: readonly Fault[] = [
  [
    'keywords',
    (r) => ({ url: undefined, keywords: r.pick<unknown>([[], null, undefined, words(r, 21), words(r, 700), 'tea', 5, {}, true]) }),
  ],
  ['keywords', (r) => ({ keywords: ['tea', r.pick<unknown>([exactly(81, r), '', '  ', ...WRONG_FOR_TEXT])] })],
  ['region', (r) => ({ region: r.pick<unknown>([undefined, 'Nowhere at all', 'ZZ', -5, true, []]), regionSearch: undefined })],
  ['latitude', () => ({ region: undefined, regionSearch: { longitude: 3 } })],
  ['source', (r) => ({ url: undefined, source: r.pick<unknown>(['GOOGLE', '', 'bing', 5, [], ...PROTOTYPE_NAMES]) })],
  ['priority', (r) => ({ priority: r.pick<unknown>(['low', 5, {}, 'x']), isRealTime: undefined })],
  ['asynchronous', (r) => ({ asynchronous: r.pick<unknown>(WRONG_FOR_FLAG) })],
  ['searchPartners', (r) => ({ searchPartners: r.pick<unknown>(WRONG_FOR_FLAG) })],
  ['suggestions', (r) => ({ suggestions: r.pick<unknown>(WRONG_FOR_FLAG) })],
  ['language', (r) => ({ language: r.pick<unknown>(WRONG_FOR_TEXT) })],
  ['callback', (r) => ({ callback: r.pick<unknown>(BAD_CALLBACKS) })],
  [
    'url',
    (r) => ({
      source: 'google',
      suggestions: true,
      url: r.pick<unknown>([
        '',
        'shop',
        'ftp://shop.example/',
        'http://',
        'javascript:1',
        'https://shop.example/\n',
        `https://shop.example/${'x'.repeat(2048)}`,
        ...WRONG_FOR_TEXT,
      ]),
    }),
  ],
  ['suggestions', () => ({ source: 'google', suggestions: false, url: 'https://shop.example/' })],
  ['source', () => ({ source: 'baidu', suggestions: true, url: 'https://shop.example/' })],
];

export const badKeyword: Bad = (random, sink) => {
  const [parameter, spoil] = random.pick(KEYWORD_FAULTS);
  return { parameter, body: { ...goodKeyword(random, sink), ...spoil(random) } };
};

export type AiKind = 'seo-analysis' | 'send-prompt';

export function goodAi(random: Random, sink: string, kind: AiKind): Fields {
  const fields: Fields =
    kind === 'seo-analysis'
      ? { url: random.pick(['https://shop.example/', 'http://münchen.example/a?b=c#d', 'https://shop.example:8443/x']) }
      : { prompt: promptOf(random) };
  const maybe = (share: number, name: string, make: () => unknown): void => {
    if (random.chance(share)) fields[name] = make();
  };
  maybe(0.5, 'aiService', () => random.pick(['perplexity', 'chatgpt']));
  maybe(0.3, 'priority', () => random.pick(PRIORITIES));
  maybe(0.3, 'scheduleTo', () => random.pick([1, 2, 365]));
  maybe(0.3, 'externalIdentifier', () => random.pick(['', 'x'.repeat(255), textOf(random, 60)]));
  maybe(0.1, 'callback', () => `${sink}a/{:id:}/{:type:}`);
  maybe(0.1, random.pick(['response', 'error', 'id', 'ready', 'runtime']), () => 'x');
  return fields;
}

const promptOf = (random: Random): string => (random.chance(0.05) ? exactly(32_768, random) : textOf(random, 200));

const AI_FAULTS: readonly Fault[] = [
  ['aiService', (r) => ({ aiService: r.pick<unknown>(['', 'claude', 'ChatGPT', 5, [], ...PROTOTYPE_NAMES]) })],
  ['priority', (r) => ({ priority: r.pick<unknown>(['low', 5, {}]) })],
  ['scheduleTo', (r) => ({ scheduleTo: r.pick<unknown>([0, 366, '1', true, [], ...ODD_NUMBERS]) })],
  ['externalIdentifier', (r) => ({ externalIdentifier: r.pick<unknown>(['x'.repeat(256), 'x'.repeat(10_000), ...WRONG_FOR_TEXT]) })],
  ['callback', (r) => ({ callback: r.pick<unknown>(BAD_CALLBACKS) })],
];

const BAD_PAGES = [
  '',
  ' ',
  'shop.example',
  'ftp://shop.example/',
  'http://',
  'http://127.0.0.1/',
  'https://[::1]:8443/',
  'http://0/',
  'http://10.0.0.1/',
  'http://db.internal/',
  'http://intranet/',
  'http://a\tb.example/',
  `https://shop.example/${'x'.repeat(2048)}`,
];

export function badAi(random: Random, sink: string, kind: AiKind): ReturnType<Bad> {
  const own: Fault =
    kind === 'seo-analysis'
      ? ['url', (r) => ({ url: r.pick<unknown>([undefined, null, ...BAD_PAGES, ...WRONG_FOR_TEXT]) })]
      : [
          'prompt',
          (r) => ({ prompt: r.pick<unknown>([undefined, null, '', ' \n', exactly(32_769, r), 'x'.repeat(33 * 1024), ...WRONG_FOR_TEXT]) }),
        ];
  const [parameter, spoil] = random.pick([own, own, ...AI_FAULTS]);
  return { parameter, body: { ...goodAi(random, sink, kind), ...spoil(random) } };
}
