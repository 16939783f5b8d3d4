// `sextant technologies`: prints the technologies of a site as a table.
import type { Mode } from '../contract/vocabulary.ts';
import type { Technologies } from '../contract/whois.ts';
import { parseArguments, table, UsageProblem } from './arguments.ts';

export interface TechnologiesParts {
  /** Throws the customer's error. */
  readonly lookUp: (domain: string, mode: Mode) => Promise<Technologies>;
  readonly print: (text: string) => void;
}

export async function technologiesCommand(argv: readonly string[], { lookUp, print }: TechnologiesParts): Promise<void> {
  const args = parseArguments(argv, 'technologies');
  const [domain] = args.plain;
  if (domain === undefined)
    throw new UsageProblem('Usage: sextant technologies shop.com [--test] [--json]. Try: sextant help technologies');
  const result = await lookUp(domain, args.flag('test') ? 'test' : 'live');
  if (args.json) return print(JSON.stringify(result));
  const rows = result.technologies.map(({ name, version, categories, confidence }) => ({
    name,
    version,
    categories: categories.map((category) => category.name).join(', '),
    confidence,
  }));
  print(`${result.domain}: ${rows.length} technologies\n\n${table(rows)}`);
}
