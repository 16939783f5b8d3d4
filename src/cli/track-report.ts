// `sextant track report`: prints figures, changes and positions of a project, and writes them as CSV.
import { writeFile } from 'node:fs/promises';
import type { Figures, Summary } from '../contract/tracking-history.ts';
import type { Change, TrackedKeyword } from '../contract/tracking-keywords.ts';
import { table, UsageProblem } from './arguments.ts';
import type { EXPORT_CONTENTS } from './commands-tracking.ts';
import { counted, grouped, projectOf, type Read, type TrackCall } from './track-parts.ts';

const DAYS_DEFAULT = 30;
const DAYS_MAX = 400;
const TOP_DEFAULT = 50;
const TOP_MAX = 10_000;
const MOVERS_SHOWN = 5;
const DAY_MS = 86_400_000;
const URL_CHARACTERS = 60;

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const decimal = (value: number): string => value.toFixed(1);

/** Returns one line per figure, with the value before. */
export function figureLines(now: Read<Figures>, before: Read<Figures> | null): string[] {
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
    `CTR curve ${now.curve}, ${now.weightedBy === 'volume' ? 'weighted by search volume' : 'all keywords count the same'}`,
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

const keywordRow = (keyword: Read<TrackedKeyword>): Record<string, string> => ({
  keyword: keyword.keyword,
  device: keyword.device,
  position: positionText(keyword),
  '1 day': changeText(keyword.change1),
  '7 days': changeText(keyword.change7),
  '30 days': changeText(keyword.change30),
  best: keyword.best === null ? '' : String(keyword.best),
  url: (keyword.url ?? '').slice(0, URL_CHARACTERS),
});

const moverRows = (movers: Read<Summary>['winners']): Record<string, string>[] =>
  movers.slice(0, MOVERS_SHOWN).map(({ keyword, position, change, url }) => ({
    keyword,
    position: position === null ? 'not found' : String(position),
    change: changeText(change),
    url: (url ?? '').slice(0, URL_CHARACTERS),
  }));

export function reportText(summary: Read<Summary>, keywords: readonly Read<TrackedKeyword>[]): string {
  const { now, before, winners, losers, competitors } = summary;
  const section = (title: string, rows: readonly Record<string, string>[]): string[] =>
    rows.length === 0 ? [] : [`${title}\n${table(rows)}`];
  const shares = competitors.map(({ name, visibility, shareOfVoice }) => ({
    competitor: name,
    visibility: visibility === null ? 'unknown' : percent(visibility),
    'share of voice': shareOfVoice === null ? 'unknown' : percent(shareOfVoice),
  }));
  return [
    now === null ? 'No check has finished yet. Start one with: sextant track run' : figureLines(now, before).join('\n'),
    ...section('Improved', moverRows(winners)),
    ...section('Dropped', moverRows(losers)),
    ...section('Competitors', shares),
    ...section('Keywords', keywords.map(keywordRow)),
  ].join('\n\n');
}

/** Returns the exit code. */
export async function trackReport(call: TrackCall): Promise<number> {
  const { args, client, parts } = call;
  const wholeNumber = (name: string, standard: number, most: number): number => {
    const value = Number(args.option(name) ?? standard);
    if (!Number.isInteger(value) || value < 1 || value > most)
      throw new UsageProblem(`--${name} must be a whole number from 1 to ${most}.`);
    return value;
  };
  const [days, top] = [wholeNumber('days', DAYS_DEFAULT, DAYS_MAX), wholeNumber('top', TOP_DEFAULT, TOP_MAX)];
  const { project } = await projectOf(call, 'track report PROJECT [--days 30]');
  const from = new Date(parts.now() - days * DAY_MS).toISOString().slice(0, 10);
  const summary = await client.summary(project.id, { from });
  const keywords: Read<TrackedKeyword>[] = [];
  for await (const keyword of client.keywords(project.id, { sort: 'position', limit: Math.min(top, 1000) })) {
    keywords.push(keyword);
    if (keywords.length >= top) break;
  }
  const csv = args.option('csv');
  if (csv !== undefined) {
    const content = (args.option('content') ?? 'keywords') as (typeof EXPORT_CONTENTS)[number];
    await writeFile(csv, await client.export(project.id, { content, format: 'csv', from }));
    parts.log(`${csv} was written.`);
  }
  const rest = project.keywords - keywords.length;
  const head = `${project.name}: ${counted(project.keywords, 'keyword')}, from ${from}`;
  const note = rest > 0 ? `\n\n${counted(rest, 'keyword')} more: use --top or --csv FILE.` : '';
  parts.print(args.json ? JSON.stringify({ project, summary, keywords }) : `${head}\n\n${reportText(summary, keywords)}${note}`);
  return 0;
}
