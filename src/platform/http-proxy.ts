// Sends requests through an operator's proxy: plain addresses are handed over whole, secure ones through a tunnel.
import type { LookupFunction } from 'node:net';
import { type Agent, Pool, ProxyAgent } from 'undici';
import type { Share } from './resolver.ts';
import { ForbiddenAddress, type GuardPolicy, portOf, type Resolve, vettedAddress } from './ssrf-guard.ts';

export class BadProxy extends Error {}

/** Reads `http://user:password@host:port`. The text is never repeated: it may hold a password. */
export function readProxy(text: string): { readonly uri: string; readonly token?: string } {
  let url: URL;
  let name: string;
  let password: string;
  try {
    url = new URL(text);
    name = decodeURIComponent(url.username);
    password = decodeURIComponent(url.password);
  } catch {
    throw new BadProxy('a proxy is written as http://user:password@host:port');
  }
  if (!/^https?:$/.test(url.protocol) || url.hostname === '' || url.pathname.length > 1 || url.search || url.hash)
    throw new BadProxy('a proxy is written as http://user:password@host:port');
  const uri = `${url.protocol}//${url.host}`;
  return name === '' ? { uri } : { uri, token: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/** The proxy's own address is the operator's choice and is not vetted; the targets are. `lookup` finds the proxy. */
export function createProxyAgent(proxy: string, pool: Agent.Options, connectMsMax: number, lookup: LookupFunction): ProxyAgent {
  return new ProxyAgent({
    ...pool,
    ...readProxy(proxy),
    // Many proxies refuse tunnels to port 80.
    proxyTunnel: false,
    proxyTls: { timeout: connectMsMax, lookup },
    factory: (origin, options) => new Pool(origin, { ...pool, ...options }),
    // A proxy that takes the call but never opens the tunnel must not hold the line.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectMsMax }),
  });
}

/** Names that only the proxy can look up pass; one that we know to lead inside does not. */
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
