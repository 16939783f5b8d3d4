// Walks YouTube's nested data and lists the entries of the page, in page order.
import { below, type JsonObject, objectBelow, textBelow } from './json.ts';

/** One entry of the page. `kind` is the renderer, `shelved` is true in a shelf outside the list of results. */
export interface Entry {
  readonly kind: string;
  readonly value: JsonObject;
  readonly shelved: boolean;
}

export interface Walk {
  readonly entries: readonly Entry[];
  /** The token of the next page. */
  readonly continuation: string | null;
  /** YouTube's own marker for no results. */
  readonly noResults: boolean;
  /** YouTube's own marker for the end of the results. */
  readonly ended: boolean;
}

const ITEMS = new Set([
  'videoRenderer',
  'compactVideoRenderer',
  'gridVideoRenderer',
  'videoWithContextRenderer',
  'channelRenderer',
  'compactChannelRenderer',
  'playlistRenderer',
  'compactPlaylistRenderer',
  'radioRenderer',
  'compactRadioRenderer',
  'showRenderer',
  'movieRenderer',
  'lockupViewModel',
  'shortsLockupViewModel',
  'reelItemRenderer',
]);
const ADS = new Set(['adSlotRenderer', 'searchPyvRenderer', 'promotedSparklesWebRenderer', 'promotedVideoRenderer', 'carouselAdRenderer']);
const SHELVES = new Set(['shelfRenderer', 'reelShelfRenderer', 'richShelfRenderer', 'gridShelfViewModel', 'horizontalListRenderer']);

/** Parts outside the list of results: right panel, chips, menus, chapters of a video, and client data. */
const EXCLUDED = new Set([
  'secondaryContents',
  'horizontalCardListRenderer',
  'searchSubMenuRenderer',
  'searchHeaderRenderer',
  'chipCloudRenderer',
  'menuRenderer',
  'header',
  'topbar',
  'frameworkUpdates',
  'didYouMeanRenderer',
  'showingResultsForRenderer',
]);

const DEPTH_MAX = 60;
const STEPS_MAX = 400_000;

/**
 * Returns the first text under that name, at any depth. YouTube has added layers around continuation commands over the
 * years.
 */
function textNamed(value: unknown, name: string, depth = 0): string | null {
  if (depth > 12 || typeof value !== 'object' || value === null) return null;
  const own = textBelow(value, name);
  if (own !== null) return own;
  for (const part of Object.values(value)) {
    const found = textNamed(part, name, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function tokenIn(name: string, part: JsonObject): string | null {
  if (name === 'continuationItemRenderer') return textNamed(part, 'token');
  return name === 'nextContinuationData' ? textBelow(part, 'continuation') : null;
}

/** Parts that can contain results: of a first page, of a further page, and of a further page before 2020. */
const ROOTS = ['contents', 'onResponseReceivedCommands', 'continuationContents'];

export function walk(data: JsonObject): Walk {
  const entries: Entry[] = [];
  let continuation: string | null = null;
  let noResults = false;
  let ended = false;
  let steps = 0;
  const visit = (value: unknown, shelved: boolean, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEPTH_MAX || ++steps > STEPS_MAX) return;
    if (Array.isArray(value)) {
      for (const part of value) visit(part, shelved, depth + 1);
      return;
    }
    for (const [name, part] of Object.entries(value)) {
      const object = objectBelow(part);
      if (EXCLUDED.has(name)) continue;
      if (object && (ITEMS.has(name) || ADS.has(name))) entries.push({ kind: ADS.has(name) ? 'ad' : name, value: object, shelved });
      else if (name === 'backgroundPromoRenderer') noResults = true;
      else if (name === 'messageRenderer') ended = true;
      else if (object && !shelved && tokenIn(name, object)) continuation ??= tokenIn(name, object);
      else visit(part, shelved || SHELVES.has(name), depth + 1);
    }
  };
  for (const root of ROOTS) visit(below(data, root), false, 0);
  return { entries, continuation, noResults, ended };
}

/** True for the data of a search, not of a video, a playlist or the home page. */
export function isSearch(data: JsonObject): boolean {
  const contents = objectBelow(data, 'contents');
  if (contents) return 'twoColumnSearchResultsRenderer' in contents || 'sectionListRenderer' in contents;
  return Array.isArray(below(data, 'onResponseReceivedCommands')) || objectBelow(data, 'continuationContents') !== null;
}
