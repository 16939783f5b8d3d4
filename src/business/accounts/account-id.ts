// Parses account ids from URLs and the command line.

/** Returns null when the text is not a valid account id. */
export const accountNumber = (id: string): number | null => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : null);
