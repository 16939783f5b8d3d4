// Helpers for responses that are compressed in advance: gzip negotiation and entity tags.
import { createHash } from 'node:crypto';

const ACCEPTS_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

export const acceptsGzip = (accepted: string | undefined): boolean => ACCEPTS_GZIP.test(accepted ?? '');

/** Returns an entity tag, including its quotation marks. */
export const etagOf = (plain: Buffer): string => `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
