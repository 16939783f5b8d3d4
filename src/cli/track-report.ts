// Text of a rank report: figures, changes, competitors and positions.
import type { Figures, Point, Summary } from '../contract/tracking-history.ts';
import type { Change, TrackedKeyword } from '../contract/tracking-keywords.ts';
import { grouped, type ProjectView, type Read } from './track-parts.ts';
import { fitted, shortUrl } from './track-table.ts';

export const MOVERS_SHOWN = 5;
/** Left out one by one in narrow terminals. */
const OPTIONAL = ['volume', 'best', '30 days', '1 day', 'language', 'region', 'engine'];

export const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
export const decimal = (value: number): string => value.toFixed(1);

/** A project that stopped by itself says why. */
export const stateText = ({ state }: Pick<ProjectView, 'state'>): string =>
  state === 'active' || state === 'paused' ? state : `stopped: ${state}`;

/** Returns one line per figure, with the value of the first day of the period. */
export function figureLines(now: Read<Figures>, before: Read<Figures> | null, firstDay: string | null = null): string[] {
  const line = (name: string, value: (figures: Read<Figures>) => number | null, text: (value: number) => string): string[] => {
    const [current, earlier] = [value(now), before && value(before)];
    if (current === null) return [];
    return [`${name.padEnd(18)}${text(current)}${earlier === null ? '' : ` (before: ${text(earlier)})`}`];
  };
  const { top3, top10, top20, top100, none } = now.distribution;
  return [
    ...line('visibility', ({ visibility }) => visibility, percent),
    ...line('share of voice', ({ shareOfVoice }) => shareOfVoice, percent),
    ...line('average position', ({ average }) => average, decimal),
    ...line('ranked', ({ ranked }) => ranked, percent),
    ...line(
      'estimated visits',
      ({ visits }) => visits,
      (value) => grouped(Math.round(value)),
    ),
    ...line('AI answers citing', ({ aiCited }) => aiCited, percent),
    `${'distribution'.padEnd(18)}1–3: ${top3}, 4–10: ${top10}, 11–20: ${top20}, 21–100: ${top100}, none: ${none}`,
    ...(now.failed + now.skipped === 0 ? [] : [`${'without a result'.padEnd(18)}${now.failed} failed, ${now.skipped} skipped`]),
    `CTR curve ${now.curve}, ${now.weightedBy === 'volume' ? 'weighted by search volume' : 'all keywords count the same'}${before && firstDay ? `; before: ${firstDay}` : ''}`,
  ];
}

const MOVEMENTS = { entered: 'new', left: 'lost', absent: '', same: '0', up: '', down: '' } as const;

/** A missing change is empty: the two checks cannot be compared. */
export function changeText(change: Read<Change> | null): string {
  if (change === null) return '';
  if (change.value === null || change.value === 0) return MOVEMENTS[change.movement];
  return change.value > 0 ? `+${change.value}` : String(change.value);
}

/** A failed or skipped check is named and never looks like a position. */
export function positionText({
  state,
  reason,
  position,
  depth,
}: Read<Pick<TrackedKeyword, 'state' | 'reason' | 'position' | 'depth'>>): string {
  if (state === null) return 'not checked yet';
  const judged = position !== null ? String(position) : depth === null ? '' : `not in top ${depth}`;
  if (state === 'found' || state === 'notFound') return judged;
  const problem = `${state === 'failed' ? 'check failed' : 'skipped'}${reason === null ? '' : `: ${reason}`}`;
  return judged === '' ? problem : `${judged} (last ${problem})`;
}

type Keywords = readonly Read<TrackedKeyword>[];

/** Returns one row per keyword. Engine, region and language are columns only if they differ. */
function keywordRows(keywords: Keywords): Record<string, string>[] {
  const differs = (field: 'searchEngine' | 'region' | 'language'): boolean => new Set(keywords.map((one) => one[field])).size > 1;
  const [engines, regions, languages] = [differs('searchEngine'), differs('region'), differs('language')];
  const hasVolume = keywords.some(({ volume }) => volume !== null);
  return keywords.map((one) => ({
    keyword: one.keyword,
    ...(engines ? { engine: one.searchEngine } : {}),
    ...(regions ? { region: one.region } : {}),
    ...(languages ? { language: one.language } : {}),
    device: one.device,
    position: positionText(one),
    '1 day': changeText(one.change1),
    '7 days': changeText(one.change7),
    '30 days': changeText(one.change30),
    best: one.best === null ? '' : String(one.best),
    ...(hasVolume ? { volume: one.volume === null ? '' : grouped(one.volume) } : {}),
    url: shortUrl(one.url),
  }));
}

/** `deviceOf` names the device of a keyword by its id, because desktop and mobile often move together. */
const moverRows = (movers: Read<Summary>['winners'], deviceOf: ReadonlyMap<string, string>): Record<string, string>[] =>
  movers.slice(0, MOVERS_SHOWN).map(({ id, keyword, position, change, url }) => ({
    keyword,
    device: deviceOf.get(id) ?? '',
    position: position === null ? 'not found' : String(position),
    change: changeText(change),
    url: shortUrl(url),
  }));

export interface ReportTextParts {
  readonly summary: Read<Summary>;
  readonly keywords: Keywords;
  readonly deviceOf: ReadonlyMap<string, string>;
  /** Columns of the terminal, or null. */
  readonly width: number | null;
  /** Said when there are no figures. */
  readonly nothing: string;
}

export function reportText({ summary, keywords, deviceOf, width, nothing }: ReportTextParts): string {
  const { now, before, days, winners, losers, competitors } = summary;
  const section = (title: string, rows: readonly Record<string, string>[], optional: readonly string[] = []): string[] =>
    rows.length === 0 ? [] : [`${title}\n${fitted(rows, width, optional)}`];
  const shares = competitors.map(({ name, visibility, shareOfVoice }) => ({
    competitor: name,
    visibility: visibility === null ? 'unknown' : percent(visibility),
    'share of voice': shareOfVoice === null ? 'unknown' : percent(shareOfVoice),
  }));
  return [
    now === null ? nothing : figureLines(now, before, days[0]?.day).join('\n'),
    ...section('Improved', moverRows(winners, deviceOf)),
    ...section('Dropped', moverRows(losers, deviceOf)),
    ...(now === null ? [] : section('Competitors', shares)),
    ...section('Keywords', keywordRows(keywords), OPTIONAL),
  ].join('\n\n');
}

/** Returns the checks of one series, newest last. */
export function historyText(
  { keyword, searchEngine, region, device }: Keywords[number],
  points: Read<Point[]>,
  width: number | null,
): string {
  const rows = points.map(({ slot, imported, url, state, reason = null, position, depth }) => ({
    slot: slot.replace('T00:00', '').replace('T', ' '),
    position: `${positionText({ state, reason, position, depth })}${imported ? ' (imported)' : ''}`,
    url: shortUrl(url),
  }));
  return `${keyword}, ${searchEngine}, ${region}, ${device}\n${rows.length === 0 ? 'not checked yet' : fitted(rows, width)}`;
}
