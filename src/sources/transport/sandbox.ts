// Carries requests of test keys to the sandbox: real HTTP, but never off this machine.
import { Agent, request as httpRequest } from 'undici';
import { unreachable } from '../adapter.ts';
import { type FetchPage, PAGE_BYTES_MAX } from './fetch.ts';

/** Above the longest pause that magic words can ask for. */
const MS_MAX = 290_000;

/** `port` is where the sandbox listens on 127.0.0.1. */
export function createSandboxFetch(port: number): FetchPage & { close(): Promise<void> } {
  const agent = new Agent({ connections: 512, pipelining: 1, headersTimeout: MS_MAX, bodyTimeout: MS_MAX });
  const fetch: FetchPage = async (request, context) => {
    try {
      const url = new URL(request.url);
      const answer = await httpRequest(`http://127.0.0.1:${port}${url.pathname}${url.search}`, {
        dispatcher: agent,
        method: request.method ?? 'GET',
        headers: {
          ...request.headers,
          'x-sandbox-origin': `${url.protocol}//${url.host}`,
          'x-sandbox-attempt': String(context.attempt),
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        ...(context.signal ? { signal: context.signal } : {}),
      });
      const body = await answer.body.text();
      if (answer.statusCode >= 500 && answer.statusCode < 600) throw unreachable(`answered ${answer.statusCode}`);
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined) headers[name] = String(value);
      return {
        request,
        url: headers['x-sandbox-final-url'] ?? request.url,
        status: answer.statusCode,
        headers,
        body: body.slice(0, PAGE_BYTES_MAX),
      };
    } catch (error) {
      if (error instanceof Error && error.name === 'SourceError') throw error;
      throw unreachable('the sandbox did not answer', error);
    }
  };
  return Object.assign(fetch, { close: () => agent.destroy() });
}
