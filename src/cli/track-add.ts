// `sextant track add` and `sextant track import`: show the price per month, ask, then save.
import type { AddedKeywords, ImportFormat, NewTrackedKeyword } from '../contract/tracking-keywords.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import { type Arguments, UsageProblem } from './arguments.ts';
import { readText } from './input-file.ts';
import { devicesOf } from './track-init.ts';
import { counted, isConfirmed, priceText, projectOf, type Read, type TrackCall } from './track-parts.ts';

/** Duplicates and problems that are printed. JSON has all of them. */
const SHOWN = 5;

/** Returns the keyword with the options. Without an option, the project's default applies. */
function keywordOf(keyword: string, args: Arguments): NewTrackedKeyword {
  const [engine, region, language, device] = ['engine', 'region', 'language', 'device'].map((name) => args.option(name));
  const tags = args.all('tag');
  return {
    keyword,
    ...(engine === undefined ? {} : { searchEngine: engine as EngineName }),
    ...(region === undefined ? {} : { region }),
    ...(language === undefined ? {} : { language }),
    ...(device === undefined ? {} : { devices: devicesOf(device) }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
  };
}

const shortened = (lines: readonly string[]): string[] =>
  lines.length <= SHOWN ? [...lines] : [...lines.slice(0, SHOWN), `… and ${lines.length - SHOWN} more`];

/** Describes what is added and what it costs. */
export function addedText({ added, duplicates, forecast }: Read<AddedKeywords>, isSaved: boolean): string {
  const { before, after } = forecast;
  return [
    `${counted(added, 'keyword')} ${isSaved ? 'added' : 'to add'}${duplicates.length === 0 ? '' : `, ${duplicates.length} tracked already`}`,
    ...shortened(duplicates.map(({ keyword }) => `  tracked already: ${keyword}`)),
    `${priceText(after)} (before: ${counted(before.creditsPerMonth, 'credit')})`,
  ].join('\n');
}

/** Returns the exit code. */
export async function trackAdd(call: TrackCall): Promise<number> {
  const { args, client, parts } = call;
  const { project, rest } = await projectOf(call, 'track add PROJECT "red shoes"');
  const words = rest.length === 1 && rest[0] === '-' ? (await parts.readInput()).split('\n') : rest;
  const keywords = words.map((word) => word.trim()).filter(Boolean);
  if (keywords.length === 0) throw new UsageProblem('Usage: sextant track add PROJECT "red shoes" …, or - for standard input.');
  const entries = keywords.map((keyword) => keywordOf(keyword, args));
  const preview = await client.addKeywords(project.id, entries, { dryRun: true });
  const isLast = args.flag('dry-run') || preview.added === 0;
  if (isLast || !args.json) parts[isLast ? 'print' : 'log'](args.json ? JSON.stringify(preview) : addedText(preview, false));
  if (isLast) return 0;
  if (!(await isConfirmed(call, `Add ${counted(preview.added, 'keyword')} to ${project.name}?`))) {
    parts.log('Nothing was saved.');
    return 1;
  }
  const added = await client.addKeywords(project.id, entries, args.flag('check-now') ? { checkNow: true } : {});
  parts.print(args.json ? JSON.stringify(added) : addedText(added, true));
  return 0;
}

type Imported = Awaited<ReturnType<TrackCall['client']['importText']>>;

function importedText({ format, ignored, lines, points, problems, result }: Imported, isSaved: boolean): string {
  return [
    `${counted(lines, 'line')} of the format ${format}${ignored.length === 0 ? '' : `; columns without use: ${ignored.join(', ')}`}`,
    ...shortened(problems.map(({ line, message }) => `  line ${line}: ${message}`)),
    ...(points === 0 ? [] : [`${counted(points, 'check')} of the past, free of charge`]),
    addedText(result, isSaved),
  ].join('\n');
}

/** Returns the exit code: 1 if lines could not be read. */
export async function trackImport(call: TrackCall): Promise<number> {
  const { args, client, parts } = call;
  const { project, rest } = await projectOf(call, 'track import PROJECT keywords.csv');
  const [file, more] = rest;
  if (file === undefined || more !== undefined)
    throw new UsageProblem('Usage: sextant track import PROJECT keywords.csv, or - for standard input. Try: sextant help track');
  const text = await readText(file, parts.readInput);
  if (text.trim() === '') throw new UsageProblem(`${file} is empty.`);
  const format = args.option('format') as ImportFormat | undefined;
  const options = format === undefined ? {} : { format };
  const preview = await client.importText(project.id, text, { ...options, dryRun: true });
  const isLast = args.flag('dry-run') || (preview.result.added === 0 && preview.points === 0);
  if (isLast || !args.json) parts[isLast ? 'print' : 'log'](args.json ? JSON.stringify(preview) : importedText(preview, false));
  if (isLast) return preview.problems.length > 0 ? 1 : 0;
  if (!(await isConfirmed(call, `Import ${counted(preview.result.added, 'keyword')} into ${project.name}?`))) {
    parts.log('Nothing was saved.');
    return 1;
  }
  const imported = await client.importText(project.id, text, options);
  parts.print(args.json ? JSON.stringify(imported) : importedText(imported, true));
  return imported.problems.length > 0 ? 1 : 0;
}
