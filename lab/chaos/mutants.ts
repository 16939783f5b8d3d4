// Planted bugs, each with the run that must catch it. They exist in the harness's copy and database only, never in the product.
import { ORDER_MUTANTS } from './mutants-orders.ts';
import { WORK_MUTANTS } from './mutants-work.ts';
import { rewrite } from './rewrite.ts';

export const MUTANTS = { ...ORDER_MUTANTS, ...WORK_MUTANTS };

/** The functions that a mutant changes, as edits by name. */
export function sqlEditsOf(mutant) {
  const edits = new Map();
  for (const { function: name, ...edit } of MUTANTS[mutant].sql ?? []) edits.set(name, [...(edits.get(name) ?? []), edit]);
  return edits;
}

/** Puts the planted functions in place; `query` runs one statement in the run's database. */
export async function plantSql(query, mutant) {
  if (mutant === null) return;
  if (MUTANTS[mutant].setup) await query(MUTANTS[mutant].setup);
  for (const [name, edits] of sqlEditsOf(mutant)) {
    const { rows } = await query(
      `select pg_get_functiondef(oid) as text from pg_proc where proname = '${name}' and pg_function_is_visible(oid)`,
    );
    if (rows.length !== 1) throw new Error(`There is no function ${name}, or more than one: the chaos harness must follow the code.`);
    await query(rewrite(rows[0].text, edits, `the function ${name}`));
  }
}
