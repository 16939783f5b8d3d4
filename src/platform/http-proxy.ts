// Sends requests through the operator's proxy: HTTP URLs directly, HTTPS URLs through a tunnel.
import type { LookupFunction } from 'node:net';
import { type Agent, Pool, ProxyAgent } from 'undici';
import type { Share } from './resolver.ts';
import { ForbiddenAddress, type GuardPolicy, portOf, type Resolve, vettedAddress } from './ssrf-guard.ts';

export class BadProxy extends Error {}

/** Parses `http://user:password@host:port`. Errors never repeat the text, because it may contain a password. */
export function readProxy(text: string): { readonly uri: string; readonly token?: string } {
  let url: URL;
  let name: string;
  let password: string;
  try {
    url = new URL(text);
    name = decodeURIComponent(url.username);
    password = decodeURIComponent(url.password);
  } catch {
    throw new BadProxy('a proxy URL has the form http://user:password@host:port');
  }
  if (!/^https?:$/.test(url.protocol) || url.hostname === '' || url.pathname.length > 1 || url.search || url.hash)
    throw new BadProxy('a proxy URL has the form http://user:password@host:port');
  const uri = `${url.protocol}//${url.host}`;
  return name === '' ? { uri } : { uri, token: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/**
 * The operator chooses the proxy, so its IP address is not checked; the targets are. `lookup` resolves the proxy's
 * host.
 */
export function createProxyAgent(proxy: string, pool: Agent.Options, connectMsMax: number, lookup: LookupFunction): ProxyAgent {
  return new ProxyAgent({
    ...pool,
    ...readProxy(proxy),
    // Many proxies reject tunnels to port 80.
    proxyTunnel: false,
    proxyTls: { timeout: connectMsMax, lookup },
    factory: (origin, options) => new Pool(origin, { ...pool, ...options }),
    // Limits the time for a proxy that accepts the connection but never opens the tunnel.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectMsMax }),
  });
}

/** Accepts names that only the proxy can resolve. Rejects names that we can resolve to a forbidden address. */
export async function vetTarget(url: string, policy: GuardPolicy, resolve: Resolve, lookUpMsMax: number, share?: Share): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const clock = new Promise<void>((pass) => {
    timer = setTimeout(pass, lookUpMsMax);
  });
  const target = new URL(url);
  try {
    await Promise.race([vettedAddress(target.hostname, policy, resolve, share, portOf(target)), clock]);
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw error;
  } finally {
    clearTimeout(timer);
  }
}
