// Which RDAP server knows a top-level domain: a table that is shipped, and that an operator may replace by a newer one.

import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isUrl } from '../../contract/text.ts';

export interface Bootstrap {
  /** Ends with a slash; null when the registry is not known to have RDAP. */
  serverOf(tld: string): string | null;
  /** Hosts of all servers. */
  readonly hosts: ReadonlySet<string>;
  /** How many top-level domains are known. */
  readonly size: number;
  /** When the table was made, in milliseconds; 0 if it does not say. */
  readonly publishedMs: number;
}

const SHIPPED = fileURLToPath(new URL('../../../data/rdap-bootstrap.json', import.meta.url));

/** Reads the root registry's `dns.json` (RFC 9224): pairs of names and addresses. Servers without encryption are left out. */
export function readBootstrap(text: string): Bootstrap {
  const { services, publication } = JSON.parse(text) as { services?: unknown; publication?: unknown };
  if (!Array.isArray(services)) throw new Error('the table of RDAP servers has no services');
  const servers = new Map<string, string>();
  for (const service of services) {
    const [names, urls] = Array.isArray(service) ? (service as unknown[]) : [];
    if (!Array.isArray(names) || !Array.isArray(urls)) throw new Error('a service in the table of RDAP servers is not a pair of lists');
    const url = urls.find((candidate): candidate is string => typeof candidate === 'string' && candidate.startsWith('https://'));
    if (url === undefined || !isUrl(url)) continue;
    for (const name of names) if (typeof name === 'string') servers.set(name.toLowerCase(), url.endsWith('/') ? url : `${url}/`);
  }
  if (servers.size === 0) throw new Error('the table of RDAP servers is empty');
  return {
    serverOf: (tld) => servers.get(tld) ?? null,
    hosts: new Set([...servers.values()].map((url) => new URL(url).hostname)),
    size: servers.size,
    publishedMs: (typeof publication === 'string' && Date.parse(publication)) || 0,
  };
}

let shipped: Bootstrap | null = null;

const LOOK_AGAIN_MS = 30_000;

/**
 * The shipped table with a refreshed one laid over it, as long as the file is newer than what was shipped.
 * The file is looked at now and then, so that one that was refreshed counts without a restart. A file that cannot be read does not count.
 */
export function createFreshBootstrap(file: string, now: () => number = Date.now): Bootstrap {
  const base = loadBootstrap();
  let current: Bootstrap | null = null;
  let [lookedAt, changedAt] = [Number.NEGATIVE_INFINITY, -1];
  const fresh = (): Bootstrap | null => {
    if (now() - lookedAt < LOOK_AGAIN_MS) return current;
    lookedAt = now();
    try {
      const { mtimeMs } = statSync(file);
      if (mtimeMs !== changedAt) current = mtimeMs > base.publishedMs ? loadBootstrap(file) : null;
      changedAt = mtimeMs;
    } catch {
      [current, changedAt] = [null, -1];
    }
    return current;
  };
  return {
    // What the root registry does not list any more, or never did, the shipped table may still know.
    serverOf: (tld) => fresh()?.serverOf(tld) ?? base.serverOf(tld),
    get hosts() {
      return new Set([...base.hosts, ...(fresh()?.hosts ?? [])]);
    },
    get size() {
      return Math.max(base.size, fresh()?.size ?? 0);
    },
    get publishedMs() {
      return fresh()?.publishedMs ?? base.publishedMs;
    },
  };
}

/** The table in `file`, or the shipped one. A newer one is the root registry's `dns.json`, as it stands. */
export function loadBootstrap(file: string | null = null): Bootstrap {
  if (file !== null) return readBootstrap(readFileSync(file, 'utf8'));
  shipped ??= readBootstrap(readFileSync(SHIPPED, 'utf8'));
  return shipped;
}
