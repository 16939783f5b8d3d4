// Which RDAP server knows a top-level domain: a table that is shipped, and that an operator may replace by a newer one.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Bootstrap {
  /** Ends with a slash; null when the registry is not known to have RDAP. */
  serverOf(tld: string): string | null;
  /** Hosts of all servers. */
  readonly hosts: ReadonlySet<string>;
  /** How many top-level domains are known. */
  readonly size: number;
}

const SHIPPED = fileURLToPath(new URL('../../../data/rdap-bootstrap.json', import.meta.url));

/** Reads the root registry's `dns.json` (RFC 9224): pairs of names and addresses. Servers without encryption are left out. */
export function readBootstrap(text: string): Bootstrap {
  const { services } = JSON.parse(text) as { services?: unknown };
  if (!Array.isArray(services)) throw new Error('the table of RDAP servers has no services');
  const servers = new Map<string, string>();
  for (const service of services) {
    const [names, urls] = Array.isArray(service) ? (service as unknown[]) : [];
    if (!Array.isArray(names) || !Array.isArray(urls)) throw new Error('a service in the table of RDAP servers is not a pair of lists');
    const url = urls.find((candidate): candidate is string => typeof candidate === 'string' && candidate.startsWith('https://'));
    if (url === undefined || !URL.canParse(url)) continue;
    for (const name of names) if (typeof name === 'string') servers.set(name.toLowerCase(), url.endsWith('/') ? url : `${url}/`);
  }
  if (servers.size === 0) throw new Error('the table of RDAP servers is empty');
  return {
    serverOf: (tld) => servers.get(tld) ?? null,
    hosts: new Set([...servers.values()].map((url) => new URL(url).hostname)),
    size: servers.size,
  };
}

let shipped: Bootstrap | null = null;

/** The table in `file`, or the shipped one. A newer one is the root registry's `dns.json`, as it stands. */
export function loadBootstrap(file: string | null = null): Bootstrap {
  if (file !== null) return readBootstrap(readFileSync(file, 'utf8'));
  shipped ??= readBootstrap(readFileSync(SHIPPED, 'utf8'));
  return shipped;
}
