// Posts a message about alerts to the webhook of a project, signed like callbacks.
import type { HttpClient } from '../../../platform/http.ts';
import { ForbiddenAddress } from '../../../platform/ssrf-guard.ts';
import { signCallback } from '../../callbacks/signature.ts';

const MS_MAX = 15_000;
const RESPONSE_BYTES_MAX = 65_536;
const USER_AGENT = 'Sextant-Tracking/1.0';

export interface WebhookPost {
  /** Equal for every attempt, so that receivers can deduplicate. */
  readonly id: string;
  readonly url: string;
  /** JSON text. */
  readonly body: string;
  readonly secret: string;
  /** Seconds since 1970, by the database's clock. */
  readonly at: number;
}

export interface SendResult {
  readonly ok: boolean;
  readonly status: number | null;
  readonly reason: string | null;
}

/** Redirects are not followed. Never throws. */
export async function postWebhook(client: HttpClient, { id, url, body, secret, at }: WebhookPost): Promise<SendResult> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...signCallback(`evt_${id}`, Math.floor(at), body, secret),
  };
  try {
    const target = new URL(url);
    if (target.username || target.password) {
      const login = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
      headers.authorization = `Basic ${Buffer.from(login).toString('base64')}`;
      target.username = '';
      target.password = '';
    }
    const limits = { bytesMax: RESPONSE_BYTES_MAX, msMax: MS_MAX, whenTooLong: 'cut' as const };
    const { status } = await client.request({ url: target.href, method: 'POST', headers, body, ...limits });
    const ok = status >= 200 && status < 300;
    return { ok, status, reason: ok ? null : `The webhook responded with ${status}.` };
  } catch (error) {
    return { ok: false, status: null, reason: reasonOf(error as Error) };
  }
}

/** The message of the error may contain the URL, which may be a secret. */
function reasonOf(error: Error): string {
  if (error instanceof ForbiddenAddress) return 'The webhook URL is not allowed.';
  return error.name === 'TimeoutError' ? 'The webhook did not respond in time.' : 'The webhook could not be reached.';
}
