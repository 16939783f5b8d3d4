// `sextant track add`: shows the price per month, asks, then saves.
import type { AddedKeywords, NewTrackedKeyword } from '../contract/tracking-keywords.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import { type Arguments, UsageProblem } from './arguments.ts';
import { textOf } from './text-file.ts';
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

export const firstLines = (lines: readonly string[]): string[] =>
  lines.length <= SHOWN ? [...lines] : [...lines.slice(0, SHOWN), `  … and ${lines.length - SHOWN} more`];

/** Describes what is added and what it costs. `given` is the number of words: one is tracked per device. */
export function addedText({ added, duplicates, forecast }: Read<AddedKeywords>, isSaved: boolean, given = 0): string {
  const { before, after } = forecast;
  const perDevice = given > 0 && added + duplicates.length > given ? ' (each device counts as one)' : '';
  const known = [...new Set(duplicates.map(({ keyword }) => keyword))];
  return [
    `${counted(added, 'keyword')} ${isSaved ? 'added' : 'to add'}${duplicates.length === 0 ? '' : `, ${duplicates.length} tracked already`}${perDevice}`,
    ...firstLines(known.map((keyword) => `  tracked already: ${keyword}`)),
    priceText(after, before),
  ].join('\n');
}

/** Returns the exit code. */
export async function trackAdd(call: TrackCall): Promise<number> {
  const { args, client, parts } = call;
  const { project, rest } = await projectOf(call, 'track add PROJECT "red shoes"');
  const words = rest.length === 1 && rest[0] === '-' ? textOf(await parts.readInput()).split(/\r?\n/) : rest;
  const keywords = words.map((word) => word.trim()).filter(Boolean);
  if (keywords.length === 0) throw new UsageProblem('Usage: sextant track add PROJECT "red shoes" …, or - for standard input.');
  const entries = keywords.map((keyword) => keywordOf(keyword, args));
  const preview = await client.addKeywords(project.id, entries, { dryRun: true });
  const isLast = args.flag('dry-run') || preview.added === 0;
  if (isLast || !args.json)
    parts[isLast ? 'print' : 'log'](args.json ? JSON.stringify(preview) : addedText(preview, false, entries.length));
  if (isLast) return 0;
  if (!(await isConfirmed(call, `Add ${counted(preview.added, 'keyword')} to ${project.name}?`))) {
    parts.log('Nothing was saved.');
    return 1;
  }
  const added = await client.addKeywords(project.id, entries, args.flag('check-now') ? { checkNow: true } : {});
  parts.print(args.json ? JSON.stringify(added) : addedText(added, true, entries.length));
  return 0;
}
