// Numbers for operators in Prometheus form. Labels never hold keys, words, domains or names.
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObject, Registry } from 'prom-client';

export interface ProviderSpent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly amount: number;
  readonly currency: string;
}

export interface Metrics {
  request(route: string, method: string, status: number, seconds: number): void;
  /** One that was turned away at the door. In a crowd these are very many: they are added up here and told when somebody looks. */
  turnedAway(reason: string): void;
  job(kind: string, outcome: string, verdict: string, seconds: number): void;
  jobWait(priority: string, seconds: number): void;
  attempt(lane: string, source: string, outcome: string): void;
  /** Items that the readers found, per array. */
  items(engine: string, array: string, count: number): void;
  /** One call to a paid provider; null where its answer does not tell what it cost. */
  providerCall(provider: string, spent: ProviderSpent | null): void;
  callback(ok: boolean): void;
  /** One lookup of a host name and how it ended. */
  dnsLookup(outcome: string): void;
  /** Names in the cache and lookups under way in this process, read at every scrape. */
  dnsState(state: () => { readonly cachedNames: number; readonly running: number }): void;
  /** Where a large body went. */
  body(place: 'store' | 'database'): void;
  upkeep(task: string, count: number): void;
  /** Lanes that rest in this process and for how many more seconds, whenever somebody looks. */
  resting(lanes: () => ReadonlyMap<string, number>): void;
  /** Clients that wait in this process, whenever somebody looks. */
  syncWaits(count: () => number): void;
  /** Called at every look; sets gauges from the database. */
  onScrape(update: (gauge: (name: string, labels: Record<string, string>, value: number) => void) => Promise<void>): void;
  /** This process's numbers, to be joined with others'. */
  snapshot(): Promise<MetricObject[]>;
  text(others: readonly MetricObject[][]): Promise<string>;
}

const GAUGES: Readonly<Record<string, { help: string; labels: string[] }>> = {
  sextant_queue_depth: { help: 'Objects that wait to be worked on.', labels: ['priority'] },
  sextant_queue_oldest_seconds: { help: 'Age of the oldest object that is due and not taken.', labels: ['priority'] },
  sextant_queue_leased: { help: 'Objects in work.', labels: [] },
  sextant_workers: { help: 'Workers heard of lately.', labels: [] },
  sextant_callbacks_pending: { help: 'Callbacks still to be sent.', labels: [] },
  sextant_callbacks_oldest_seconds: { help: 'How long the oldest due callback waits.', labels: [] },
  sextant_credits_drift: { help: 'Accounts whose lots and ledger differ; must be 0.', labels: [] },
  sextant_database_up: { help: '1 when the database answers.', labels: [] },
};

export function createMetrics(role: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry, prefix: 'sextant_' });
  const seconds = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [registry] });
  const count = (name: string, help: string, labelNames: string[]) => new Counter({ name, help, labelNames, registers: [registry] });

  const requests = seconds(
    'sextant_http_request_seconds',
    'Requests by route and status.',
    ['route', 'method', 'status'],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
  );
  const requestsBy = new Map<string, Histogram.Internal<string>>();
  const turnedAway = count('sextant_http_turned_away_total', 'Requests and connections refused at the door.', ['reason']);
  const turnedAwayBy = new Map<string, number>();
  const jobs = seconds('sextant_job_seconds', 'Work per object.', ['kind', 'outcome', 'verdict'], [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120]);
  const waits = seconds(
    'sextant_job_wait_seconds',
    'From being due to being taken.',
    ['priority'],
    [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3600],
  );
  const attempts = count('sextant_attempts_total', 'Tries at sources.', ['lane', 'source', 'outcome']);
  const items = count('sextant_items_total', 'Items that the readers found.', ['engine', 'array']);
  const calls = count('sextant_provider_calls_total', 'Calls to providers.', ['provider']);
  const tokens = count('sextant_provider_tokens_total', 'Tokens, as providers count them.', ['provider', 'direction']);
  const spend = count('sextant_provider_spend_total', 'What calls cost, as providers tell it.', ['provider', 'currency']);
  const callbacks = count('sextant_callbacks_total', 'Callback attempts.', ['ok']);
  const dnsLookups = count('sextant_dns_lookups_total', 'Lookups of host names by how they ended.', ['outcome']);
  const bodies = count('sextant_large_bodies_total', 'Large bodies by where they are kept.', ['place']);
  const upkeep = count('sextant_upkeep_total', 'What upkeep tidied.', ['task']);
  const gauges = new Map(
    // Every process sees the same database: the one that was asked has looked last, and its word counts alone.
    Object.entries(GAUGES).map(([name, { help, labels }]) => [
      name,
      new Gauge({ name, help, labelNames: labels, registers: [registry], aggregator: 'first' }),
    ]),
  );
  const waiting = new Gauge({ name: 'sextant_sync_waits', help: 'Clients that wait on an open connection.', registers: [registry] });
  const dnsNames = new Gauge({ name: 'sextant_dns_cached_names', help: 'Host names in the DNS cache.', registers: [registry] });
  const dnsRunning = new Gauge({ name: 'sextant_dns_lookups_running', help: 'Lookups of host names under way.', registers: [registry] });
  const rests = new Gauge({
    name: 'sextant_lane_resting_seconds',
    help: 'How long a lane is still left alone after a wall or many failures.',
    labelNames: ['lane'],
    registers: [registry],
    aggregator: 'max',
  });
  let lookForResting: (() => ReadonlyMap<string, number>) | null = null;
  let countWaiting: (() => number) | null = null;
  let dnsState: Parameters<Metrics['dnsState']>[0] | null = null;
  let update: Parameters<Metrics['onScrape']>[0] | null = null;

  const refresh = async (): Promise<void> => {
    await update?.((name, labels, value) => gauges.get(name)?.set(labels, value));
  };
  const snapshot = async (): Promise<MetricObject[]> => {
    waiting.set(countWaiting?.() ?? 0);
    dnsNames.set(dnsState?.().cachedNames ?? 0);
    dnsRunning.set(dnsState?.().running ?? 0);
    for (const [reason, value] of turnedAwayBy) turnedAway.inc({ reason }, value);
    turnedAwayBy.clear();
    rests.reset();
    for (const [lane, seconds] of lookForResting?.() ?? []) rests.set({ lane }, seconds);
    return (await registry.getMetricsAsJSON()) as MetricObject[];
  };
  return {
    request: (route, method, status, value) => {
      // Finding the labelled one costs more than counting, and there are few.
      const name = `${method} ${status} ${route}`;
      const one = requestsBy.get(name) ?? requests.labels(route, method, String(status));
      requestsBy.set(name, one);
      one.observe(value);
    },
    turnedAway: (reason) => void turnedAwayBy.set(reason, (turnedAwayBy.get(reason) ?? 0) + 1),
    job: (kind, outcome, verdict, value) => jobs.observe({ kind, outcome, verdict }, value),
    jobWait: (priority, value) => waits.observe({ priority }, value),
    attempt: (lane, source, outcome) => attempts.inc({ lane, source, outcome }),
    items: (engine, array, value) => items.inc({ engine, array }, value),
    providerCall: (provider, spent) => {
      calls.inc({ provider });
      if (!spent) return;
      if (spent.inputTokens > 0) tokens.inc({ provider, direction: 'input' }, spent.inputTokens);
      if (spent.outputTokens > 0) tokens.inc({ provider, direction: 'output' }, spent.outputTokens);
      if (spent.amount > 0) spend.inc({ provider, currency: spent.currency }, spent.amount);
    },
    callback: (ok) => callbacks.inc({ ok: String(ok) }),
    dnsLookup: (outcome) => dnsLookups.inc({ outcome }),
    dnsState: (given) => {
      dnsState = given;
    },
    body: (place) => bodies.inc({ place }),
    upkeep: (task, value) => upkeep.inc({ task }, value),
    resting: (given) => {
      lookForResting = given;
    },
    syncWaits: (given) => {
      countWaiting = given;
    },
    onScrape: (given) => {
      update = given;
    },
    snapshot,
    text: async (others) => {
      await refresh();
      const own = await snapshot();
      return AggregatorRegistry.aggregate([own, ...others] as never).metrics();
    },
  };
}
