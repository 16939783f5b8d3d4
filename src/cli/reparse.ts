// `sextant reparse`: parses the raw pages of SERPs again with the current parsers.
import { parseArguments, table, UsageProblem } from './arguments.ts';

export type Reparse = (id: string) => Promise<{ readonly outcome: string; readonly before?: number; readonly after?: number } | null>;

export async function reparseCommand(argv: readonly string[], reparse: Reparse, print: (text: string) => void): Promise<void> {
  const args = parseArguments(argv, 'reparse');
  if (args.plain.length === 0) throw new UsageProblem('Usage: sextant reparse ID … (SERPs with saveRawData). Try: sextant help reparse');
  const rows: { id: string; outcome: string; before: number | null; after: number | null }[] = [];
  for (const id of args.plain) {
    const result = await reparse(id);
    rows.push({ id, outcome: result?.outcome ?? 'unknown', before: result?.before ?? null, after: result?.after ?? null });
  }
  print(args.json ? JSON.stringify({ items: rows }) : table(rows));
}
