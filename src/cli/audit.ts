// `sextant audit`: prints the audit log and verifies its hash chain.
import type { Audit } from '../business/accounts/audit.ts';
import { parseArguments, table, UsageProblem } from './arguments.ts';

const ENTRIES_DEFAULT = 50;
const ENTRIES_MAX = 100_000;

/** Returns whether the hash chain is intact. */
export async function auditCommand(argv: readonly string[], audit: Audit, print: (text: string) => void): Promise<boolean> {
  const args = parseArguments(argv, 'audit');
  const limit = Number(args.option('limit') ?? ENTRIES_DEFAULT);
  if (!Number.isInteger(limit) || limit < 1 || limit > ENTRIES_MAX)
    throw new UsageProblem(`--limit must be a whole number from 1 to ${ENTRIES_MAX}. Try: sextant help audit`);
  const [items, state] = [await audit.list(limit), await audit.check()];
  const intact = state.brokenAt === null;
  if (args.json) {
    print(JSON.stringify({ items, intact, ...state }));
    return intact;
  }
  print(table(items.map(({ detail, ...entry }) => ({ ...entry, detail: JSON.stringify(detail) }))));
  print(
    intact
      ? `\n${state.entries} entries, none changed or missing. Head: ${state.head ?? 'none'}`
      : `\nThe audit log was changed: entry ${state.brokenAt} does not match the entry before it.`,
  );
  return intact;
}
