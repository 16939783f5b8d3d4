// Short-lived tokens for URLs: a text and its expiry, signed with a secret. The text is readable, not encrypted.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface TokenSigner {
  sign(text: string, expiresAt: Date): string;
  /** Returns the text. Returns null for an expired, altered or foreign token. */
  read(token: string): { readonly text: string; readonly expiresAt: Date } | null;
}

/** 128 bits cannot be guessed, and keep URLs short. */
const SIGNATURE_BYTES = 16;
const FORMAT = /^(\d{1,12})\.([\w-]+)\.([\w-]{22})$/;

export function createTokenSigner(secret: string, now: () => number = Date.now): TokenSigner {
  const signatureOf = (signed: string): Buffer => createHmac('sha256', secret).update(signed).digest().subarray(0, SIGNATURE_BYTES);
  return {
    sign: (text, expiresAt) => {
      const signed = `${Math.floor(expiresAt.getTime() / 1000)}.${Buffer.from(text).toString('base64url')}`;
      return `${signed}.${signatureOf(signed).toString('base64url')}`;
    },
    read: (token) => {
      const [, seconds, encoded, signature] = FORMAT.exec(token) ?? [];
      if (seconds === undefined || encoded === undefined || signature === undefined) return null;
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, signatureOf(`${seconds}.${encoded}`))) return null;
      const expiresAt = new Date(Number(seconds) * 1000);
      if (expiresAt.getTime() <= now()) return null;
      return { text: Buffer.from(encoded, 'base64url').toString('utf8'), expiresAt };
    },
  };
}
