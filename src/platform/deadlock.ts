// Repeats work that PostgreSQL chose as the victim of a deadlock.

const DEADLOCK = '40P01';
const ATTEMPTS_MAX = 5;

/** `work` must be safe to repeat. PostgreSQL has undone the statement that failed. Throws the last error after five attempts. */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK || attempt >= ATTEMPTS_MAX) throw error;
    }
}
