// `sextant registries refresh`: updates the list of RDAP servers.
import { readWords, table, UsageProblem } from './arguments.ts';

export interface RegistriesParts {
  /** Downloads and stores the list. Returns a row that summarises it. */
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
