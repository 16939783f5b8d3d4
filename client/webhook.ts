// Verifies callbacks by the Standard Webhooks rules, using only web cryptography.

export class WebhookError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'WebhookError';
  }
}

export interface WebhookEvent {
  /** The same in every delivery of an event; use it to deduplicate. */
  readonly eventId: string;
  readonly sentAt: Date;
  /** The parsed body: `{ id, type }`, the whole object if the callback format is JSON, or a `TrackingMessage`. */
  readonly payload: { readonly id: string; readonly [name: string]: unknown };
}

export interface WebhookOptions {
  /** Maximum clock difference. Default 300. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970. Default: the current time. */
  readonly now?: number;
}

export type WebhookHeaders = Headers | { readonly [name: string]: string | readonly string[] | undefined };

const TOLERANCE_SECONDS = 300;
const SIGNATURES_MAX = 20;

function headerOf(headers: WebhookHeaders, name: string): string {
  let value: string | readonly string[] | null | undefined;
  if (headers instanceof Headers) value = headers.get(name);
  else value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Constant-time comparison. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= a[index]! ^ b[index]!;
  return difference === 0;
}

async function signatureOf(secret: string, head: string, body: Uint8Array): Promise<Uint8Array> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) throw new WebhookError('The secret is not base64 after whsec_.');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const start = new TextEncoder().encode(head);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
}

/**
 * Returns the event of a genuine callback. Throws a WebhookError otherwise. Pass the body as received, before parsing.
 */
export async function verifyWebhook(
  body: string | ArrayBuffer | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const [eventId, at, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (!/^\d{1,12}$/.test(at!)) throw new WebhookError('The header webhook-timestamp cannot be read.');
  if (Math.abs(now / 1000 - Number(at)) > toleranceSeconds) throw new WebhookError('The header webhook-timestamp is too far off.');

  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const wanted = await signatureOf(secret, `${eventId}.${at}.`, bytes);
  // During a change of the secret there may be several signatures, separated by spaces.
  const received = signatures!.split(' ').slice(0, SIGNATURES_MAX);
  const genuine = received.some((one) => one.startsWith('v1,') && isEqual(fromBase64(one.slice(3)) ?? new Uint8Array(), wanted));
  if (!genuine) throw new WebhookError('The signature does not match the body.');
  try {
    return { eventId: eventId!, sentAt: new Date(Number(at) * 1000), payload: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch (error) {
    throw new WebhookError('The body is not JSON.', error);
  }
}
