// Columns of batch files: the names of the options, and the field names of the API.
import { UsageProblem } from './arguments.ts';
import type { BatchKind } from './batch-kinds.ts';
import { meant } from './commands.ts';

/** A column of every kind. Its text is copied to the result. */
const REFERENCE = 'reference';

/**
 * Returns the name of each column as the kind defines it: `Region` becomes `region`, `searchEngine` becomes `engine`.
 * Returns null without the required column: the file then has no header.
 */
export function columnsOf(header: readonly string[], kind: BatchKind): string[] | null {
  const own = [kind.subject, ...kind.columns, REFERENCE, ...Object.keys(kind.fields)].map((name) => [name, name] as const);
  const names = new Map([...own, ...Object.entries(kind.aliases)].map(([written, name]) => [written.toLowerCase(), name]));
  const columns = header.map((written) => names.get(written.toLowerCase()) ?? null);
  if (!columns.includes(kind.subject)) return null;
  const seen = new Map<string, string>();
  return columns.map((name, index) => {
    const written = header[index]!;
    if (name === null) throw unknownColumn(written, kind);
    const other = seen.get(name);
    if (other !== undefined) throw new UsageProblem(`The columns "${other}" and "${written}" mean the same. Remove one of them.`);
    seen.set(name, written);
    return name;
  });
}

function unknownColumn(name: string, kind: BatchKind): UsageProblem {
  const known = [kind.subject, ...kind.columns, REFERENCE, ...Object.keys(kind.aliases), ...Object.keys(kind.fields)];
  return new UsageProblem(`Unknown column "${name}".${meant(name, known)} Allowed: ${known.join(', ')}.`);
}
