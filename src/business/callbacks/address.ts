// Callback addresses: which are accepted, how placeholders are filled, and what of them is shown again.
import { type GuardPolicy, isAllowedHost } from '../../platform/guard.ts';

const LENGTH_MAX = 2048;
const PLACEHOLDER = /\{:\s*(id|type)\s*:\}/g;

/** The problem with a callback address as a clause for an error, or null when it is fine. */
export function callbackProblem(text: string, policy: GuardPolicy): string | null {
  if (text.length > LENGTH_MAX) return `must have at most ${LENGTH_MAX.toLocaleString('en')} characters`;
  // URL parsers silently drop line breaks and tabs, which would hide what is really called.
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'must not contain control characters';
  if (!/^https?:\/\//i.test(text)) return 'must be an absolute http or https URL';
  // URL parsers skip further slashes, which would hide where the host begins.
  if (/^https?:\/\/[/\\]/i.test(text)) return 'must be an absolute http or https URL';
  if (/^https?:\/\/[^/?#]*\{:/i.test(text)) return 'may carry placeholders only after the host';
  let url: URL;
  try {
    url = new URL(fillCallback(text, 'id', 'type'));
  } catch {
    return 'must be an absolute http or https URL';
  }
  const port = url.port === '' ? 80 : Number(url.port);
  if (port !== 80 && port !== 443 && port < 1024) return 'must use port 80, 443 or one from 1024 up';
  if (!isAllowedHost(url.hostname, policy)) return 'must not point to a private, local or reserved address';
  return null;
}

export function fillCallback(text: string, id: string, type: string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => encodeURIComponent(name === 'id' ? id : type));
}

/** Scheme, host and port, as the client tells its connections apart. Nobody's name where the address cannot be read. */
export function hostOfCallback(text: string): string {
  try {
    return new URL(text).origin;
  } catch {
    return 'unreadable';
  }
}

/** The address without the user and password that it may carry; those are never shown again. */
export function shownCallback(text: string | null): string | null {
  return text === null ? null : text.replace(/^(https?:[/\\]{2,})[^/\\?#]*@/i, '$1');
}
