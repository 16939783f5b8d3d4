// Search volumes of tracked keywords, from ordinary keyword orders.
//
// The row of `idempotency` that each order leaves names its objects for 24 hours. A task reads them when they are finished.
import { createHash } from 'node:crypto';
import { errors } from '../../../contract/errors.ts';
import { type KeywordRequest, keywordLimits } from '../../../contract/keyword.ts';
import type { Account, OrderItem, Placed, Stored } from '../../../contract/order.ts';
import { isLongerThan } from '../../../contract/text.ts';
import type { OrderedVolumes } from '../../../contract/tracking-report.ts';
import type { KeywordSource } from '../../../contract/vocabulary.ts';
import type { Db } from '../../../platform/db.ts';
import type { Store } from '../../orders/objects.ts';
import { notFromApi } from '../../orders/origin.ts';
import type { PlaceOrder } from '../../orders/place.ts';
import type { ProjectRow } from '../types.ts';

export interface VolumeParts {
  readonly readKeyword: (request: KeywordRequest, account: Account, at: string) => OrderItem;
  readonly place: PlaceOrder;
  readonly fetchAny: Store['fetchAny'];
  readonly onPlaced: (account: Account) => void;
}

/** Items of one order. Further keywords need another request. */
const ITEMS_MAX = 1000;

/** Keywords without a volume of this month, once per region, language and kind of engine. */
const MISSING = {
  name: 'tracking_volumes_missing',
  text: `select v.region_id, min(v.request -> 'region' ->> 'canonicalName') as region, v.language, v.engine = 'baidu' as is_baidu, min(k.keyword) as keyword
    from tracked_keywords k join search_variants v on v.account_id = k.account_id and v.id = k.variant_id
    where k.account_id = $1 and k.project_id = $2 and k.enabled
      and (k.volume_month is null or k.volume_month < date_trunc('month', tracking_now())::date)
    group by v.region_id, v.language, v.engine = 'baidu', lower(k.keyword)
    order by v.region_id, v.language, v.engine = 'baidu', lower(k.keyword)`,
};
const EARLIER = {
  name: 'tracking_volumes_earlier',
  text: `select ids, response is null as is_unread from idempotency
    where account_id = $1 and live = $2 and scope = $3 and created_at > now() - interval '24 hours'`,
};

interface MissingRow {
  readonly region_id: string;
  readonly region: string;
  readonly language: string;
  readonly is_baidu: boolean;
  readonly keyword: string;
}

/** The scope in `idempotency`. The task finds the orders of a project by it. */
export const volumeScope = (publicId: string): string => `tracking volumes ${publicId}`;

/** What a keyword object was asked for. */
export interface AskedVolumes {
  readonly keywords: readonly string[];
  readonly region: { readonly id: string };
  readonly language: string | null;
  readonly source: KeywordSource;
}
export const askedIn = ({ request }: Stored): AskedVolumes => JSON.parse(request) as AskedVolumes;

const nameOf = (regionId: string, language: string | null, source: KeywordSource): string => `${regionId} ${language ?? ''} ${source}`;

/** Orders volumes for at most 1,000 requests of the account's size. Throws 402. */
export function createOrderVolumes(db: Db, { readKeyword, place, fetchAny, onPlaced }: VolumeParts) {
  /** The number of orders of a day, and the keywords that are not read yet, by region, language and source. */
  const readEarlier = async ({ accountId, mode, publicId }: ProjectRow) => {
    const rows = await db.query<{ ids: string[]; is_unread: boolean }>(EARLIER, [accountId, mode === 'live', volumeScope(publicId)]);
    const ids = rows.flatMap((row) => (row.is_unread ? row.ids : []));
    const objects = ids.length === 0 ? [] : await fetchAny(ids);
    const unread = objects.filter(({ result }) => !result?.faulty).map(askedIn);
    const keywords = unread.flatMap(({ keywords, region, language, source }) =>
      keywords.map((keyword) => `${nameOf(region.id, language, source)} ${keyword.toLowerCase()}`),
    );
    return { count: rows.length, ordered: new Set(keywords) };
  };

  return async (account: Account, project: ProjectRow, dryRun: boolean): Promise<OrderedVolumes> => {
    const [rows, { count: orderCount, ordered }] = await Promise.all([
      db.query<MissingRow>(MISSING, [project.accountId, project.id]),
      readEarlier(project),
    ]);
    const groups = new Map<string, { readonly row: MissingRow; readonly source: KeywordSource; readonly keywords: string[] }>();
    for (const row of rows) {
      const source = row.is_baidu ? 'baidu' : 'google';
      const name = nameOf(row.region_id, row.language, source);
      const group = groups.get(name) ?? { row, source, keywords: [] };
      const { lengthMax } = keywordLimits(account.contract, false, source);
      if (ordered.has(`${name} ${row.keyword.toLowerCase()}`) || isLongerThan(row.keyword, lengthMax)) continue;
      group.keywords.push(row.keyword);
      groups.set(name, group);
    }
    const items: OrderItem[] = [];
    let count = 0;
    for (const { row, source, keywords } of groups.values()) {
      const { countMax } = keywordLimits(account.contract, false, source);
      for (let start = 0; start < keywords.length && items.length < ITEMS_MAX; start += countMax) {
        const chunk = keywords.slice(start, start + countMax);
        const request = { keywords: chunk, region: row.region, language: row.language, source, priority: 'LOW' as const };
        items.push(notFromApi(readKeyword(request, account, `[${items.length}].`)));
        count += chunk.length;
      }
    }
    const price = { keywords: count, orders: items.length, cost: items.reduce((sum, { cost }) => sum + cost, 0) };
    if (dryRun || items.length === 0) return price;
    const hash = createHash('sha256')
      .update(items.map(({ request }) => request).join('\n'))
      .digest('base64url');
    // Two equal requests at once have the same number, and one order. A request that failed is ordered again under the next one.
    const idempotency = { scope: volumeScope(project.publicId), key: `${orderCount} ${hash}`, hash };
    checkPlaced(await place({ account, kind: 'keyword', items, idempotency }));
    onPlaced(account);
    return price;
  };
}

/** An equal order that is still pending is a replay, and is not charged again. */
function checkPlaced(placed: Placed): void {
  switch (placed.verdict) {
    case 'placed':
    case 'replay':
      return;
    case 'credits':
      throw errors.noCredits(placed.needed, placed.has);
    case 'budget':
      throw errors.overBudget(placed.budget, placed.left, placed.needed);
    case 'hour':
    case 'day':
      throw errors.overLimit(placed.verdict, placed.limit, placed.seconds, placed.needed);
    default:
      throw new Error(`unexpected verdict of a keyword order: ${placed.verdict}`);
  }
}
