// Imports technologies in the Wappalyzer format, which an operator may install.

import { foreignPattern } from './pattern.ts';
import { PatternProblem } from './pattern-literals.ts';
import { readSelectors } from './selector.ts';
import type { Field, Fingerprint, Implied, Pattern, Technology } from './technology.ts';

const CERTAIN = 100;

interface Tagged {
  readonly text: string;
  readonly confidence: number;
  readonly version: string | null;
}

export interface Imported {
  readonly technologies: readonly Technology[];
  /**
   * Number of patterns and selectors left out: lookarounds, back references, sizes beyond the limits, unknown
   * selectors.
   */
  readonly rejected: number;
}

/** Unknown members are ignored, and so are fingerprints that need a browser, such as script variables. */
export function readWappalyzer(entries: Readonly<Record<string, unknown>>): Imported {
  const technologies: Technology[] = [];
  let rejected = 0;
  const reject = (): void => void rejected++;
  for (const [name, entry] of Object.entries(entries)) {
    if (typeof entry !== 'object' || entry === null) continue;
    const value = entry as Readonly<Record<string, unknown>>;
    technologies.push({
      name,
      categories: numbersOf(value.cats),
      website: textOf(value.website),
      icon: textOf(value.icon),
      cpe: textOf(value.cpe),
      fingerprints: [
        ...LISTS.flatMap(([member, field]) => textsOf(value[member]).flatMap((text) => fingerprintOf(field, '', text, reject))),
        ...PAIRS.flatMap(([member, field]) =>
          pairsOf(value[member]).flatMap(([key, texts]) => texts.flatMap((text) => fingerprintOf(field, key.toLowerCase(), text, reject))),
        ),
        ...pairsOf(value.dns).flatMap(([kind, texts]) => {
          const field = RECORDS[kind.toUpperCase()];
          return field ? texts.flatMap((text) => fingerprintOf(field, '', text, reject)) : [];
        }),
        ...elementFingerprints(value.dom, reject),
      ],
      implies: textsOf(value.implies).map((text): Implied => {
        const { text: implied, confidence } = untag(text);
        return { name: implied, confidence };
      }),
      excludes: textsOf(value.excludes).map((text) => untag(text).text),
      requires: textsOf(value.requires).map((text) => untag(text).text),
      requiresCategories: numbersOf(value.requiresCategory),
    });
  }
  return { technologies, rejected };
}

const LISTS: readonly (readonly [member: string, field: Field])[] = [
  ['scriptSrc', 'script'],
  ['scripts', 'inline'],
  ['html', 'html'],
  ['text', 'text'],
  ['url', 'url'],
];
const PAIRS: readonly (readonly [member: string, field: Field])[] = [
  ['headers', 'header'],
  ['meta', 'meta'],
  ['cookies', 'cookie'],
];
const RECORDS: Readonly<Record<string, Field>> = { MX: 'mx', TXT: 'txt', NS: 'ns', CNAME: 'cname', SOA: 'soa' };

/** `pattern\;version:\1\;confidence:50` */
function untag(value: string): Tagged {
  const [text = '', ...tags] = value.split('\\;');
  const tag = (name: string): string | null => tags.find((one) => one.startsWith(`${name}:`))?.slice(name.length + 1) ?? null;
  const confidence = Number(tag('confidence') ?? CERTAIN);
  return {
    text,
    confidence: Number.isFinite(confidence) ? Math.min(CERTAIN, Math.max(0, Math.round(confidence))) : CERTAIN,
    version: tag('version'),
  };
}

function fingerprintOf(field: Field, key: string, value: string, reject: () => void, attribute = ''): Fingerprint[] {
  const { text, confidence, version } = untag(value);
  try {
    const pattern: Pattern | null = text === '' ? null : foreignPattern(text);
    // Without a pattern or a name, everything would match.
    if (pattern === null && key === '') return [];
    return [{ field, key, attribute, pattern, confidence, version: version ?? '' }];
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    reject();
    return [];
  }
}

/** Parses selectors, or requirements by selector: the element itself, attributes, or its text. */
function elementFingerprints(dom: unknown, reject: () => void): Fingerprint[] {
  const known = (selector: string): boolean => {
    const understood = readSelectors(selector) !== null;
    if (!understood) reject();
    return understood;
  };
  const plain = (selector: string, tagged: string): Fingerprint[] =>
    fingerprintOf('dom', selector, `\\;${tagged.split('\\;').slice(1).join('\\;')}`, reject);
  if (typeof dom !== 'object' || dom === null || Array.isArray(dom))
    return textsOf(dom).flatMap((text) => (known(untag(text).text) ? plain(untag(text).text, text) : []));
  return Object.entries(dom).flatMap(([selector, wanted]) => {
    if (typeof wanted !== 'object' || wanted === null || !known(selector)) return [];
    const { exists, attributes, text } = wanted as Readonly<Record<string, unknown>>;
    return [
      ...(typeof exists === 'string' ? plain(selector, exists) : []),
      ...pairsOf(attributes).flatMap(([name, texts]) =>
        texts.flatMap((one) => fingerprintOf('dom', selector, one, reject, name.toLowerCase())),
      ),
      ...textsOf(text).flatMap((one) => fingerprintOf('dom', selector, one, reject, 'text')),
    ];
  });
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
const numbersOf = (value: unknown): number[] => (Array.isArray(value) ? value : [value]).filter((one) => Number.isInteger(one));
const pairsOf = (value: unknown): [key: string, texts: string[]][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([key, one]) => [key, textsOf(one)])
    : [];
