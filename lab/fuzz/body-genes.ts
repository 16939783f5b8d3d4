// Bodies that are meant to be rejected, described by a few genes: rendered anew each time, and mutated to find the most expensive.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const KNOWN = {
  serp: [
    'keyword',
    'region',
    'searchEngine',
    'maxResults',
    'isMobile',
    'language',
    'callback',
    'customUserAgent',
    'customUrlParameter',
  ].concat(['customCookieParameter', 'find', 'regionSearch', 'priority', 'asynchronous', 'freshness', 'dryRun', 'saveRawData']),
  keyword: ['keywords', 'url', 'region', 'language', 'source', 'suggestions', 'searchPartners', 'priority', 'callback', 'regionSearch'],
  ai: ['prompt', 'url', 'aiService', 'callback', 'priority', 'scheduleTo', 'externalIdentifier', 'dryRun'],
  serper: ['q', 'gl', 'hl', 'location', 'num', 'page', 'tbs', 'type', 'autocorrect'],
  mcp: ['jsonrpc', 'id', 'method', 'params'],
  none: ['a'],
};

/** Good requests of each kind; in a list they make the service read everything before the end. */
const GOOD = {
  serp: (word) => `"keyword":"${word}","region":"US"`,
  keyword: (word) => `"keywords":["${word}"],"region":"US"`,
  ai: (word) => `"prompt":"${word}"`,
  serper: (word) => `"q":"${word}"`,
  mcp: () => '"jsonrpc":"2.0","id":1,"method":"tools/list"',
  none: () => '"a":1',
};

/** Every address that takes a body: how its body is built around its requests, and what a request is. */
export const ROUTES = {
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
};

export const PLAIN = {
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

/** What is known to be expensive, or was before. */
export const SEEDS = [
  { members: 5000 * 60, names: 'unique', good: false },
  { items: 20_000 * 60, good: false },
  { items: 999, members: 99, names: 'shuffled', good: false },
  { items: 999, members: 64, names: 'unique' },
  { items: 999, members: 1, names: 'known', values: 'list', entries: 700, length: 4, good: true },
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

/** The most expensive that were found, and those that were before there were limits; `npm run trials -- bodies` sends them. */
export const WORST = [
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

export function mutated(genes, random) {
  const changed = { ...genes };
  for (let turn = random.between(1, 3); turn > 0; turn--) {
    const gene = random.pick(Object.keys(GENES));
    changed[gene] = random.pick(GENES[gene]);
  }
  return changed;
}

/** The bytes of a body; other bytes each time, where the genes want new names or texts. */
export function rendered(route, genes, random) {
  const { kind, list, around = ['', ''] } = ROUTES[route];
  const wordOf = (length) => Array.from({ length }, () => LETTERS[random.below(36)]).join('');
  const known = KNOWN[kind];
  const parts = [];
  let size = 0;
  const add = (text) => {
    parts.push(text);
    size += text.length;
  };
  const blanks = ' '.repeat(genes.space);
  add(around[0] + blanks + (list ? '[' : ''));
  const items = list ? genes.items : 1;
  for (let item = 0; item < items && size < genes.bytes; item++) {
    if (item > 0) add(',');
    if (kind === 'none' && list && genes.good) {
      add(`"${valueFor({ ...genes, values: 'unique text', length: 20 }, wordOf, random).slice(1)}`);
      continue;
    }
    add('{');
    if (genes.good) add(GOOD[kind](`w${item}`).replace('"region":"US"', regionOf(genes.region, wordOf, random)));
    const order = genes.names === 'shuffled' ? shuffled(Math.min(100, genes.members), random) : null;
    for (let member = 0; member < genes.members && size < genes.bytes; member++) {
      const comma = member > 0 || genes.good ? ',' : '';
      add(`${comma}"${nameOf(genes, member, order, known, wordOf)}":${valueFor(genes, wordOf, random)}`);
    }
    add('}');
  }
  const tails = {
    comma: ',,',
    open: '[',
    surrogate: ',"\\ud800"',
    NUL: ',"\\u0000"',
    'bad item': `,{"${known[0]}":true}`,
    none: '',
    'not UTF-8': '',
  };
  add(`${tails[genes.tail]}${list ? ']' : ''}${around[1]}`);
  const bytes = Buffer.from(parts.join(''));
  return genes.tail === 'not UTF-8' ? Buffer.concat([bytes, Buffer.from([0xff])]) : bytes;
}

const shuffled = (count, random) => {
  const list = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [list[last], list[other]] = [list[other], list[last]];
  }
  return list;
};

function nameOf({ names, length }, member, order, known, wordOf) {
  switch (names) {
    case 'unique':
      return wordOf(6);
    case 'known':
      return known[member % known.length];
    case 'shuffled':
      return `k${order[member % order.length]}`;
    case 'long':
      return `k${member}${'x'.repeat(length)}`;
    case 'integers':
      return String(member * 7919);
    case 'escaped':
      return `\\u006b${member}`;
    case 'same':
      return 'a';
    default:
      return `k${member}`;
  }
}

function regionOf(region, wordOf, random) {
  const degrees = (most) => (random.next() * 2 * most - most).toFixed(5);
  if (region === 'point') return `"regionSearch":{"latitude":${degrees(90)},"longitude":${degrees(180)}}`;
  if (region === 'loose')
    return `"region":"${random.pick(['Paris', 'Springfield', 'San Jose', 'Berlin'])} City,${random.pick(['Germany', 'USA', 'Turkey'])}"`;
  return `"region":"${region === 'nobody' ? wordOf(12) : region}"`;
}

function valueFor(genes, wordOf, random, level = 0) {
  const { length, entries } = genes;
  const many = (one) => `[${Array.from({ length: entries }, one).join()}]`;
  switch (genes.values) {
    case 'number':
      return `0.${random.next().toString().slice(2)}4503599`;
    case 'long number':
      return `1${'7'.repeat(length)}`;
    case 'text':
      return `"${'x'.repeat(length)}"`;
    case 'unique text':
      return `"${wordOf(Math.min(length, 40))}"`;
    case 'escapes':
      return `"${'\\n'.repeat(length / 2)}"`;
    case 'units':
      return `"${'\\u00e9'.repeat(length / 6)}"`;
    case 'kanji':
      return `"${'日'.repeat(length / 3)}"`;
    case 'null':
      return 'null';
    case '[]':
    case '{}':
      return genes.values;
    case 'list':
      return many(() => `"${wordOf(Math.min(length, 40))}"`);
    case 'objects':
      return many(() => `{"${wordOf(3)}":1}`);
    case 'parameters':
      return many(() => `{"name":"${wordOf(5)}","value":"${wordOf(Math.min(length, 40))}"}`);
    case 'deep':
      return level > 29 ? '1' : `{"a":${valueFor(genes, wordOf, random, level + 1)}}`;
    default:
      return '1';
  }
}
