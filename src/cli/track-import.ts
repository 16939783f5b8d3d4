// `sextant track import`: reads a file of keywords, shows what it contains and costs, asks, then saves.
import type { ImportFormat } from '../contract/tracking-keywords.ts';
import { type Arguments, UsageProblem } from './arguments.ts';
import { isPacked, readBytes, textOf } from './text-file.ts';
import { addedText, firstLines } from './track-add.ts';
import { counted, isConfirmed, projectOf, type TrackCall } from './track-parts.ts';

/** Returns the columns of --column keyword=Phrase, by field. */
function columnsOf(args: Arguments): Record<string, string> {
  const pairs = args.all('column').map((text) => /^([^=]+)=(.+)$/.exec(text) ?? [text]);
  const wrong = pairs.find(({ length }) => length !== 3);
  if (wrong) throw new UsageProblem(`--column must be FIELD=COLUMN, such as keyword=Phrase, not "${wrong[0]}".`);
  return Object.fromEntries(pairs.map(([, field, column]) => [field, column]));
}

const FORMAT_LABELS: Readonly<Record<ImportFormat, string>> = {
  auto: 'a table',
  sextant: 'a table',
  lines: 'a list of keywords',
  serpbear: 'an export of SerpBear',
  serposcope: 'a list of Serposcope',
  searchConsole: 'an export of Search Console',
  ryte: 'an export of Ryte',
  serpstatHistory: 'a history of Serpstat',
};

type Imported = Awaited<ReturnType<TrackCall['client']['importText']>>;

export function importedText({ format, columns, ignored, lines, points, problems, result }: Imported, isSaved: boolean): string {
  const used = Object.entries(columns).map(([field, column]) => (field === column ? field : `${field} = ${column}`));
  return [
    `${counted(lines, 'line')}, read as ${FORMAT_LABELS[format]}`,
    ...(format === 'lines' ? [] : [`columns: ${used.join(', ')}`]),
    ...(ignored.length === 0 ? [] : [`columns without use: ${ignored.join(', ')}`]),
    ...firstLines(problems.map(({ line, message }) => `  line ${line}: ${message}`)),
    ...(points === 0 ? [] : [`${counted(points, 'check')} of the past, free of charge`]),
    addedText(result, isSaved, lines),
  ].join('\n');
}

/** Returns the exit code: 1 if lines could not be read. */
export async function trackImport(call: TrackCall): Promise<number> {
  const { args, client, parts } = call;
  const { project, rest } = await projectOf(call, 'track import PROJECT keywords.csv');
  const [file, more] = rest;
  if (file === undefined || more !== undefined)
    throw new UsageProblem('Usage: sextant track import PROJECT keywords.csv, or - for standard input. Try: sextant help track');
  const bytes = await readBytes(file, parts.readInput);
  const name = file === '-' ? 'Standard input' : file;
  if (isPacked(bytes))
    throw new UsageProblem(`${name} is a zip or Excel file. Unpack it, or save it as CSV. In a zip of Search Console, use Queries.csv.`);
  const text = textOf(bytes);
  if (text.trim() === '') throw new UsageProblem(`${name} is empty.`);
  const format = args.option('format') as ImportFormat | undefined;
  const columns = columnsOf(args);
  const options = { ...(format === undefined ? {} : { format }), ...(Object.keys(columns).length === 0 ? {} : { columns }) };
  const preview = await client.importText(project.id, text, { ...options, dryRun: true });
  const isLast = args.flag('dry-run') || (preview.result.added === 0 && preview.points === 0);
  if (isLast || !(args.json || args.flag('yes')))
    parts[isLast ? 'print' : 'log'](args.json ? JSON.stringify(preview) : importedText(preview, false));
  if (isLast) return preview.problems.length > 0 ? 1 : 0;
  if (!(await isConfirmed(call, `Import ${counted(preview.result.added, 'keyword')} into ${project.name}?`))) {
    parts.log('Nothing was saved.');
    return 1;
  }
  const imported = await client.importText(project.id, text, options);
  parts.print(args.json ? JSON.stringify(imported) : importedText(imported, true));
  return imported.problems.length > 0 ? 1 : 0;
}
