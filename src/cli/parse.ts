// `sextant parse`: parses stored pages with the current parsers, file by file or line by line.
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import type { StoredReading } from '../sources/stored-page.ts';
import { parseArguments, table, UsageProblem } from './arguments.ts';
import { readBytes } from './text-file.ts';

export type ReadStored = (kind: string, bytes: Buffer) => Promise<StoredReading>;

/**
 * Returns the exit code: 1 when a page could not be parsed. With `--ndjson` each output line has a verdict, and the
 * exit code is 0.
 */
export async function parseCommand(
  argv: readonly string[],
  parseStored: ReadStored,
  print: (text: string) => void,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<number> {
  const args = parseArguments(argv, 'parse');
  if (args.flag('ndjson')) {
    await parseLines(input, parseStored, print);
    return 0;
  }
  const engine = args.required('engine');
  if (args.plain.length === 0)
    throw new UsageProblem('Usage: sextant parse --engine bing page.html …, or --ndjson. Try: sextant help parse');
  let status = 0;
  for (const file of args.plain) {
    const { reason, ...reading } = await parseStored(engine, await readBytes(file, () => buffer(input)));
    if (reading.verdict !== 'valid' && reading.verdict !== 'empty') status = 1;
    if (args.json) print(JSON.stringify({ file, ...reading }));
    else print(`${file}: ${reading.verdict ?? 'failed'}${reason ? ` (${reason})` : ''}\n${summary(reading.data)}`);
  }
  return status;
}

/** Reads lines `{"id","engine","file"}` and writes lines `{"id","verdict","data"}`, one by one. */
async function parseLines(input: NodeJS.ReadableStream, parseStored: ReadStored, print: (text: string) => void): Promise<void> {
  let number = 0;
  for await (const line of createInterface({ input })) {
    number++;
    if (line.trim() === '') continue;
    const { id, engine, file } = entryIn(line, number);
    const { verdict, data } = await parseStored(engine, await readBytes(file, noInput));
    print(JSON.stringify({ id, verdict, data }));
  }
}

function entryIn(line: string, number: number): { id: unknown; engine: string; file: string } {
  let entry: { id?: unknown; engine?: unknown; file?: unknown } | null = null;
  try {
    entry = JSON.parse(line) as typeof entry;
  } catch {
    // Reported below.
  }
  const { id, engine, file }: { id?: unknown; engine?: unknown; file?: unknown } = entry ?? {};
  if (typeof engine !== 'string' || typeof file !== 'string')
    throw new UsageProblem(`Line ${number} must look like {"id":"1","engine":"bing","file":"page.html"}.`);
  return { id, engine, file };
}

/** Standard input has the list. */
const noInput = async (): Promise<Buffer> => {
  throw new UsageProblem('With --ndjson, a page cannot be read from standard input.');
};

function summary(data: unknown): string {
  const organic = (data as { organic?: { position: number; title: string; url: string }[] } | null)?.organic;
  if (!organic) return data === null ? '' : JSON.stringify(data, null, 2);
  const counts = Object.entries(data as Record<string, unknown>).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 ? [`${name} ${value.length}`] : [],
  );
  return `${counts.join(', ')}\n${table(organic.map(({ position, title, url }) => ({ position, title: title.slice(0, 60), url: url.slice(0, 90) })))}`;
}
