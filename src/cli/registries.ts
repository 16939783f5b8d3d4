// `sextant registries refresh`: brings the table of RDAP servers up to date.
import { readWords, table, UsageProblem } from './arguments.ts';

export interface RegistriesParts {
  /** Fetches the table and puts it in its place; the row says what it holds. */
  readonly refresh: () => Promise<Readonly<Record<string, unknown>>>;
  readonly print: (text: string) => void;
}

export async function registriesCommand(given: readonly string[], parts: RegistriesParts): Promise<void> {
  const words = readWords(given, 'registries');
  if (words.plain.join(' ') !== 'refresh')
    throw new UsageProblem('Usage: sextant registries refresh [--json]. Try: sextant help registries');
  const row = await parts.refresh();
  parts.print(words.json ? JSON.stringify(row) : table([row]));
}
