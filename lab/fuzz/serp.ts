// SERP requests: valid ones, and ones with a single fault that the response must name.
import { ENGINES as ALL_ENGINES, PRIORITIES } from '#product/contract/vocabulary.js';
import type { Random } from '../random.ts';
import type { Bad, Fault, Fields, Good } from './asked.ts';
import { exactly, ODD_NUMBERS, PROTOTYPE_NAMES, textOf, WRONG_FOR_FLAG, WRONG_FOR_TEXT } from './values.ts';

/** `universal` takes a URL as its keyword and is drawn elsewhere. */
const ENGINES = ALL_ENGINES.filter((engine) => engine !== 'universal');
const REGIONS = ['US', 'DE', 'GB', 'United States', 'germany', 2840, '2840', 2276, 'Germany'];

export const BAD_CALLBACKS = [
  '',
  ' ',
  'receiver',
  '/path',
  '//receiver.example/',
  'receiver.example',
  'ftp://receiver.example/',
  'file:///etc/passwd',
  'gopher://receiver.example/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'http:receiver.example',
  'http:/receiver.example',
  'http://',
  'http://?',
  'http://receiver.example:99999/',
  'http://receiver.example:22/',
  'http://receiver.example:25/',
  'http://receiver.example:0/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest',
  'http://[fd00::1]/',
  'http://intranet/',
  'http://db.internal/',
  'http://{:id:}.receiver.example/',
  'http://{:id:}@receiver.example/',
  'http:///{:id:}.receiver.example/',
  'http:////user:word@receiver.example/',
  'http://receiver.example/\r\nx: y',
  'http://receiver.example/\tx',
  'http://re ceiver.example/',
  'http://receiver..example/',
  'http://.receiver.example/',
  `http://receiver.example/${'x'.repeat(2048)}`,
  'http://receiver.example%00/',
  'http://%31%30.0.0.1/',
  'http://10.0.0.1.',
  'http://0xA000001/',
  'http://[::ffff:10.0.0.1]/',
  'http://user:%zz@receiver.example:9/',
];
const GOOD_CALLBACK_ENDS = ['', 'x', 'x?id={:id:}&type={:type:}', '{: id :}/{:  type:}', 'ä?q=ö#frag', '%20?a=b', '{:other:}'];

export const goodSerp: Good = (random, sink) => {
  const fields: Fields = { keyword: random.chance(0.02) ? exactly(2048, random) : textOf(random), region: random.pick(REGIONS) };
  const maybe = (share: number, name: string, make: () => unknown): void => {
    if (random.chance(share)) fields[name] = make();
  };
  if (random.chance(0.15)) {
    delete fields.region;
    const search: Fields = { latitude: random.next() * 180 - 90, longitude: random.next() * 360 - 180 };
    fields.regionSearch = search;
    if (random.chance(0.3)) search.types = random.pick([[], ['city'], ['country', 'state'], ['governorate']]);
    if (random.chance(0.2)) search.maxDistance = 2_147_483_647;
  } else
    maybe(0.1, 'regionSearch', () => random.pick<object>([{ types: ['planet'] }, {}, { latitude: 500 }, { deep: nest(25) }, { types: 5 }]));
  maybe(0.7, 'searchEngine', () => random.pick(ENGINES));
  maybe(0.3, 'priority', () => random.pick(PRIORITIES));
  maybe(0.3, 'asynchronous', () => random.chance(0.8));
  maybe(0.2, 'maxResults', () => 10);
  maybe(0.2, 'isMobile', () => random.chance(0.5));
  maybe(0.2, 'language', () => random.pick(['en', 'de', 'fr', 'ja', 'es']));
  maybe(0.1, 'saveRawData', () => random.chance(0.5));
  maybe(0.1, 'customUserAgent', () => random.pick(['Fuzz/1.0', 'x'.repeat(250), '~ !"#$%']));
  maybe(0.1, 'customUrlParameter', () => parametersOf(random));
  maybe(0.1, 'customCookieParameter', () => parametersOf(random));
  maybe(0.1, 'voiceSearchHighFidelity', () => random.chance(0.5));
  maybe(0.1, 'callback', () => `${sink}${random.pick(GOOD_CALLBACK_ENDS)}`);
  maybe(0.1, 'callbackFormat', () => random.pick(['SIMPLE', 'JSON', 'XML', '', 5, true, [], {}]));
  maybe(0.1, random.pick(['priority', 'language', 'callback', 'isMobile', 'maxResults', 'customUserAgent']), () => null);
  maybe(
    0.1,
    random.pick(['unknown', 'id', 'ready', 'cost', 'faulty', 'accountId', 'isFromApi', 'queued', ...PROTOTYPE_NAMES.slice(1)]),
    () => random.pick<unknown>(['x', 5, true, { a: [] }]),
  );
  if (!fields.priority && random.chance(0.05)) fields[random.pick(['isRealTime', 'isLowPriority'])] = true;
  // Engines without a page reject options that cannot be sent.
  if (WITHOUT_PAGE.includes(fields.searchEngine)) for (const name of PAGE_OPTIONS) delete fields[name];
  return fields;
};

const WITHOUT_PAGE: readonly unknown[] = ['chatgpt', 'perplexity'];
const PAGE_OPTIONS = ['customUserAgent', 'customUrlParameter', 'customCookieParameter'];

const parametersOf = (random: Random): object[] =>
  Array.from({ length: random.pick([0, 1, 2, 50]) }, (_, index) => ({
    name: random.pick([`p${index}`, 'q', '__proto__', 'x'.repeat(128), 'ü']),
    // All of them together must fit into one request.
    value: random.pick(['v', '', null, index === 0 ? 'x'.repeat(2048) : 'x', 'a&b=c;d', '東京']),
  }));

export function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Faults of a request. */
const FAULTS: readonly Fault[] = [
  ['keyword', (r) => ({ keyword: r.pick<unknown>(['', '   ', '\u00a0\u2003', exactly(2049, r), undefined, null, ...WRONG_FOR_TEXT]) })],
  ['region', (r) => ({ region: r.pick<unknown>([undefined, null]), regionSearch: undefined })],
  [
    'region',
    (r) => ({
      region: r.pick<unknown>([
        '',
        ' ',
        'Nowhere at all',
        'ZZ',
        '🏝️',
        999_999_999_999,
        -1,
        'x'.repeat(100_000),
        'a,'.repeat(5000),
        "' or 1=1",
        ...PROTOTYPE_NAMES,
      ]),
    }),
  ],
  ['region', (r) => ({ region: r.pick<unknown>([true, [], {}, 1.5, ['US']]) })],
  ['regionSearch', (r) => ({ region: undefined, regionSearch: r.pick<unknown>([5, 'x', [], true]) })],
  [
    'latitude',
    (r) => ({
      region: undefined,
      regionSearch: { longitude: 1, latitude: r.pick<unknown>([90.0001, -91, 1e308, undefined, null, '52', true, []]) },
    }),
  ],
  [
    'longitude',
    (r) => ({ region: undefined, regionSearch: { latitude: 1, longitude: r.pick<unknown>([180.0001, -181, 1e308, undefined, '1', {}]) } }),
  ],
  [
    'types',
    (r) => ({
      region: undefined,
      regionSearch: { latitude: 1, longitude: 1, types: r.pick<unknown>([['planet'], ['City'], [5], 'city', {}, [null], PROTOTYPE_NAMES]) },
    }),
  ],
  [
    'maxDistance',
    (r) => ({
      region: undefined,
      regionSearch: { latitude: 0, longitude: -30, maxDistance: r.pick<unknown>([-1, 0, 1, 1.5, 2 ** 31, '1', 1e308]) },
    }),
  ],
  [
    'searchEngine',
    (r) => ({
      searchEngine: r.pick<unknown>(['GOOGLE', 'Google', '', 'altavista', ' google', 'google ', ...PROTOTYPE_NAMES, ...WRONG_FOR_TEXT]),
    }),
  ],
  [
    'keyword',
    (r) => ({
      searchEngine: 'universal',
      keyword: r.pick<unknown>([
        'tea',
        'ftp://a.example/',
        'http://127.0.0.1/',
        'https://[::1]/',
        'http://10.1/',
        'http://localhost./',
        'file:///x',
        'http://',
      ]),
    }),
  ],
  [
    'priority',
    (r) => ({
      priority: r.pick<unknown>(['low', 'URGENT', '', 1, true, [], {}, 'NORMAL ', ...PROTOTYPE_NAMES]),
      isRealTime: undefined,
      isLowPriority: undefined,
    }),
  ],
  ['asynchronous', (r) => ({ asynchronous: r.pick<unknown>(WRONG_FOR_FLAG) })],
  ['maxResults', (r) => ({ maxResults: r.pick<unknown>([0, 5, 15, 110, 1000, -10, '10', true, [], {}, ...ODD_NUMBERS]) })],
  ['isMobile', (r) => ({ isMobile: r.pick<unknown>(WRONG_FOR_FLAG) })],
  ['saveRawData', (r) => ({ saveRawData: r.pick<unknown>(WRONG_FOR_FLAG) })],
  ['voiceSearchHighFidelity', (r) => ({ voiceSearchHighFidelity: r.pick<unknown>(WRONG_FOR_FLAG) })],
  [
    'language',
    (r) => ({ language: r.pick<unknown>(['xx', 'EN', 'english', '', 'e', 'en-US', '__proto__', 'constructor', ...WRONG_FOR_TEXT]) }),
  ],
  [
    'customUserAgent',
    (r) => ({ customUserAgent: r.pick<unknown>(['', ' ', 'x'.repeat(251), 'a\r\nb: c', 'é', 'a\u0001', '👍', ...WRONG_FOR_TEXT]) }),
  ],
  ['customUrlParameter', (r) => ({ customUrlParameter: badParameters(r) })],
  ['customCookieParameter', (r) => ({ customCookieParameter: badParameters(r) })],
  ['callback', (r) => ({ callback: r.pick<unknown>([...BAD_CALLBACKS, ...WRONG_FOR_TEXT]) })],
  ['isRealTime', () => ({ isRealTime: true, isLowPriority: true, priority: undefined })],
  ['isRealTime', (r) => ({ isRealTime: true, isLowPriority: undefined, priority: r.pick<unknown>(['LOW', 'NORMAL', 'INSTANT']) })],
  ['isLowPriority', (r) => ({ isLowPriority: r.pick<unknown>(WRONG_FOR_FLAG) })],
];

const badParameters = (random: Random): unknown =>
  random.pick<unknown>([
    {},
    'x',
    5,
    [5],
    [null],
    ['x'],
    [[]],
    [{}],
    [{ value: 'x' }],
    [{ name: '' }],
    [{ name: 5, value: 'x' }],
    [{ name: 'x'.repeat(129), value: '' }],
    [{ name: 'a', value: 'x'.repeat(2049) }],
    [{ name: 'a', value: 5 }],
    [{ name: 'a\r\nb', value: 'x' }],
    [{ name: 'a', value: 'x\ny' }],
    [{ name: 'a', value: '\u007f' }],
    Array.from({ length: 51 }, () => ({ name: 'a', value: 'b' })),
    Array.from({ length: 10_000 }, () => ({ name: 'a', value: 'b' })),
  ]);

/** One request with one fault. */
export const badSerp: Bad = (random, sink) => {
  const [parameter, spoil] = random.pick(FAULTS);
  return { parameter, body: { ...goodSerp(random, sink), ...spoil(random) } };
};
