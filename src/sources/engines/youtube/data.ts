// Finds the data of a YouTube response, in a page or as JSON, and its client settings.
import type { Page } from '../../adapter.ts';

/** An object of YouTube's data. Its fields are unknown until checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value at a path of names and indexes, or undefined when the path ends early. */
export function below(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}

export const objectBelow = (value: unknown, ...path: readonly (string | number)[]): JsonObject | null => {
  const found = below(value, ...path);
  return isJsonObject(found) ? found : null;
};

export const listBelow = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = below(value, ...path);
  return Array.isArray(found) ? found : [];
};

export const textBelow = (value: unknown, ...path: readonly (string | number)[]): string | null => {
  const found = below(value, ...path);
  return typeof found === 'string' && found !== '' ? found : null;
};

/** Returns the JSON object that begins at `start`, up to its closing brace. Braces in strings do not count. */
function objectAt(text: string, start: number): string | null {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    } else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return text.slice(start, at + 1);
  }
  return null;
}

/** Returns a script string in single quotes, which the mobile page uses for its data: `'\x7b\x22contents…'`. */
function quotedAt(text: string, start: number): string | null {
  let end = start + 1;
  while (end < text.length && text[end] !== "'") end += text[end] === '\\' ? 2 : 1;
  if (end >= text.length) return null;
  return text.slice(start + 1, end).replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))/gis, (_, two, four, other) => {
    if (two || four) return String.fromCharCode(Number.parseInt(two ?? four, 16));
    return { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[other as string] ?? other;
  });
}

function readJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Maximum number of occurrences of the name that are checked for its value. */
const MENTIONS_MAX = 50;

function assignedIn(html: string, name: string): JsonObject | null {
  const mention = new RegExp(`${name}["'\\]]{0,3}\\s{0,5}=\\s{0,5}(?=[{'])`, 'g');
  for (let attempts = 0, match = mention.exec(html); match && attempts < MENTIONS_MAX; attempts++, match = mention.exec(html)) {
    const start = match.index + match[0].length;
    const value = readJson(html[start] === '{' ? objectAt(html, start) : quotedAt(html, start));
    if (isJsonObject(value)) return value;
  }
  return null;
}

/**
 * Returns the data of a response: the body if it is JSON, otherwise the value that the page assigns to `ytInitialData`.
 */
export function dataOf(page: Page): JsonObject | null {
  const body = page.body.trimStart().replace(/^\)\]\}'\s*/, '');
  if (!body.startsWith('{') && !body.startsWith('[')) return assignedIn(page.body, 'ytInitialData');
  const value = readJson(body);
  // Responses before 2021 were lists of parts, one of which contained the response.
  if (Array.isArray(value)) return value.map((part) => objectBelow(part, 'response')).find((part) => part !== null) ?? null;
  return isJsonObject(value) ? (objectBelow(value, 'response') ?? value) : null;
}

/** Client settings that a follow-up request must send. */
export interface Client {
  readonly name: string;
  readonly version: string;
  readonly language: string | null;
  readonly country: string | null;
  readonly key: string | null;
}

const setting = (html: string, name: string): string | null => new RegExp(`"${name}":"([^"\\\\]{1,100})"`).exec(html)?.[1] ?? null;

/** Returns the client settings: from the request, from the page, or from the tracking parameters of the response. */
export function clientOf(page: Page, data: JsonObject): Client | null {
  const asked = objectBelow(readJson(page.request.body ?? null), 'context', 'client');
  const tracking = new Map<unknown, string | null>();
  for (const service of listBelow(data, 'responseContext', 'serviceTrackingParams')) {
    for (const parameter of listBelow(service, 'params')) tracking.set(below(parameter, 'key'), textBelow(parameter, 'value'));
  }
  const version =
    textBelow(asked, 'clientVersion') ??
    setting(page.body, 'INNERTUBE_CONTEXT_CLIENT_VERSION') ??
    setting(page.body, 'INNERTUBE_CLIENT_VERSION') ??
    tracking.get('cver');
  if (!version) return null;
  return {
    name: textBelow(asked, 'clientName') ?? setting(page.body, 'INNERTUBE_CLIENT_NAME') ?? tracking.get('c') ?? 'WEB',
    version,
    language: textBelow(asked, 'hl') ?? setting(page.body, 'INNERTUBE_CONTEXT_HL'),
    country: textBelow(asked, 'gl') ?? setting(page.body, 'INNERTUBE_CONTEXT_GL'),
    key: setting(page.body, 'INNERTUBE_API_KEY') ?? keyOf(page.request.url),
  };
}

function keyOf(url: string): string | null {
  try {
    return new URL(url).searchParams.get('key');
  } catch {
    return null;
  }
}
