// Detects a connection pooler in front of the database, from its errors and session numbers.
import type { Db } from './db.ts';

const CAUSES_MAX = 5;
const REJECTED = /unsupported startup parameter(?: in options)?:? *"?([\w.]+)?/i;

/** Returns one line for the operator when a pooler rejected a startup parameter, else null. */
export function poolerProblem(error: unknown): string | null {
  let current = error;
  for (let depth = 0; current instanceof Error && depth < CAUSES_MAX; depth++) {
    const found = REJECTED.exec(current.message);
    if (found) {
      return (
        `A connection pooler rejects the startup parameter ${found[1] ?? 'options'}, which Sextant needs to set its database role. ` +
        'Set DATABASE_DIRECT_URL to PostgreSQL itself (its own host and port, not the pooler’s), and leave DATABASE_URL on the pooler.'
      );
    }
    current = current.cause;
  }
  return null;
}

/** A pooler assigns its own session numbers, so they differ from the server's process number. */
export async function isPooled(db: Db): Promise<boolean> {
  const client = await db.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return (client as unknown as { processID: number }).processID !== rows[0].pid;
  } finally {
    await client.end();
  }
}
