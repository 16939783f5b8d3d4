// `sextant registries refresh`: updates the list of RDAP servers.
import { parseArguments, table, UsageProblem } from './arguments.ts';

export interface RegistriesParts {
  /** Downloads and stores the list. Returns a row that summarises it. */
  readonly refresh: () => Promise<Readonly<Record<string, unknown>>>;
  readonly print: (text: string) => void;
}

export async function registriesCommand(argv: readonly string[], parts: RegistriesParts): Promise<void> {
  const args = parseArguments(argv, 'registries');
  if (args.plain.join(' ') !== 'refresh')
    throw new UsageProblem('Usage: sextant registries refresh [--json]. Try: sextant help registries');
  const row = await parts.refresh();
  parts.print(args.json ? JSON.stringify(row) : table([row]));
}
