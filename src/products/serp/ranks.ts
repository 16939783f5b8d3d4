// Positions of a domain in stored SERPs over time, and the SERP features of those pages.
import { readBody } from '../../business/orders/body.ts';
import type { ListObjects } from '../../business/orders/list.ts';
import type { Store } from '../../business/orders/objects.ts';
import { toDateTime } from '../../contract/dates.ts';
import { ITEM_ARRAYS, type SerpData } from '../../contract/items.ts';
import type { Account, Stored } from '../../contract/order.ts';
import type { Ranks } from '../../contract/ranks.ts';
import type { EngineName } from '../../contract/vocabulary.ts';
import type { StoredSerpRequest } from './request.ts';

export interface RanksAsk {
  /** Lower case, without leading or trailing dot. */
  readonly domain: string;
  readonly keywords?: readonly string[] | undefined;
  readonly engine?: EngineName | undefined;
  readonly region?: string | undefined;
  readonly from: Date;
  readonly after: string | null;
  readonly pagesMax: number;
}

export interface RanksParts {
  readonly list: ListObjects;
  readonly store: Pick<Store, 'fetch'>;
}

/** Compressed bodies in memory at the same time. */
const BATCH = 20;
/** Maximum decompressed text per response. Raw pages can make bodies large. */
const TEXT_BYTES_MAX = 64 * 1024 * 1024;

type Point = Ranks['series'][number]['points'][number];

export async function readRanks(query: RanksAsk, account: Account, { list, store }: RanksParts): Promise<Ranks> {
  const owner = { account: account.id, mode: account.mode };
  const filter = {
    kind: 'serp',
    state: 'ready',
    engine: query.engine,
    region: query.region,
    keywords: query.keywords,
    from: query.from,
  } as const;
  const page = await list(owner, filter, query.after, query.pagesMax);
  const ids = page.items.map(({ id }) => id);
  const found = collector(query.domain);
  let bytes = 0;
  let read = 0;
  for (; read < ids.length && bytes < TEXT_BYTES_MAX; read += BATCH) {
    const some = await store.fetch({ accountId: account.id, mode: account.mode, kind: 'serp', ids: ids.slice(read, read + BATCH) });
    for (const stored of some) {
      const body = stored.result?.body;
      if (!body) continue;
      bytes += body.size;
      // The stored text also contains the closing brace of the surrounding object.
      found.add(stored, JSON.parse((await readBody(body)).toString().slice(0, -1)) as SerpData);
    }
  }
  return { domain: query.domain, ...found.answer(), next: read < ids.length ? ids[read - 1]! : page.next };
}

const isOf = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

function hostOf(item: { readonly url: string; readonly domain: string }): string {
  try {
    return new URL(item.url).hostname.toLowerCase();
  } catch {
    return item.domain.toLowerCase();
  }
}

function collector(domain: string) {
  const series = new Map<string, Omit<Ranks['series'][number], 'points'> & { points: Point[] }>();
  const features = new Map<string, number>();
  let looked = 0;
  return {
    add: (stored: Stored, data: SerpData): void => {
      looked++;
      const request = JSON.parse(stored.request) as StoredSerpRequest;
      const identity = {
        keyword: request.keyword,
        engine: request.searchEngine,
        region: request.region.canonicalName,
        device: request.isMobile ? ('mobile' as const) : ('desktop' as const),
      };
      const name = JSON.stringify(identity);
      const entry = series.get(name) ?? { ...identity, points: [] };
      series.set(name, entry);
      const best = data.organic.find((item) => isOf(hostOf(item), domain));
      entry.points.push({
        at: toDateTime(stored.result!.generatedAt),
        id: stored.id,
        position: best?.position ?? null,
        ...(best ? { url: best.url } : {}),
        depth: data.organic.length,
      });
      for (const type of featuresOf(data)) features.set(type, (features.get(type) ?? 0) + 1);
    },
    answer: (): Pick<Ranks, 'series' | 'features' | 'looked'> => ({
      series: [...series.values()].map((entry) => ({
        ...entry,
        points: [...entry.points].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
      })),
      features: [...features]
        .map(([type, count]) => ({ type, share: Math.round((1000 * count) / looked) / 1000 }))
        .sort((a, b) => b.share - a.share || (a.type < b.type ? -1 : 1)),
      looked,
    }),
  };
}

/** Returns the non-empty arrays, and the types of the answers. */
function featuresOf(data: SerpData): Set<string> {
  return new Set([
    ...ITEM_ARRAYS.filter((name) => name !== 'organic' && name !== 'answers' && (data[name]?.length ?? 0) > 0),
    ...data.answers.map(({ type }) => type),
  ]);
}
