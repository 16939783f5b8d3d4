// Builds the parts of a technologies lookup besides its transport: fingerprints, DNS records and a parser thread.
import type { Config } from '../config.ts';
import type { Account } from '../contract/order.ts';
import type { TechnologyItem } from '../contract/technology.ts';
import type { Resolver } from '../platform/resolver.ts';
import { createThreads } from '../platform/threads.ts';
import type { PageReader } from '../sources/page-reader.ts';
import { dnsEvidenceOf } from '../sources/registries/dns.ts';
import type { DnsEvidence, TechnologySet } from '../sources/registries/fingerprints.ts';
import type { HomepageQuery } from '../sources/registries/homepage.ts';
import { installedSet } from '../sources/registries/installed-set.ts';
import { sandboxRecords } from '../sources/sandbox/records.ts';
import type { TechnologiesTask } from '../sources/technologies-thread.ts';
import { createThreadReader } from '../sources/threaded.ts';

type Asking = Pick<Account, 'id' | 'mode'>;

export interface TechnologyAccess {
  /** Loaded when the first page is parsed. */
  technologySet(): TechnologySet;
  readonly technologiesBudgetMs: number;
  dnsOf(name: string, account: Asking): Promise<DnsEvidence>;
  /** Web pages are parsed in a thread. Sandbox pages are harmless and need none. */
  readerOf(account: Asking): PageReader<HomepageQuery, TechnologyItem[]> | undefined;
}

const PROGRAM = new URL('../sources/technologies-thread.js', import.meta.url);
/** In addition to the time for the page: a thread first loads the fingerprints. */
const LOAD_MS_MAX = 15_000;

export function createTechnologyAccess(config: Config, resolver: Resolver): TechnologyAccess & { close(): Promise<void> } {
  const { TECHNOLOGIES_DIR: folder, TECHNOLOGIES_TIMEOUT_MS: budgetMs } = config;
  // Fails at the start, not at the first lookup, when the folder holds no fingerprints.
  if (folder !== null) installedSet(folder);
  const threads = createThreads({ program: PROGRAM, count: 1, heapMegabytes: 512, msMax: budgetMs + LOAD_MS_MAX });
  const taskOf = (page: TechnologiesTask['page'], ask: HomepageQuery): TechnologiesTask => ({
    page,
    query: ask,
    folder,
    budgetMs,
  });
  const reader = createThreadReader<HomepageQuery, TechnologyItem[]>(threads, taskOf);
  return {
    technologySet: () => installedSet(folder),
    technologiesBudgetMs: budgetMs,
    // Test keys never reach the network, not even for a DNS lookup.
    dnsOf: async (name, { mode, id }) => (mode === 'live' ? dnsEvidenceOf(name, resolver, id) : sandboxRecords(name)),
    readerOf: ({ mode }) => (mode === 'live' ? reader : undefined),
    close: () => threads.close(),
  };
}
