// Callback addresses: which are accepted, how placeholders are filled, and what of them is shown again.
import { type GuardPolicy, isAllowedHost, portOf } from '../../platform/ssrf-guard.ts';
import type { Destination } from './shares.ts';

const LENGTH_MAX = 2048;
/** URL libraries percent-encode braces, and some of them colons and spaces, so the encoded forms count as well. */
const OPENING = '(?:\\{|%7[Bb])(?::|%3[Aa])(?:\\s|%20|\\+)*';
const CLOSING = '(?:\\s|%20|\\+)*(?::|%3[Aa])(?:\\}|%7[Dd])';
const PLACEHOLDER = new RegExp(`${OPENING}(id|type)${CLOSING}`, 'g');
/** A placeholder, or the begin of a plain one, before the host ends. */
const EARLY_PLACEHOLDER = new RegExp(`^https?://[^/?#]*(?:\\{:|${OPENING}(?:id|type)${CLOSING})`, 'i');

/** The problem with a callback address as a clause for an error, or null when it is fine. */
export function callbackProblem(text: string, policy: GuardPolicy): string | null {
  if (text.length > LENGTH_MAX) return `must have at most ${LENGTH_MAX.toLocaleString('en')} characters`;
  // URL parsers silently drop line breaks and tabs, which would hide what is really called.
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'must not contain control characters';
  if (!/^https?:\/\//i.test(text)) return 'must be an absolute http or https URL';
  // URL parsers skip further slashes, which would hide where the host begins.
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

/** Numbers for paths and queues have so few values that nobody can fill the memory or the outbox's index with them. */
const RECEIVERS = 64;
const QUEUES = 32;

/** Scheme, host and port, as the HTTP client tells its connections apart; the path as it was sent, with its placeholders. */
export function destinationOf(account: number, callback: string): Destination {
  const url = URL.canParse(callback) ? new URL(callback) : null;
  const host = url?.origin ?? 'unreadable';
  return { account, host, receiver: hashOf(url?.pathname ?? '') % RECEIVERS, queue: `q${hashOf(host) % QUEUES}` };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

/** The address without the user and password that it may carry; those are never shown again. */
export function shownCallback(text: string | null): string | null {
  return text === null ? null : text.replace(/^(https?:[/\\]{2,})[^/\\?#]*@/i, '$1');
}
