// Helpers for responses that are compressed in advance: gzip negotiation and entity tags.
import { createHash } from 'node:crypto';

const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

export const takesGzip = (accepted: string | undefined): boolean => TAKES_GZIP.test(accepted ?? '');

/** Returns an entity tag, including its quotation marks. */
export const tagOf = (plain: Buffer): string => `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
