// An account's number as addresses and the command line spell it.

/** Null when no account can have it. */
export const accountNumber = (id: string): number | null => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : null);
