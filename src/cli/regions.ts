// `sextant regions import`: lays Google's official list over ours.
import { importGeotargets } from '../business/regions/import.ts';
import { readWords, UsageProblem } from './words.ts';

export async function regionsVerb(given: readonly string[], dataDir: string, print: (text: string) => void): Promise<void> {
  const words = readWords(given, 'regions');
  const [action, file] = words.plain;
  if (action !== 'import' || !file) throw new UsageProblem('sextant regions import geotargets.csv. Try: sextant help regions');
  const counts = await importGeotargets(file, dataDir);
  print(
    words.json
      ? JSON.stringify(counts)
      : `${counts.rows} rows read, ${counts.matched} matched, ${counts.added} added, ${counts.skipped} left out; restart the service to use them`,
  );
}
