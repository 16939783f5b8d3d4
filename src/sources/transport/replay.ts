// Returns recorded pages instead of fetching them. A request without a recording is unreachable.
import { type Page, unreachable } from '../adapter.ts';
import type { FetchPage } from './fetch.ts';

export type Recorded = Pick<Page, 'status' | 'body'> & Partial<Pick<Page, 'url' | 'headers'>>;

/** Keys are `METHOD url`, or only the URL for GET. */
export function createReplay(recorded: Readonly<Record<string, Recorded>>): FetchPage {
  return async (request) => {
    const key = request.method === 'POST' ? `POST ${request.url}` : request.url;
    const page = recorded[key];
    if (!page) throw unreachable(`no recording for ${key}`);
    return { request, url: page.url ?? request.url, status: page.status, headers: page.headers ?? {}, body: page.body };
  };
}
