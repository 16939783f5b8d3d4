// `sextant reparse`: parses the raw pages of SERPs again with the current parsers.
import { parseArguments, table, UsageProblem } from './arguments.ts';

export type Reparse = (id: string) => Promise<{ readonly outcome: string; readonly before?: number; readonly after?: number } | null>;

/** Outcomes of SERPs that were parsed. */
const PARSED: readonly string[] = ['updated', 'same'];

/** Returns the exit code: 1 when a SERP was not found, has no raw pages, or could not be parsed. */
export async function reparseCommand(argv: readonly string[], reparse: Reparse, print: (text: string) => void): Promise<number> {
  const args = parseArguments(argv, 'reparse');
  if (args.plain.length === 0) throw new UsageProblem('Usage: sextant reparse ID … (SERPs with saveRawData). Try: sextant help reparse');
  const rows: { id: string; outcome: string; before: number | null; after: number | null }[] = [];
  for (const id of args.plain) {
    const result = await reparse(id);
    rows.push({ id, outcome: result?.outcome ?? 'unknown', before: result?.before ?? null, after: result?.after ?? null });
  }
  print(args.json ? JSON.stringify({ items: rows }) : table(rows));
  return rows.every(({ outcome }) => PARSED.includes(outcome)) ? 0 : 1;
}
