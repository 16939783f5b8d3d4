// `sextant whois`: looks up one domain and prints a table of its fields.
import type { Mode, WhoisSource } from '../contract/vocabulary.ts';
import type { Whois } from '../contract/whois.ts';
import { parseArguments, table, UsageProblem } from './arguments.ts';

export interface WhoisCommandParts {
  /** Throws the customer's error. */
  readonly lookUp: (domain: string, source: WhoisSource, mode: Mode) => Promise<Whois>;
  readonly print: (text: string) => void;
}

export async function whoisCommand(argv: readonly string[], parts: WhoisCommandParts): Promise<void> {
  const args = parseArguments(argv, 'whois');
  const [domain, more] = args.plain;
  const source = (args.option('source') ?? 'auto') as WhoisSource;
  if (domain === undefined || more !== undefined)
    throw new UsageProblem('Usage: sextant whois example.com [--source auto|whois|website] [--test] [--json]. Try: sextant help whois');
  const found = await parts.lookUp(domain, source, args.flag('test') ? 'test' : 'live');
  parts.print(args.json ? JSON.stringify(found) : table(rowsOf(found)));
}

/** One row per known field. The registry's own text is only in the JSON. */
function rowsOf(found: Whois): { field: string; value: string }[] {
  const rows: { field: string; value: string }[] = [];
  const add = (field: string, value: unknown): void => {
    if (value === null || value === undefined || field === 'rawText') return;
    if (Array.isArray(value)) {
      if (value.length > 0) rows.push({ field, value: value.join(', ') });
    } else if (typeof value === 'object') {
      for (const [name, part] of Object.entries(value)) add(`${field}.${name}`, part);
    } else rows.push({ field, value: String(value) });
  };
  for (const [field, value] of Object.entries(found)) add(field, value);
  return rows;
}
