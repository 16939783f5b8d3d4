// The operator's proxies by country: which way out of the house a page is asked through, and under what name it is reported.
import { readProxy } from '../../platform/http-proxy.ts';

export interface OutboundProxy {
  /** What objects, logs and metrics may show, such as `DE-1`; never the address. */
  readonly label: string;
  /** Two capital letters, or null for an exit that serves any country. */
  readonly country: string | null;
  /** The address with its password, for the client alone. A function, so that an exit written into a log shows nothing. */
  proxy(): string;
}

/** Each as `DE=http://user:password@host:port`, or `*=…` for any country. Errors name the place in the list, not the text. */
export function readProxies(texts: readonly string[]): OutboundProxy[] {
  const counts = new Map<string, number>();
  return texts.map((text, index) => {
    const [, name, address] = /^\s*([A-Za-z]{2}|\*)\s*=\s*(\S+)\s*$/.exec(text) ?? [];
    if (name === undefined || address === undefined)
      throw new Error(`exit ${index + 1} is not written as COUNTRY=http://user:password@host:port`);
    try {
      readProxy(address);
    } catch (error) {
      throw new Error(`exit ${index + 1}: ${(error as Error).message}`);
    }
    const country = name === '*' ? null : name.toUpperCase();
    const group = country ?? 'any';
    const number = (counts.get(group) ?? 0) + 1;
    counts.set(group, number);
    return { label: `${group}-${number}`, country, proxy: () => address };
  });
}

/** Those of the country first, then those for any country, each in the operator's order. */
export function proxiesFor<Proxy extends OutboundProxy>(proxies: readonly Proxy[], countryCode: string | null): Proxy[] {
  const wanted = countryCode?.toUpperCase() ?? null;
  const own = wanted === null ? [] : proxies.filter(({ country }) => country === wanted);
  return [...own, ...proxies.filter(({ country }) => country === null)];
}
