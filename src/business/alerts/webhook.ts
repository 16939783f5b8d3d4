// Posts alerts to the operator's webhook, signed like callbacks.
import type { HttpClient } from '../../platform/http.ts';
import { ForbiddenAddress } from '../../platform/ssrf-guard.ts';
import { basicLogin, loginOf } from '../../platform/url-login.ts';
import { signCallback } from '../callbacks/signature.ts';
import type { AlertMessage, SendAlert } from './messages.ts';

const MS_MAX = 15_000;
const RESPONSE_BYTES_MAX = 65_536;

/** The body of a message: `{"type":"alert.opened","timestamp":…,"data":{…}}`, as Standard Webhooks recommends. */
export const bodyOf = ({ event, alert }: AlertMessage): string =>
  JSON.stringify({ type: `alert.${event}`, timestamp: alert.resolvedAt ?? alert.openedAt, data: alert });

export function createAlertWebhook(client: HttpClient, url: string, secret: string): SendAlert {
  return async (message) => {
    const body = Buffer.from(bodyOf(message));
    const target = new URL(url);
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'user-agent': 'Sextant-Alert/1.0',
      ...signCallback(message.id, Math.floor(message.at), body, secret),
    };
    const login = loginOf(target);
    if (login) headers.authorization = basicLogin(login);
    target.username = '';
    target.password = '';
    const response = await client
      .request({ url: target.href, method: 'POST', headers, body, bytesMax: RESPONSE_BYTES_MAX, msMax: MS_MAX, whenTooLong: 'cut' })
      .catch((error: Error) => {
        throw new Error(reasonOf(error));
      });
    if (response.status < 200 || response.status >= 300) throw new Error(`The webhook responded with ${response.status}.`);
  };
}

/** The message of the error may contain the URL, which may be a secret. */
function reasonOf(error: Error): string {
  if (error instanceof ForbiddenAddress) return 'The webhook URL is not allowed.';
  return error.name === 'TimeoutError' ? 'The webhook did not respond in time.' : 'The webhook could not be reached.';
}
