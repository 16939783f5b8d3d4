// HTTP client with an SSRF guard: checks every connection, limits every response in time and size.
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { exchange, type HttpRequest, type HttpResponse } from './http-exchange.ts';
import { createProxyAgent, vetTarget } from './http-proxy.ts';
import { defaultResolver, type Share } from './resolver.ts';
import { type GuardPolicy, portOf, type Resolve, vettedAddress } from './ssrf-guard.ts';

export type { HttpRequest, HttpResponse } from './http-exchange.ts';
export { ResponseTooLong } from './http-exchange.ts';

export interface HttpClient {
  /** Sends one request and does not follow redirects. */
  request(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

export interface HttpSettings {
  readonly policy: GuardPolicy;
  /** Resolves the host names of targets. */
  readonly resolve?: Resolve;
  readonly connectionsPerHost: number;
  readonly connectMsMax: number;
  /** `http://user:password@host:port` for every request. Errors never contain its credentials. */
  readonly proxy?: string;
  /** Resolves the host name of the proxy. */
  readonly lookup?: LookupFunction;
}

/** Number of hosts for which the last requesting account is stored. */
const HOSTS_MAX = 10_000;

export function createHttpClient(settings: HttpSettings): HttpClient {
  const { proxy, policy, resolve = defaultResolver().resolve } = settings;
  const pool = {
    connections: settings.connectionsPerHost,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16_384,
    // Our own timer covers the whole response. A second timeout would only conflict with it.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (proxy === undefined) {
    const shares = createHostShares();
    const agent = new Agent({ ...pool, connect: guardedConnector(settings, resolve, shares.of) });
    return {
      request: (request) => {
        shares.note(request);
        return exchange(agent, request);
      },
      close: () => agent.destroy(),
    };
  }
  const agent = createProxyAgent(proxy, pool, settings.connectMsMax, settings.lookup ?? defaultResolver().lookup);
  return {
    request: async (request) => {
      await vetTarget(request.url, policy, resolve, settings.connectMsMax, request.share);
      const response = await exchange(agent, request);
      if (response.status === 407) throw new Error('the proxy rejected the credentials');
      return response;
    },
    close: () => agent.destroy(),
  };
}

/** Undici does not call `lookup` for literal IP addresses, so the check is in the connector, which handles both. */
function guardedConnector(
  settings: HttpSettings,
  resolve: Resolve,
  shareOf: (hostname: string) => Share | undefined,
): buildConnector.connector {
  const connect = buildConnector({ timeout: settings.connectMsMax, allowH2: false });
  return (options, callback) => {
    vettedAddress(options.hostname, settings.policy, resolve, shareOf(options.hostname), portOf(options)).then(
      (address) => {
        const bare = options.hostname.replace(/^\[|\]$/g, '');
        const servername = options.servername ?? (isIP(bare) === 0 ? bare : undefined);
        connect({ ...options, hostname: address, ...(servername === undefined ? {} : { servername }) }, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/** Connections belong to a host, not to a request, so a lookup counts for the account that requested the host last. */
function createHostShares() {
  const shares = new Map<string, Share>();
  return {
    note: ({ url, share }: HttpRequest): void => {
      if (share === undefined || !URL.canParse(url)) return;
      const { hostname } = new URL(url);
      shares.delete(hostname);
      shares.set(hostname, share);
      if (shares.size <= HOSTS_MAX) return;
      const [oldest] = shares.keys();
      if (oldest !== undefined) shares.delete(oldest);
    },
    of: (hostname: string): Share | undefined => shares.get(hostname),
  };
}
