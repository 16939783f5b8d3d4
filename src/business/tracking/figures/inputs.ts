// What figures are computed from: projects, keywords with their volumes, pages, and points of one slot.
import { domainToUnicode } from 'node:url';
import type { Db } from '../../../platform/db.ts';
import { integerArray } from '../../../platform/db-arrays.ts';
import { matches } from '../history/domains.ts';
import type { KeywordPoint } from '../history/rows.ts';
import type { History } from '../interfaces.ts';
import type { ProjectRow, ProjectSettings, Slot } from '../types.ts';
import type { Pages } from './cannibalisation.ts';

export interface FiguresKeyword {
  readonly id: number;
  readonly keyword: string;
  readonly tags: readonly string[];
  readonly variantId: number;
  readonly volume: number | null;
}

const PROJECT = {
  name: 'tracking_figures_project',
  text: `select account_id, live, id, public_id, name, settings, max_results, top_count, retries_max, every, time_zone, revision
    from projects where id = $1`,
};
const KEYWORDS = {
  name: 'tracking_figures_keywords',
  text: `select id, keyword, tags, variant_id as "variantId", volume from tracked_keywords
    where account_id = $1 and project_id = $2 order by id`,
};
const PAGES = {
  name: 'tracking_figures_pages',
  text: 'select id, url from project_pages where account_id = $1 and project_id = $2 and id = any ($3::integer[])',
};
/** `matches` decides. The text in the URL only leaves out most pages of others. */
const PAGES_OF_HOSTS = {
  name: 'tracking_figures_host_pages',
  text: `select id, url from project_pages g where g.account_id = $1 and g.project_id = $2 and g.id = any ($3::integer[])
    and exists (select 1 from unnest($4::text[]) as h (host) where strpos(lower(g.url), h.host) > 0)`,
};

interface ProjectColumns {
  readonly account_id: number;
  readonly live: boolean;
  readonly id: number;
  readonly public_id: string;
  readonly name: string;
  readonly settings: string;
  readonly max_results: number;
  readonly top_count: number;
  readonly retries_max: number;
  readonly every: string;
  readonly time_zone: string;
  readonly revision: number;
}

/** Returns null when the project was removed. */
export async function projectById(db: Pick<Db, 'query'>, id: number): Promise<ProjectRow | null> {
  const [row] = await db.query<ProjectColumns>(PROJECT, [id]);
  if (!row) return null;
  return {
    accountId: row.account_id,
    mode: row.live ? 'live' : 'test',
    id: row.id,
    publicId: row.public_id,
    name: row.name,
    settings: JSON.parse(row.settings) as ProjectSettings,
    maxResults: row.max_results,
    topCount: row.top_count,
    retriesMax: row.retries_max,
    isHourly: row.every === 'hours',
    timeZone: row.time_zone,
    revision: row.revision,
  };
}

export const readKeywords = (db: Pick<Db, 'query'>, { accountId, id }: ProjectRow): Promise<FiguresKeyword[]> =>
  db.query<FiguresKeyword>(KEYWORDS, [accountId, id]);

/** Pages of the domain that these points name: the ranking ones, and those among the first results. */
export async function readPages(
  db: Pick<Db, 'query'>,
  { accountId, id, settings }: ProjectRow,
  points: readonly Pick<KeywordPoint, 'pageId' | 'top'>[],
): Promise<Pages> {
  const ranking = new Set(points.map(({ pageId }) => pageId).filter((pageId) => pageId > 0));
  const others = new Set<number>();
  for (const { top } of points) for (const pageId of top) if (!ranking.has(pageId)) others.add(pageId);
  const hosts = settings.domains.flatMap(({ host }) => [host, domainToUnicode(host)]);
  const rows = [
    ...(await db.query<PageRow>(PAGES, [accountId, id, integerArray([...ranking])])),
    ...(await db.query<PageRow>(PAGES_OF_HOSTS, [accountId, id, integerArray([...others]), hosts])),
  ];
  const urls = new Map(rows.map((row) => [row.id, row.url]));
  const own = new Set(rows.filter(({ url }) => settings.domains.some((rule) => matches(url, rule))).map((row) => row.id));
  return { urlOf: (pageId) => urls.get(pageId), isOwn: (pageId) => own.has(pageId) };
}

interface PageRow {
  readonly id: number;
  readonly url: string;
}

export async function readSlotPoints(history: Pick<History, 'ofProject'>, project: ProjectRow, slot: Slot): Promise<KeywordPoint[]> {
  const points: KeywordPoint[] = [];
  for await (const some of history.ofProject(project, { from: slot, to: slot + 1 })) points.push(...some);
  return points;
}
