// `sextant parse`: parses stored pages with the current parsers, file by file or line by line.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { StoredReading } from '../sources/stored-page.ts';
import { parseArguments, table, UsageProblem } from './arguments.ts';

export type ReadStored = (kind: string, bytes: Buffer) => Promise<StoredReading>;

/**
 * Returns the exit code: 1 when a page could not be parsed. With `--ndjson` each output line has a verdict, and the
 * exit code is 0.
 */
export async function parseCommand(argv: readonly string[], parseStored: ReadStored, print: (text: string) => void): Promise<number> {
  const args = parseArguments(argv, 'parse');
  if (args.flag('ndjson')) {
    await parseLines(parseStored, print);
    return 0;
  }
  const engine = args.required('engine');
  if (args.plain.length === 0)
    throw new UsageProblem('Usage: sextant parse --engine bing page.html …, or --ndjson. Try: sextant help parse');
  let status = 0;
  for (const file of args.plain) {
    const { reason, ...reading } = await parseStored(engine, readFileSync(file));
    if (reading.verdict !== 'valid' && reading.verdict !== 'empty') status = 1;
    if (args.json) print(JSON.stringify({ file, ...reading }));
    else print(`${file}: ${reading.verdict ?? 'failed'}${reason ? ` (${reason})` : ''}\n${summary(reading.data)}`);
  }
  return status;
}

/** Reads lines `{"id","engine","file"}` and writes lines `{"id","verdict","data"}`, one by one. */
async function parseLines(parseStored: ReadStored, print: (text: string) => void): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const { id, engine, file } = JSON.parse(line) as { id: string; engine: string; file: string };
    const { verdict, data } = await parseStored(engine, readFileSync(file));
    print(JSON.stringify({ id, verdict, data }));
  }
}

function summary(data: unknown): string {
  const organic = (data as { organic?: { position: number; title: string; url: string }[] } | null)?.organic;
  if (!organic) return data === null ? '' : JSON.stringify(data, null, 2);
  const counts = Object.entries(data as Record<string, unknown>).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 ? [`${name} ${value.length}`] : [],
  );
  return `${counts.join(', ')}\n${table(organic.map(({ position, title, url }) => ({ position, title: title.slice(0, 60), url: url.slice(0, 90) })))}`;
}
