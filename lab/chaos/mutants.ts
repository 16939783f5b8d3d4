// Planted bugs, each with the run that must catch it. They exist only in the copy and the database of a run.
import type { Mutant } from './mutant.ts';
import { ORDER_MUTANTS } from './mutants-orders.ts';
import { TRACKING_MUTANTS } from './mutants-tracking.ts';
import { WORK_MUTANTS } from './mutants-work.ts';
import { type Edit, rewrite } from './rewrite.ts';

export const MUTANTS: Readonly<Record<string, Mutant>> = { ...ORDER_MUTANTS, ...WORK_MUTANTS, ...TRACKING_MUTANTS };

export function mutantOf(name: string): Mutant {
  const mutant = MUTANTS[name];
  if (!mutant) throw new Error(`Unknown mutant ${name}. Mutants: ${Object.keys(MUTANTS).join(', ')}.`);
  return mutant;
}

/** The functions that a mutant changes, as edits by name. */
export function sqlEditsOf(mutant: string): Map<string, Edit[]> {
  const edits = new Map<string, Edit[]>();
  for (const { function: name, ...edit } of mutantOf(mutant).sql ?? []) edits.set(name, [...(edits.get(name) ?? []), edit]);
  return edits;
}

/** Replaces the planted functions. `query` runs one statement in the database of the run. */
export async function plantSql(query: (text: string) => Promise<{ rows: { text: string }[] }>, mutant: string | null): Promise<void> {
  if (mutant === null) return;
  const { setup } = mutantOf(mutant);
  if (setup) await query(setup);
  for (const [name, edits] of sqlEditsOf(mutant)) {
    // An earlier signature only calls the newest one, which has the most parameters.
    const { rows } = await query(
      `select pg_get_functiondef(oid) as text from pg_proc where proname = '${name}' and pg_function_is_visible(oid) order by pronargs desc`,
    );
    if (rows.length === 0) throw new Error(`There is no function ${name}: the chaos harness must follow the code.`);
    await query(rewrite(rows[0]!.text, edits, `the function ${name}`));
  }
}
