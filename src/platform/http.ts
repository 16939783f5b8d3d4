// The guarded HTTP client: every connection is vetted when it is made, every answer is capped in time and size.
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type GuardPolicy, type Resolve, systemResolve, vettedAddress } from './guard.ts';
import { exchange, type HttpAnswer, type HttpAsk } from './http-exchange.ts';
import { createProxyAgent, vetTarget } from './http-proxy.ts';

export type { HttpAnswer, HttpAsk } from './http-exchange.ts';
export { AnswerTooLong } from './http-exchange.ts';

export interface HttpClient {
  /** One request, no redirects followed. */
  ask(ask: HttpAsk): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface HttpSettings {
  readonly policy: GuardPolicy;
  readonly resolve?: Resolve;
  readonly connectionsPerHost: number;
  readonly connectMsMax: number;
  /** `http://user:password@host:port` that carries every request; its credentials appear in no error. */
  readonly proxy?: string;
}

export function createHttpClient(settings: HttpSettings): HttpClient {
  const { proxy, policy, resolve = systemResolve } = settings;
  const pool = {
    connections: settings.connectionsPerHost,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16_384,
    // Our own timer covers the whole answer; these would only add a second, different one.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (proxy === undefined) {
    const agent = new Agent({ ...pool, connect: guardedConnector(settings) });
    return { ask: (ask) => exchange(agent, ask), close: () => agent.destroy() };
  }
  const agent = createProxyAgent(proxy, pool, settings.connectMsMax);
  return {
    ask: async (ask) => {
      await vetTarget(ask.url, policy, resolve, settings.connectMsMax);
      const answer = await exchange(agent, ask);
      if (answer.status === 407) throw new Error('the proxy refuses these credentials');
      return answer;
    },
    close: () => agent.destroy(),
  };
}

/** Undici asks no look-up hook for literal addresses, so the check sits in the connector, which meets both. */
function guardedConnector(settings: HttpSettings): buildConnector.connector {
  const connect = buildConnector({ timeout: settings.connectMsMax, allowH2: false });
  return (options, callback) => {
    vettedAddress(options.hostname, settings.policy, settings.resolve ?? systemResolve).then(
      (address) => {
        const bare = options.hostname.replace(/^\[|\]$/g, '');
        const servername = options.servername ?? (isIP(bare) === 0 ? bare : undefined);
        connect({ ...options, hostname: address, ...(servername === undefined ? {} : { servername }) }, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}
