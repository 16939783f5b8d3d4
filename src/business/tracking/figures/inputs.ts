// What figures are computed from: keywords with their volumes, pages, and points of one slot.
import { domainToUnicode } from 'node:url';
import type { Db } from '../../../platform/db.ts';
import { integerArray } from '../../../platform/db-arrays.ts';
import { matches } from '../history/domains.ts';
import type { KeywordPoint } from '../history/rows.ts';
import type { History } from '../interfaces.ts';
import { createPageUrls } from '../projects/page-urls.ts';
import type { ProjectRow, Slot } from '../types.ts';
import type { Pages } from './cannibalisation.ts';

export interface FiguresKeyword {
  readonly id: number;
  readonly keyword: string;
  readonly tags: readonly string[];
  readonly variantId: number;
  readonly volume: number | null;
}

const KEYWORDS = {
  name: 'tracking_figures_keywords',
  text: `select id, keyword, tags, variant_id as "variantId", volume from tracked_keywords
    where account_id = $1 and project_id = $2 order by id`,
};
/** `matches` decides. The text in the URL only leaves out most pages of others. */
const PAGES_OF_HOSTS = {
  name: 'tracking_figures_host_pages',
  text: `select id, url from project_pages g where g.account_id = $1 and g.project_id = $2 and g.id = any ($3::integer[])
    and exists (select 1 from unnest($4::text[]) as h (host) where strpos(lower(g.url), h.host) > 0)`,
};

export const readKeywords = (db: Pick<Db, 'query'>, { accountId, id }: ProjectRow): Promise<FiguresKeyword[]> =>
  db.query<FiguresKeyword>(KEYWORDS, [accountId, id]);

/** Pages of the domain that these points name: the ranking ones, and those among the first results. */
export async function readPages(
  db: Pick<Db, 'query'>,
  project: ProjectRow,
  points: readonly Pick<KeywordPoint, 'pageId' | 'top'>[],
): Promise<Pages> {
  const ranking = new Set(points.map(({ pageId }) => pageId).filter((pageId) => pageId > 0));
  const others = new Set<number>();
  for (const { top } of points) for (const pageId of top) if (!ranking.has(pageId)) others.add(pageId);
  const { accountId, id, settings } = project;
  const hosts = settings.domains.flatMap(({ host }) => [host, domainToUnicode(host)]);
  const urls = new Map(await createPageUrls(db)(project, ranking));
  const pages = await db.query<{ id: number; url: string }>(PAGES_OF_HOSTS, [accountId, id, integerArray([...others]), hosts]);
  for (const page of pages) urls.set(page.id, page.url);
  const own = new Set([...urls].flatMap(([pageId, url]) => (settings.domains.some((rule) => matches(url, rule)) ? [pageId] : [])));
  return { urlOf: (pageId) => urls.get(pageId), isOwn: (pageId) => own.has(pageId) };
}

export async function readSlotPoints(history: Pick<History, 'ofProject'>, project: ProjectRow, slot: Slot): Promise<KeywordPoint[]> {
  const points: KeywordPoint[] = [];
  for await (const some of history.ofProject(project, { from: slot, to: slot + 1 })) points.push(...some);
  return points;
}
