// Signs callbacks by the Standard Webhooks rules, so that receivers can verify them with any of its libraries.
import { createHmac } from 'node:crypto';

export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** `secret` is `whsec_` and base64; `at` in whole seconds. */
export function signCallback(id: string, at: number, body: string | Buffer, secret: string): SignedHeaders {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
}
