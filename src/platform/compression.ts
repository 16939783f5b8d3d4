// What answers that are packed ahead have in common: who takes gzip, and a tag by which a client knows its copy.
import { createHash } from 'node:crypto';

const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

export const takesGzip = (accepted: string | undefined): boolean => TAKES_GZIP.test(accepted ?? '');

/** With the quotation marks that belong to it. */
export const tagOf = (plain: Buffer): string => `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
