// Sends requests of test keys to the sandbox over real HTTP and WHOIS connections on loopback.
import { Agent, request as httpRequest } from 'undici';
import { type Page, type PageRequest, SourceTimeout, unreachable } from '../adapter.ts';
import { type FetchContext, type FetchPage, PAGE_BYTES_MAX } from './fetch.ts';
import { createWhoisFetch } from './tcp43.ts';

/** Longer than the longest delay of a magic keyword. */
const MS_MAX = 290_000;
/** Maximum pause inside a response. Delays come before the response begins, so this never cuts them. */
const STALL_MS_MAX = 1500;
/** Time limit for a whole WHOIS response. */
const WHOIS_MS_MAX = 3000;
const HERE = { allowLoopback: true, allowNetworks: [] };

/** Ports of the sandbox on 127.0.0.1. */
export interface SandboxPorts {
  readonly port: number;
  whoisPortOf(hostname: string): number;
}

export function createSandboxFetch(sandbox: SandboxPorts): FetchPage & { close(): Promise<void> } {
  const agent = new Agent({ connections: 512, pipelining: 1, headersTimeout: MS_MAX, bodyTimeout: STALL_MS_MAX });
  const port43 = createWhoisFetch(HERE, async () => ['127.0.0.1'], sandbox.whoisPortOf);
  const fetch: FetchPage = async (request, context) => {
    if (request.url.startsWith('whois:')) return port43(request, { ...context, msMax: WHOIS_MS_MAX });
    try {
      return await send(agent, sandbox.port, request, context);
    } catch (error) {
      if (error instanceof Error && error.name === 'SourceError') throw error;
      const late = error instanceof Error && /^(?:Body|Headers)TimeoutError$/.test(error.name);
      throw late ? new SourceTimeout(undefined, error) : unreachable('the sandbox did not respond', error);
    }
  };
  return Object.assign(fetch, { close: () => agent.destroy() });
}

async function send(agent: Agent, port: number, request: PageRequest, context: FetchContext): Promise<Page> {
  const url = new URL(request.url);
  const response = await httpRequest(`http://127.0.0.1:${port}${url.pathname}${url.search}`, {
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
  const body = await response.body.text();
  if (response.statusCode >= 500 && response.statusCode < 600) throw unreachable(`returned status ${response.statusCode}`);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) if (value !== undefined) headers[name] = String(value);
  return {
    request,
    url: headers['x-sandbox-final-url'] ?? request.url,
    status: response.statusCode,
    headers,
    body: body.slice(0, PAGE_BYTES_MAX),
    ...fetchTraceOf(headers['x-sandbox-ms']),
  };
}

/** Sites of the sandbox report their timing: milliseconds to the first byte and in total. */
function fetchTraceOf(timing: string | undefined): Pick<Page, 'fetchTrace'> {
  const [firstByteMs, totalMs] = (timing ?? '').split(' ').map(Number);
  return firstByteMs && totalMs ? { fetchTrace: { redirects: [], firstByteMs, totalMs, complete: true } } : {};
}
