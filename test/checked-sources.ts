// Two or three local HTTP sources for one engine, and workers that query them instead of the configured ones.
import { createDb } from '../src/platform/db.ts';
import { createLog } from '../src/platform/log.ts';
import { SERVICE_ROLE, underRole } from '../src/platform/roles.ts';
import { createSerper } from '../src/sources/providers/serper.ts';
import { type ProviderSource, toSource } from '../src/sources/providers/source.ts';
import { createUpstream } from '../src/sources/providers/upstream.ts';
import { openSources } from '../src/wiring/source-access.ts';
import { createWorker } from '../src/wiring/worker.ts';
import { type Answered, type Asked, type LocalApi, startLocalApi } from './local-api.ts';
import { type TestService, until } from './service.ts';

export interface Results {
  /** Names of sites, in order. */
  readonly sites: readonly string[];
  readonly hasQuestions?: boolean;
}

export const HONEST: Results = { sites: Array.from({ length: 10 }, (_, number) => `site${number}`) };
export const OTHER: Results = { sites: Array.from({ length: 10 }, (_, number) => `other${number}`) };

const resultsFor = (keyword: string, { sites }: Results) =>
  sites.map((site) => ({ title: `${keyword} at ${site}`, url: `https://${site}.example/page`, snippet: `All about ${keyword}.` }));

/** The response of a service with our contract. */
export function upstreamAnswer({ body }: Asked, results: Results): Answered {
  const paa = results.hasQuestions ? [{ question: 'Which one?' }] : [];
  return { body: { id: 'a1', ready: true, faulty: false, verdict: 'valid', data: { organic: resultsFor(body.keyword, results), paa } } };
}

/** The same results as Serper writes them: other URLs of the same pages. */
export function serperAnswer({ body }: Asked, results: Results): Answered {
  const organic = resultsFor(body.q, results).map(({ url, ...texts }) => ({
    ...texts,
    link: `${url.replace('//', '//www.')}/?utm_source=s`,
  }));
  const peopleAlsoAsk = results.hasQuestions ? [{ question: 'Which one?' }] : [];
  return { body: { searchParameters: {}, organic, peopleAlsoAsk } };
}

export interface CheckedSources {
  readonly upstream: LocalApi;
  readonly serper: LocalApi;
  readonly third: LocalApi;
  /** Names of the sources on the route. */
  route: readonly string[];
  answer(upstream: Results, serper: Results, third?: Results): void;
  close(): Promise<void>;
  startWorker(service: TestService, environment?: Partial<TestService['config']>): Promise<CheckedWorker>;
}

export interface CheckedWorker {
  /** The number of cross-checks by outcome. */
  outcomes(): Promise<Readonly<Record<string, number>>>;
  /** Returns when this many cross-checks have ended. */
  checked(count: number): Promise<Readonly<Record<string, number>>>;
  stop(msMax?: number): Promise<void>;
}

export async function startCheckedSources(): Promise<CheckedSources> {
  const [upstream, serper, third] = [await startLocalApi(), await startLocalApi(), await startLocalApi()];
  const sourceOf = (provider: ProviderSource, api: LocalApi) => ({ ...toSource(provider, api.fetch), ratePerMinute: 6000 });
  const all = [
    sourceOf(createUpstream({ baseUrl: upstream.baseUrl, apiKey: 'key', priority: 'NORMAL' }), upstream),
    sourceOf(createSerper({ baseUrl: serper.baseUrl, apiKey: 'key' }), serper),
    sourceOf({ ...createSerper({ baseUrl: third.baseUrl, apiKey: 'key' }), name: 'third' }, third),
  ];
  const sources: CheckedSources = {
    upstream,
    serper,
    third,
    route: ['upstream', 'serper'],
    answer: (first, second, last = HONEST) => {
      upstream.answers((asked) => upstreamAnswer(asked, first));
      serper.answers((asked) => serperAnswer(asked, second));
      third.answers((asked) => serperAnswer(asked, last));
    },
    close: async () => {
      await Promise.all([upstream.close(), serper.close(), third.close()]);
    },
    startWorker: async (service, environment = {}) => {
      const db = createDb({
        url: underRole(service.database.url, SERVICE_ROLE),
        connectionsMax: 4,
        queryMsMax: 20_000,
        connectMsMax: 5000,
      });
      const config = { ...service.config, ...environment };
      const worker = await createWorker(
        db,
        config,
        createLog('debug', (line) => service.lines.push(line)),
        {
          open: async (parts) => {
            const opened = await openSources(parts);
            const { disabledSources } = opened.sourceAccess;
            const serpRoute: typeof opened.sourceAccess.serpRoute = (engine) =>
              disabledSources.without(
                engine.name,
                sources.route.map((name) => all.find((source) => source.name === name)!),
              );
            return { ...opened, sourceAccess: { ...opened.sourceAccess, serpRoute } };
          },
        },
      );
      const outcomes = async () => {
        const metric = (await worker.metrics.snapshot()).find(({ name }) => name === 'sextant_cross_checks_total');
        const values = (metric as unknown as { values: { labels: { outcome: string }; value: number }[] }).values;
        return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
      };
      const total = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((sum, count) => sum + count, 0);
      return {
        outcomes,
        checked: (count) =>
          until(async () => {
            const counts = await outcomes();
            return total(counts) >= count && counts;
          }),
        stop: async (msMax = 1000) => {
          await worker.stop(msMax);
          await db.close();
        },
      };
    },
  };
  return sources;
}
