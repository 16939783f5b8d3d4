// Finds the data of a YouTube response, in a page or as JSON.
import { markLength } from '../../charset.ts';
import { ByteNames, jsonPartAt, placesBehind } from '../../page/json-bytes.ts';
import { isJsonObject, type JsonObject, objectBelow, parsedJson } from './json.ts';

/** Names whose values no parser reads: three quarters of the data, mostly commands, menus and tracking. */
const UNREAD = new ByteNames([
  'accessibility',
  'accessibilityData',
  'avatar',
  'channelThumbnailSupportedRenderers',
  'chipCloudRenderer',
  'clickTrackingParams',
  'expandableMetadata',
  'frameworkUpdates',
  'horizontalCardListRenderer',
  'inlinePlaybackEndpoint',
  'inlinePlayerData',
  'loggingContext',
  'menu',
  'menuOnTap',
  'onVisible',
  'overlay',
  'rendererContext',
  'richThumbnail',
  'searchFilterButton',
  'searchHeaderRenderer',
  'searchSubMenuRenderer',
  'secondaryContents',
  'sequenceParams',
  'serviceEndpoint',
  'thumbnailOverlayToggleButtonRenderer',
  'toggleButtonViewModel',
  'topbar',
  'watchEndpoint',
]);

const APOSTROPHE = 0x27;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at++;
  return at;
}

/** Returns the script string in single quotes at `from`, which the mobile page uses for its data: `'\\x7b\\x22contents…'`. */
function quotedAt(bytes: Buffer, from: number): string | null {
  let end = from + 1;
  while (end < bytes.length && bytes[end] !== APOSTROPHE) end += bytes[end] === BACKSLASH ? 2 : 1;
  if (end >= bytes.length) return null;
  return bytes.toString('utf8', from + 1, end).replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))/gis, (_, two, four, other) => {
    if (two || four) return String.fromCharCode(Number.parseInt(two ?? four, 16));
    return { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[other as string] ?? other;
  });
}

/** Maximum number of assignments that are checked for the data. */
const ASSIGNMENTS_MAX = 50;

function assignedIn(bytes: Buffer): JsonObject | null {
  let assignments = 0;
  for (const from of placesBehind(bytes, 'ytInitialData', /^["'\]]{0,3}\s{0,5}=\s{0,5}(?=[{'])/)) {
    if (++assignments > ASSIGNMENTS_MAX) break;
    const text = bytes[from] === APOSTROPHE ? quotedAt(bytes, from) : jsonPartAt(bytes, from, UNREAD)?.text;
    const value = parsedJson(text ?? null);
    if (isJsonObject(value)) return value;
  }
  return null;
}

/** Returns the value that fills the response from `from` on, or null when there is more than one value. */
function wholeAt(bytes: Buffer, from: number): unknown {
  const part = jsonPartAt(bytes, from, UNREAD);
  return part && skipSpace(bytes, part.end) === bytes.length ? parsedJson(part.text) : null;
}

/** JSON may follow these characters, which keep other sites from running it as a script. */
const GUARD = ")]}'";

/**
 * Returns the data of a response: the body if it is JSON, otherwise the value that the page assigns to `ytInitialData`.
 */
export function dataOf(bytes: Buffer): JsonObject | null {
  let from = skipSpace(bytes, markLength(bytes));
  if (bytes.toString('latin1', from, from + GUARD.length) === GUARD) from = skipSpace(bytes, from + GUARD.length);
  if (bytes[from] !== OPENING_BRACE && bytes[from] !== OPENING_BRACKET) return assignedIn(bytes);
  const value = wholeAt(bytes, from);
  // Responses before 2021 were lists of parts, one of which contained the response.
  if (Array.isArray(value)) return value.map((part) => objectBelow(part, 'response')).find((part) => part !== null) ?? null;
  return isJsonObject(value) ? (objectBelow(value, 'response') ?? value) : null;
}
