// Reads lists of canaries: the shipped one, and the operator's, which adds, replaces and disables.
import { domainToASCII } from 'node:url';
import {
  CANARY_DEVICES,
  CANARY_ENGINES,
  type Canary,
  type CanaryAnchor,
  type CanaryDevice,
  type CanaryEngine,
} from '../../contract/canaries.ts';
import { isLookup } from '../../contract/vocabulary.ts';

/** A list that cannot be used. The message names the entry. */
export class CanaryProblem extends Error {}

/** An entry of the operator's list that only removes a shipped canary. */
interface DisabledCanary {
  readonly id: string;
  readonly disabled: true;
}
type Entry = Canary | DisabledCanary;

const ID = /^[a-z0-9][a-z0-9-]{0,62}$/;
const LANGUAGE = /^[a-z]{2}$/;
const SITE = /^(?=.{1,253}$)(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/;
const HOST_LETTERS = /^[\p{L}\p{M}\p{N}.-]{1,253}$/u;
const [CANARIES_MAX, ANCHORS_MAX, WORDS_MAX, TEXT_LENGTH_MAX, DAYS_MAX] = [500, 5, 20, 300, 365];
/** Results of one run. A later position is never seen. */
export const CANARY_RESULTS = 10;
const FIELDS = new Set(['id', 'engine', 'question', 'region', 'language', 'device', 'anchors', 'checked']);
const [CHECKED_MIN, CHECKED_MAX] = [2000, 2100];

/** Returns the canaries of both lists. Throws `CanaryProblem`. */
export function readCanaries(shipped: string, own: string | null): Canary[] {
  const list = new Map<string, Canary>();
  for (const entry of readList(shipped)) if (!isDisabled(entry)) list.set(entry.id, entry);
  for (const entry of own === null ? [] : readList(own)) {
    if (!isDisabled(entry)) list.set(entry.id, entry);
    else if (!list.delete(entry.id)) throw new CanaryProblem(`canary "${entry.id}" cannot be disabled: no shipped canary has this id`);
  }
  if (list.size > CANARIES_MAX) throw new CanaryProblem(`the list has ${list.size} canaries. At most ${CANARIES_MAX} are allowed`);
  return [...list.values()];
}

const isDisabled = (entry: Entry): entry is DisabledCanary => 'disabled' in entry;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function readList(text: string): Entry[] {
  let value: unknown;
  try {
    // Editors on Windows begin files with a byte order mark.
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new CanaryProblem('the file must be JSON');
  }
  const entries = isObject(value) ? value.canaries : undefined;
  if (!Array.isArray(entries)) throw new CanaryProblem('the file must be JSON such as {"canaries":[…]}');
  const seen = new Set<string>();
  return entries.map((given, index) => {
    const entry = readEntry(given, index);
    if (seen.has(entry.id)) throw new CanaryProblem(`canary "${entry.id}" occurs twice`);
    seen.add(entry.id);
    return entry;
  });
}

function readEntry(given: unknown, index: number): Entry {
  const id = isObject(given) ? given.id : undefined;
  if (!isObject(given) || typeof id !== 'string' || !ID.test(id))
    throw new CanaryProblem(`entry ${index + 1} needs an id of lower-case letters, digits and hyphens`);
  const fail = (problem: string): never => {
    throw new CanaryProblem(`canary "${id}": ${problem}`);
  };
  if ('disabled' in given) {
    if (given.disabled !== true || Object.keys(given).length !== 2) fail('an entry with disabled must have only id and "disabled": true');
    return { id, disabled: true };
  }
  const unknown = Object.keys(given).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) fail(`unknown field ${unknown}. Known are ${[...FIELDS].join(', ')}`);
  const engine = given.engine as CanaryEngine;
  if (!CANARY_ENGINES.includes(engine)) fail(`engine must be one of ${CANARY_ENGINES.join(', ')}`);
  const hasPlace = !isLookup(engine);
  if (!isText(given.question)) fail(`question must be a text of 1 to ${TEXT_LENGTH_MAX} characters`);
  if (!hasPlace && (given.region !== undefined || given.language !== undefined || given.device !== undefined))
    fail(`${engine} has no region, language or device`);
  if (hasPlace && !isText(given.region)) fail('region must be the name of a region, such as US');
  if (hasPlace && !(typeof given.language === 'string' && LANGUAGE.test(given.language))) fail('language must be a code such as en');
  if (given.device !== undefined && !CANARY_DEVICES.includes(given.device as CanaryDevice))
    fail(`device must be one of ${CANARY_DEVICES.join(', ')}`);
  if (!isWithin(given.checked, CHECKED_MIN, CHECKED_MAX)) fail('checked must be the year in which the fact was checked, such as 2026');
  const anchors = given.anchors;
  if (!Array.isArray(anchors) || anchors.length === 0 || anchors.length > ANCHORS_MAX) fail(`anchors must be 1 to ${ANCHORS_MAX} anchors`);
  return {
    id,
    engine,
    question: given.question as string,
    region: hasPlace ? (given.region as string) : null,
    language: hasPlace ? (given.language as string) : null,
    device: (given.device as CanaryDevice | undefined) ?? 'desktop',
    anchors: (anchors as unknown[]).map((anchor, at) => {
      const problem = problemIn(anchor);
      if (problem !== null) fail(`anchors[${at}].${problem}`);
      return readAnchor(anchor, engine) ?? fail(`anchors[${at}] must be ${EXPECTED[kindOf(engine)]}`);
    }),
    checked: given.checked as number,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '' && value.length <= TEXT_LENGTH_MAX;
const isWithin = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

const kindOf = (engine: CanaryEngine): 'search' | 'whois' | 'technologies' =>
  engine === 'whois' || engine === 'technologies' ? engine : 'search';
const EXPECTED = {
  search:
    '{"site":"shop.example","within":3}, with or without "path", {"title":"text","within":3}, {"answer":["word"]} or {"newestDays":7}',
  whois: '{"registrar":"part of its name"}',
  technologies: '{"technology":"its name"}',
} as const;

/** Pages and names have no spaces around them, and a text without a letter or digit is in every answer or in none. */
const isExpectation = (value: unknown): boolean => typeof value === 'string' && /[\p{L}\p{N}]/u.test(value) && value === value.trim();

/** Returns what can never hold, or null. The message begins with the field. */
function problemIn(given: unknown): string | null {
  if (!isObject(given)) return null;
  const { path, within, answer } = given;
  if (within !== undefined && !isWithin(within, 1, CANARY_RESULTS))
    return `within must be from 1 to ${CANARY_RESULTS}, the results of a run`;
  const expected: [string, unknown][] = [
    ...['title', 'registrar', 'technology'].map((name): [string, unknown] => [name, given[name]]),
    ...(Array.isArray(answer) ? answer.map((word, at): [string, unknown] => [`answer[${at}]`, word]) : []),
  ];
  for (const [name, text] of expected)
    if (text !== undefined && !isExpectation(text)) return `${name} must be a text with a letter or a digit, and without spaces around it`;
  // URLs are compared without encoding and without their fragments.
  if (typeof path === 'string' && (decodedPath(path) !== path || /[\s#]/.test(path)))
    return 'path must be a part of a URL without spaces, fragment and encoding, such as /wiki/Tea';
  return null;
}

function decodedPath(path: string): string | null {
  try {
    return decodeURI(path);
  } catch {
    return null;
  }
}

/** Returns the host as URLs have it: in lower case, and `xn--…` for other letters. Null for anything else. */
function hostIn(site: unknown): string | null {
  if (typeof site !== 'string' || !HOST_LETTERS.test(site)) return null;
  const host = domainToASCII(site);
  return SITE.test(host) ? host : null;
}

/** Returns null for anything else. */
function readAnchor(given: unknown, engine: CanaryEngine): CanaryAnchor | null {
  if (!isObject(given)) return null;
  const { site, path, title, within, answer, newestDays, registrar, technology } = given;
  const names = Object.keys(given).sort().join(' ');
  const kind = kindOf(engine);
  if (kind === 'whois') return names === 'registrar' && isText(registrar) ? { registrar } : null;
  if (kind === 'technologies') return names === 'technology' && isText(technology) ? { technology } : null;
  const fits = isWithin(within, 1, CANARY_RESULTS);
  const host = hostIn(site);
  if (names === 'site within' && host !== null && fits) return { site: host, within: within as number };
  if (names === 'path site within' && host !== null && isText(path) && fits)
    return { site: host, path: path.normalize('NFC'), within: within as number };
  if (names === 'title within' && isText(title) && fits) return { title, within: within as number };
  if (names === 'answer' && Array.isArray(answer) && answer.length > 0 && answer.length <= WORDS_MAX && answer.every(isText))
    return { answer };
  return names === 'newestDays' && isWithin(newestDays, 1, DAYS_MAX) ? { newestDays: newestDays as number } : null;
}
