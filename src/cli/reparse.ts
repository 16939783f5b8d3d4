// `sextant reparse`: parses the raw pages of SERPs again with the current parsers.
import { readWords, table, UsageProblem } from './arguments.ts';

export type Reparse = (id: string) => Promise<{ readonly outcome: string; readonly before?: number; readonly after?: number } | null>;

export async function reparseCommand(given: readonly string[], reparse: Reparse, print: (text: string) => void): Promise<void> {
  const words = readWords(given, 'reparse');
  if (words.plain.length === 0) throw new UsageProblem('Usage: sextant reparse ID … (SERPs with saveRawData). Try: sextant help reparse');
  const rows: { id: string; outcome: string; before: number | null; after: number | null }[] = [];
  for (const id of words.plain) {
    const result = await reparse(id);
    rows.push({ id, outcome: result?.outcome ?? 'unknown', before: result?.before ?? null, after: result?.after ?? null });
  }
  print(words.json ? JSON.stringify({ items: rows }) : table(rows));
}
