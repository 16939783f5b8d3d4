// `sextant regions`: imports Google's geographic targets, from its page or from a file.
import { type ImportCounts, importGeotargets } from '../business/regions/import.ts';
import { parseArguments, UsageProblem } from './arguments.ts';

export interface RegionsParts {
  readonly dataDir: string;
  /** Downloads the published list and imports it. */
  readonly refresh: (onProgress: (counts: Readonly<ImportCounts>) => void) => Promise<ImportCounts>;
  readonly print: (text: string) => void;
  /** Prints progress; not part of the result. */
  readonly log: (text: string) => void;
}

export async function regionsCommand(argv: readonly string[], parts: RegionsParts): Promise<void> {
  const args = parseArguments(argv, 'regions');
  const [action, file] = args.plain;
  const onProgress = ({ rows }: Readonly<ImportCounts>): void => (args.json ? undefined : parts.log(`${rows} targets read`));
  const run = (): Promise<ImportCounts> => {
    if (action === 'refresh' && !file) return parts.refresh(onProgress);
    if (action === 'import' && file) return importGeotargets(file, parts.dataDir, { onProgress });
    throw new UsageProblem('Usage: sextant regions refresh, or sextant regions import geotargets.csv. Try: sextant help regions');
  };
  const counts = await run();
  parts.print(
    args.json
      ? JSON.stringify(counts)
      : `${counts.rows} targets read, ${counts.matched} matched, ${counts.added} added, ${counts.skipped} skipped. Restart the service to use them.`,
  );
}
