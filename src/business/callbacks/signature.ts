// Signs callbacks after Standard Webhooks, so that receivers can verify them with its libraries.
import { createHmac, type Hmac } from 'node:crypto';

export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** `secret` is `whsec_` and base64. `at` is in whole seconds. */
export function signCallback(id: string, at: number, body: string | Buffer, secret: string): SignedHeaders {
  return headersOf(id, at, begin(id, at, secret).update(body));
}

/** Signs a body that is read in chunks. */
export async function signChunks(id: string, at: number, chunks: AsyncIterable<Buffer>, secret: string): Promise<SignedHeaders> {
  const hmac = begin(id, at, secret);
  for await (const chunk of chunks) hmac.update(chunk);
  return headersOf(id, at, hmac);
}

function begin(id: string, at: number, secret: string): Hmac {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(`${id}.${at}.`);
}

function headersOf(id: string, at: number, hmac: Hmac): SignedHeaders {
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${hmac.digest('base64')}` };
}
