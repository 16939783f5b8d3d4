// `sextant track report`: prints the report of a project or of one keyword, and writes CSV files.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { KeywordHistory, Summary } from '../contract/tracking-history.ts';
import type { TrackedKeyword } from '../contract/tracking-keywords.ts';
import { UsageProblem } from './arguments.ts';
import type { EXPORT_CONTENTS } from './commands-tracking.ts';
import { counted, type ProjectView, projectOf, type Read, type TrackCall, wholeNumber } from './track-parts.ts';
import { historyText, MOVERS_SHOWN, reportText, stateText } from './track-report.ts';

const DAYS_DEFAULT = 30;
const DAYS_MAX = 400;
/** The service returns single checks of schedules by hours for 92 days at most. */
const SINGLE_DAYS_MAX = 90;
const TOP_DEFAULT = 50;
const TOP_MAX = 10_000;
const DAY_MS = 86_400_000;
/** Figures are summed some seconds after the last check of a run. */
const FIGURES_MS_MAX = 30_000;
const POLL_MS = 1000;

type Keyword = Read<TrackedKeyword>;

async function readKeywords({ client, args }: TrackCall, project: ProjectView, top: number): Promise<Keyword[]> {
  const keywords: Keyword[] = [];
  const tag = args.option('tag');
  const query = { sort: 'position' as const, limit: Math.min(top, 1000), ...(tag === undefined ? {} : { tags: tag }) };
  for await (const keyword of client.keywords(project.id, query)) {
    keywords.push(keyword);
    if (keywords.length >= top) break;
  }
  return keywords;
}

const isJudged = ({ state }: Keyword): boolean => state === 'found' || state === 'notFound';

/** Waits for the figures of a run that has just finished. */
async function readSummary(call: TrackCall, project: ProjectView, from: string, keywords: readonly Keyword[]): Promise<Read<Summary>> {
  const { client, args, parts } = call;
  const tag = args.option('tag');
  const end = parts.now() + FIGURES_MS_MAX;
  for (;;) {
    const summary = await client.summary(project.id, { from, ...(tag === undefined ? {} : { tag }) });
    if (summary.now !== null || !keywords.some(isJudged) || parts.now() >= end) return summary;
    await parts.pause(POLL_MS);
  }
}

/** Returns the device of each keyword that moved. */
async function devicesOf({ client }: TrackCall, project: ProjectView, summary: Read<Summary>, keywords: readonly Keyword[]) {
  const devices = new Map<string, string>(keywords.map(({ id, device }) => [id, device]));
  for (const { id } of [...summary.winners.slice(0, MOVERS_SHOWN), ...summary.losers.slice(0, MOVERS_SHOWN)])
    if (!devices.has(id)) devices.set(id, (await client.keyword(project.id, id)).device);
  return devices;
}

async function writeCsv({ client, args, parts }: TrackCall, project: ProjectView, from: string): Promise<void> {
  const [csv, content, tag] = [args.option('csv'), args.option('content'), args.option('tag')];
  if (csv === undefined) return;
  const query = { content: (content ?? 'keywords') as (typeof EXPORT_CONTENTS)[number], format: 'csv' as const, from };
  const body = await client.export(project.id, { ...query, ...(tag === undefined ? {} : { tags: tag }) });
  try {
    await pipeline(body, createWriteStream(csv));
  } catch (cause) {
    if (!(cause as NodeJS.ErrnoException).code?.startsWith('E')) throw cause;
    throw new UsageProblem(`Cannot write ${csv}: ${(cause as Error).message}.`, { cause });
  }
  parts.log(`${csv} was written.`);
}

const nothingYet = (project: ProjectView, keywords: readonly Keyword[]): string => {
  if (project.keywords === 0) return `No keywords yet. Add some with: sextant track add ${project.id} "red shoes"`;
  if (keywords.some(isJudged)) return 'The figures of the first checks are being computed. Try again in a minute.';
  return `No check has finished yet. Start one with: sextant track run ${project.id} --wait`;
};

/** Returns the exit code. */
export async function trackReport(call: TrackCall): Promise<number> {
  const { args, parts } = call;
  const [days, top] = [wholeNumber(args, 'days', 1, DAYS_MAX, DAYS_DEFAULT), wholeNumber(args, 'top', 1, TOP_MAX, TOP_DEFAULT)];
  if (args.flag('content') && !args.flag('csv')) throw new UsageProblem('--content needs --csv FILE.');
  const { project, rest } = await projectOf(call, 'track report PROJECT [--days 30]');
  if (rest.length > 0) throw new UsageProblem(`Use --keyword "${rest.join(' ')}" for the history of a keyword. Try: sextant help track`);
  const from = new Date(parts.now() - days * DAY_MS).toISOString().slice(0, 10);
  if (args.flag('keyword')) return reportKeyword(call, project, from, days);
  const keywords = await readKeywords(call, project, top);
  const summary = await readSummary(call, project, from, keywords);
  await writeCsv(call, project, from);
  if (args.json) {
    parts.print(JSON.stringify({ project, summary, keywords }));
    return 0;
  }
  const tag = args.option('tag');
  const more = tag === undefined ? project.keywords - keywords.length : 0;
  const state = project.state === 'active' ? '' : `; ${stateText(project)}`;
  const head = `${project.name}: ${tag === undefined ? counted(project.keywords, 'keyword') : `tag ${tag}`}, from ${from}${state}`;
  const note = more > 0 ? `\n\n${counted(more, 'keyword')} more: use --top or --csv FILE.` : '';
  const deviceOf = await devicesOf(call, project, summary, keywords);
  const text = reportText({ summary, keywords, deviceOf, width: parts.width, nothing: nothingYet(project, keywords) });
  parts.print(`${head}\n\n${text}${note}`);
  return 0;
}

/** Prints the checks of one keyword, on all of its devices and in all of its regions. */
async function reportKeyword(call: TrackCall, project: ProjectView, from: string, days: number): Promise<number> {
  const { args, client, parts } = call;
  const wanted = args.required('keyword').trim();
  const series: { keyword: Keyword; history: Read<KeywordHistory> }[] = [];
  const group = days > SINGLE_DAYS_MAX ? { group: 'day' as const } : {};
  for await (const keyword of client.keywords(project.id, { q: wanted, limit: 1000 }))
    if (keyword.keyword.toLowerCase() === wanted.toLowerCase())
      series.push({ keyword, history: await client.history(project.id, keyword.id, { from, ...group }) });
  if (series.length === 0) throw new UsageProblem(`Keyword "${wanted}" is not tracked in ${project.name}.`);
  if (args.json) parts.print(JSON.stringify({ project, series }));
  else parts.print(series.map(({ keyword, history }) => historyText(keyword, history.points, parts.width)).join('\n\n'));
  return 0;
}
