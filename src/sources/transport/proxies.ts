// The operator's outbound proxies by country.
import { readProxy } from '../../platform/http-proxy.ts';

export interface OutboundProxy {
  /** Label for objects, logs and metrics, such as `DE-1`. Never contains the host. */
  readonly label: string;
  /** Two capital letters, or null for a proxy that serves any country. */
  readonly country: string | null;
  /** Returns the proxy URL with its password, for the client only. A function, so that a logged proxy shows nothing. */
  proxy(): string;
}

/**
 * Parses `DE=http://user:password@host:port`, or `*=…` for any country. Errors name the index in the list, not the
 * text.
 */
export function readProxies(texts: readonly string[]): OutboundProxy[] {
  const counts = new Map<string, number>();
  return texts.map((text, index) => {
    const [, name, address] = /^\s*([A-Za-z]{2}|\*)\s*=\s*(\S+)\s*$/.exec(text) ?? [];
    if (name === undefined || address === undefined)
      throw new Error(`proxy ${index + 1} is not written as COUNTRY=http://user:password@host:port`);
    try {
      readProxy(address);
    } catch (error) {
      throw new Error(`proxy ${index + 1}: ${(error as Error).message}`);
    }
    const country = name === '*' ? null : name.toUpperCase();
    const group = country ?? 'any';
    const number = (counts.get(group) ?? 0) + 1;
    counts.set(group, number);
    return { label: `${group}-${number}`, country, proxy: () => address };
  });
}

/** Returns the proxies of the country first, then those for any country, each in the operator's order. */
export function proxiesFor<Proxy extends OutboundProxy>(proxies: readonly Proxy[], countryCode: string | null): Proxy[] {
  const wanted = countryCode?.toUpperCase() ?? null;
  const own = wanted === null ? [] : proxies.filter(({ country }) => country === wanted);
  return [...own, ...proxies.filter(({ country }) => country === null)];
}
