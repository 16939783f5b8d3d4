// Callback URLs: validation, placeholders and display.
import { type GuardPolicy, isAllowedHost, portOf } from '../../platform/ssrf-guard.ts';
import type { Destination } from './shares.ts';

const LENGTH_MAX = 2048;
/** URL libraries percent-encode braces, and some of them colons and spaces, so encoded forms are accepted, too. */
const OPENING = '(?:\\{|%7[Bb])(?::|%3[Aa])(?:\\s|%20|\\+)*';
const CLOSING = '(?:\\s|%20|\\+)*(?::|%3[Aa])(?:\\}|%7[Dd])';
const PLACEHOLDER = new RegExp(`${OPENING}(id|type)${CLOSING}`, 'g');
/** A placeholder, or the start of one, before the end of the host. */
const EARLY_PLACEHOLDER = new RegExp(`^https?://[^/?#]*(?:\\{:|${OPENING}(?:id|type)${CLOSING})`, 'i');

/** Returns the problem with a callback URL as a clause for an error message, or null. */
export function callbackProblem(text: string, policy: GuardPolicy): string | null {
  if (text.length > LENGTH_MAX) return `must have at most ${LENGTH_MAX.toLocaleString('en')} characters`;
  // URL parsers silently drop line breaks and tabs, which would hide the real URL.
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'must not contain control characters';
  if (!/^https?:\/\//i.test(text)) return 'must be an absolute http or https URL';
  // URL parsers skip further slashes, which would hide the start of the host.
  if (/^https?:\/\/[/\\]/i.test(text)) return 'must be an absolute http or https URL';
  if (EARLY_PLACEHOLDER.test(text)) return 'may carry placeholders only after the host';
  let url: URL;
  try {
    url = new URL(fillCallback(text, 'id', 'type'));
  } catch {
    return 'must be an absolute http or https URL';
  }
  const port = portOf(url);
  if (port !== 80 && port !== 443 && port < 1024) return 'must use port 80, 443 or one from 1024 up';
  if (!isAllowedHost(url.hostname, policy, port)) return 'must not point to a private, local or reserved address';
  return null;
}

export function fillCallback(text: string, id: string, type: string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => encodeURIComponent(name === 'id' ? id : type));
}

/** Few possible values, so that clients cannot fill the memory or the index of the outbox. */
const RECEIVERS = 64;
const QUEUES = 32;

/** The host is the origin, as the HTTP client separates connections. The path is hashed with its placeholders. */
export function destinationOf(account: number, callback: string): Destination {
  const url = URL.canParse(callback) ? new URL(callback) : null;
  const host = url?.origin ?? 'unreadable';
  return { account, host, receiver: hashOf(url?.pathname ?? '') % RECEIVERS, queue: `q${hashOf(host) % QUEUES}` };
}

const HOST_LENGTH_MAX = 255;

/** Returns host and port as the delivery log shows and finds them, or `unreadable`. */
export const hostOf = (callback: string): string => {
  const host = URL.canParse(callback) ? new URL(callback).host : '';
  return host === '' ? 'unreadable' : host.slice(0, HOST_LENGTH_MAX);
};

/** FNV-1a hash. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

/** Returns the URL without user and password, which are never shown. */
export function shownCallback(text: string | null): string | null {
  return text === null ? null : text.replace(/^(https?:[/\\]{2,})[^/\\?#]*@/i, '$1');
}
