// The RDAP server of each top-level domain: a shipped table, which an operator may replace.

import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isUrl } from '../../contract/text.ts';

export interface Bootstrap {
  /** Returns the base URL, which ends with a slash, or null when no RDAP server is known. */
  serverOf(tld: string): string | null;
  /** Hosts of all servers. */
  readonly hosts: ReadonlySet<string>;
  /** Number of known top-level domains. */
  readonly size: number;
  /** Publication time of the table in milliseconds, or 0 if unknown. */
  readonly publishedMs: number;
}

const SHIPPED = fileURLToPath(new URL('../../../data/rdap-bootstrap.json', import.meta.url));

/**
 * Parses the root registry's `dns.json` (RFC 9224): pairs of names and URLs. Servers without encryption are left out.
 */
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

const RECHECK_MS = 30_000;

/**
 * The shipped table, overridden by a refreshed file as long as the file is newer than the shipped table. The file is
 * checked from time to time, so that a refreshed one is used without a restart. A file that cannot be read is ignored.
 */
export function createFreshBootstrap(file: string, now: () => number = Date.now): Bootstrap {
  const base = loadBootstrap();
  let current: Bootstrap | null = null;
  let [checkedAt, changedAt] = [Number.NEGATIVE_INFINITY, -1];
  const fresh = (): Bootstrap | null => {
    if (now() - checkedAt < RECHECK_MS) return current;
    checkedAt = now();
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
    // The shipped table may have names that the root registry no longer lists, or never did.
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

/** Loads the table from `file`, or the shipped one. The file is the root registry's `dns.json`, unchanged. */
export function loadBootstrap(file: string | null = null): Bootstrap {
  if (file !== null) return readBootstrap(readFileSync(file, 'utf8'));
  shipped ??= readBootstrap(readFileSync(SHIPPED, 'utf8'));
  return shipped;
}
