// Tells errors of an unavailable database from errors of a statement.

/** SQLSTATE classes for an unreachable server: connection, resources, operator intervention, system. */
const UNAVAILABLE = /^(08|53|57|58|XX)/;
/** A read-only server is a standby, or was the primary until a moment ago. Another host accepts writes. */
export const READ_ONLY = '25006';
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined) return NETWORK.has(code) || UNAVAILABLE.test(code) || code === READ_ONLY;
  return /Connection terminated|timeout|Client was closed|not queryable|server closed/i.test(message ?? '');
}
