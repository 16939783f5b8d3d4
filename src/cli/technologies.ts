// `sextant technologies`: prints the technologies of a site as a table.
import type { Mode } from '../contract/vocabulary.ts';
import type { Technologies } from '../contract/whois.ts';
import { readWords, table, UsageProblem } from './arguments.ts';

export interface TechParts {
  /** Throws the customer's error. */
  readonly lookUp: (domain: string, mode: Mode) => Promise<Technologies>;
  readonly print: (text: string) => void;
}

export async function technologiesCommand(given: readonly string[], { lookUp, print }: TechParts): Promise<void> {
  const words = readWords(given, 'technologies');
  const [domain] = words.plain;
  if (domain === undefined)
    throw new UsageProblem('Usage: sextant technologies shop.com [--test] [--json]. Try: sextant help technologies');
  const answer = await lookUp(domain, words.flag('test') ? 'test' : 'live');
  if (words.json) return print(JSON.stringify(answer));
  const rows = answer.technologies.map(({ name, version, categories, confidence }) => ({
    name,
    version,
    categories: categories.map((category) => category.name).join(', '),
    confidence,
  }));
  print(`${answer.domain}: ${rows.length} technologies\n\n${table(rows)}`);
}
