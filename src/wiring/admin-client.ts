// Calls the admin API of a running service, for commands with --url.
import { UsageProblem } from '../cli/arguments.ts';
import { Rejection } from '../cli/batch-run.ts';

export interface AdminClient {
  /** Returns null for 404. */
  optional<T>(method: 'GET' | 'POST', path: string): Promise<T | null>;
  /** Throws for 404: the URL has no admin API. */
  required<T>(method: 'GET' | 'POST', path: string): Promise<T>;
}

const CALL_MS_MAX = 30_000;

export function createAdminClient(url: string, token: string | null): AdminClient {
  if (!/^https?:\/\/\S+$/.test(url)) throw new UsageProblem('--url must be a URL such as http://127.0.0.1:8080.');
  if (token === null) throw new UsageProblem('Admin token missing. Set ADMIN_TOKEN.');
  const optional: AdminClient['optional'] = async <T>(method: 'GET' | 'POST', path: string): Promise<T | null> => {
    const response = await fetch(url.replace(/\/+$/, '') + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_MS_MAX),
    }).catch((cause) => {
      throw new Rejection(`The service at ${url} could not be reached. Check that it runs, and --url.`, 0, null, cause);
    });
    if (response.status === 404) return null;
    const body = (await response.json().catch(() => ({}))) as T & { message?: string; solution?: string };
    if (response.status === 200) return body;
    const reason = [body.message, body.solution].filter(Boolean).join(' ');
    throw new Rejection(reason || `The service at ${url} responded with ${response.status}.`, response.status, null, null);
  };
  return {
    optional,
    required: async <T>(method: 'GET' | 'POST', path: string): Promise<T> => {
      const found = await optional<T>(method, path);
      if (found !== null) return found;
      throw new Rejection(`There is no admin API at ${url}. With ADMIN_PORT, use the URL of that port.`, 404, null, null);
    },
  };
}
