// SERP endpoints of DataForSEO, with the engine that answers each and its default number of results.
import type { TaskLevel } from '../../contract/task.ts';
import type { EngineName } from '../../contract/vocabulary.ts';

/** The group of item types that an endpoint returns. */
export type Family = 'organic' | 'maps' | 'local_finder' | 'images' | 'news' | 'ai_mode' | 'youtube';

export interface SerpEndpoint {
  /** Such as `serp/google/organic`. */
  readonly path: string;
  readonly se: string;
  readonly seType: string;
  readonly engine: EngineName;
  readonly family: Family;
  readonly levels: readonly TaskLevel[];
  /** Also answers live requests. */
  readonly live: boolean;
  /** Default number of results. Null: the number cannot be chosen. */
  readonly depth: number | null;
  /** The parameter that holds the number of results. */
  readonly depthName: 'depth' | 'block_depth';
  /** The region of an endpoint that has no location parameter. */
  readonly region?: string;
  /** Shown as `se_domain`. */
  readonly domain: string;
}

const ALL: readonly TaskLevel[] = ['regular', 'advanced', 'html'];
const ADVANCED: readonly TaskLevel[] = ['advanced'];
const ADVANCED_HTML: readonly TaskLevel[] = ['advanced', 'html'];

type Facts = Partial<Pick<SerpEndpoint, 'family' | 'levels' | 'live' | 'depth' | 'depthName' | 'region' | 'domain'>>;

function endpoint(se: string, seType: string, engine: EngineName, facts: Facts = {}): SerpEndpoint {
  return {
    path: `serp/${se}/${seType}`,
    se,
    seType,
    engine,
    family: 'organic',
    levels: ALL,
    live: true,
    depth: 10,
    depthName: 'depth',
    domain: `${se}.com`,
    ...facts,
  };
}

export const SERP_ENDPOINTS: readonly SerpEndpoint[] = [
  endpoint('google', 'organic', 'google'),
  endpoint('google', 'maps', 'googlelocal', { family: 'maps', levels: ADVANCED, depth: 100 }),
  endpoint('google', 'local_finder', 'googlelocal', { family: 'local_finder', levels: ADVANCED_HTML, depth: 20 }),
  endpoint('google', 'images', 'googleimages', { family: 'images', levels: ADVANCED_HTML, depth: 100 }),
  endpoint('google', 'news', 'googlenews', { family: 'news', levels: ADVANCED_HTML }),
  endpoint('google', 'ai_mode', 'google-aimode', { family: 'ai_mode', levels: ADVANCED_HTML, depth: null }),
  endpoint('bing', 'organic', 'bing'),
  endpoint('yahoo', 'organic', 'yahoo'),
  endpoint('youtube', 'organic', 'youtube', { family: 'youtube', levels: ADVANCED, depth: 20, depthName: 'block_depth' }),
  endpoint('baidu', 'organic', 'baidu', { live: false }),
  endpoint('naver', 'organic', 'naver', { live: false, depth: 15, region: 'South Korea' }),
  endpoint('seznam', 'organic', 'seznam', { live: false, domain: 'seznam.cz' }),
];

const BY_PATH: ReadonlyMap<string, SerpEndpoint> = new Map(SERP_ENDPOINTS.map((one) => [one.path, one]));

/** Throws for a path of another product, because only stored tasks of this version are looked up. */
export function serpEndpointAt(path: string): SerpEndpoint {
  const found = BY_PATH.get(path);
  if (!found) throw new Error(`no SERP endpoint at ${path}`);
  return found;
}

/** Search engines with lists of locations and languages. */
export const LISTED_ENGINES = ['google', 'bing', 'youtube', 'yahoo', 'baidu', 'seznam'] as const;
