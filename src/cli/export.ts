// `sextant export`: writes the results of a running service to a file.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EXPORT_FORMATS, type ExportFormat } from '../contract/vocabulary.ts';
import { parseArguments, UsageProblem } from './arguments.ts';

type ExportFile = (query: Readonly<Record<string, string>>) => Promise<ReadableStream<Uint8Array>>;

export interface ExportCommandParts {
  connect(url: string | null, key: string | null): Promise<ExportFile>;
  log(text: string): void;
}

/** The end of the file name decides the format, unless an option does. */
function formatOf(file: string, option: string | undefined): ExportFormat {
  const name = option ?? file.toLowerCase().split('.').at(-1);
  const format = EXPORT_FORMATS.find((one) => one === name);
  if (!format) throw new UsageProblem(`Unknown format of ${file}. Use --format ${EXPORT_FORMATS.join(', --format ')}.`);
  return format;
}

/** Writes beside the file first, so that an interrupted export leaves no file that looks complete. */
export async function exportCommand(argv: readonly string[], { connect, log }: ExportCommandParts): Promise<void> {
  const args = parseArguments(argv, 'export');
  const [file, ...more] = args.plain;
  if (file === undefined || more.length > 0) throw new UsageProblem('Usage: sextant export results.csv. Try: sextant help export');
  const query: Record<string, string> = { content: 'results', format: formatOf(file, args.option('format')) };
  // Only searches have organic results.
  const types = args.option('types') ?? ((args.option('kind') ?? 'serp') === 'serp' ? 'organic' : 'all');
  if (types !== 'all') query.types = types;
  for (const name of ['kind', 'engine', 'region', 'from', 'to', 'q'] as const) {
    const value = args.option(name);
    if (value !== undefined) query[name] = value;
  }
  const download = await connect(args.option('url') ?? null, args.option('key') ?? null);
  const body = Readable.fromWeb((await download(query)) as Parameters<typeof Readable.fromWeb>[0]);
  const part = `${file}.part`;
  const target = createWriteStream(part);
  try {
    await pipeline(body, target);
    await rename(part, file);
  } catch (cause) {
    // A download can fail while the file is still being opened, which would create the file again after `rm`.
    if (!target.closed) await new Promise<void>((resolve) => target.once('close', resolve));
    await rm(part, { force: true });
    if (!/^E[A-Z]+$/.test((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    throw new UsageProblem(`Cannot write ${file}: ${(cause as Error).message}.`, { cause });
  }
  log(`${file} was written.`);
}
