// Renders the body that a set of genes describes: new bytes each time, where the genes want new names or texts.
import type { Random } from '../random.ts';
import { type BodyKind, type Genes, ROUTES } from './body-genes.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const KNOWN: Readonly<Record<BodyKind, readonly string[]>> = {
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

/** Valid requests of each kind. In a list they make the service read everything up to the end. */
const GOOD: Readonly<Record<BodyKind, (word: string) => string>> = {
  serp: (word) => `"keyword":"${word}","region":"US"`,
  keyword: (word) => `"keywords":["${word}"],"region":"US"`,
  ai: (word) => `"prompt":"${word}"`,
  serper: (word) => `"q":"${word}"`,
  mcp: () => '"jsonrpc":"2.0","id":1,"method":"tools/list"',
  none: () => '"a":1',
};

type WordOf = (length: number) => string;

export function rendered(route: string, genes: Genes, random: Random): Buffer {
  const { kind, list, around = ['', ''] } = ROUTES[route]!;
  const wordOf: WordOf = (length) => Array.from({ length }, () => LETTERS[random.below(36)]).join('');
  const known = KNOWN[kind];
  const parts: string[] = [];
  let size = 0;
  const add = (text: string): void => {
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
    const order =
      genes.names === 'shuffled' ? random.shuffle(Array.from({ length: Math.min(100, genes.members) }, (_, index) => index)) : [];
    for (let member = 0; member < genes.members && size < genes.bytes; member++) {
      const comma = member > 0 || genes.good ? ',' : '';
      add(`${comma}"${nameOf(genes, member, order, known, wordOf)}":${valueFor(genes, wordOf, random)}`);
    }
    add('}');
  }
  const tails: Readonly<Record<Genes['tail'], string>> = {
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

function nameOf({ names, length }: Genes, member: number, order: readonly number[], known: readonly string[], wordOf: WordOf): string {
  switch (names) {
    case 'unique':
      return wordOf(6);
    case 'known':
      return known[member % known.length]!;
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

function regionOf(region: Genes['region'], wordOf: WordOf, random: Random): string {
  const degrees = (most: number): string => (random.next() * 2 * most - most).toFixed(5);
  if (region === 'point') return `"regionSearch":{"latitude":${degrees(90)},"longitude":${degrees(180)}}`;
  if (region === 'loose')
    return `"region":"${random.pick(['Paris', 'Springfield', 'San Jose', 'Berlin'])} City,${random.pick(['Germany', 'USA', 'Turkey'])}"`;
  return `"region":"${region === 'nobody' ? wordOf(12) : region}"`;
}

function valueFor(genes: Genes, wordOf: WordOf, random: Random, level = 0): string {
  const { length, entries } = genes;
  const many = (one: () => string): string => `[${Array.from({ length: entries }, one).join()}]`;
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
