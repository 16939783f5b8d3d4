// Writes the search volumes of finished keyword orders into tracked keywords.
import type { Stored } from '../../../contract/order.ts';
import type { Db } from '../../../platform/db.ts';
import { readBody } from '../../orders/body.ts';
import type { Store } from '../../orders/objects.ts';
import type { Task } from '../interfaces.ts';
import { askedIn, volumeScope } from './volumes.ts';

/** Orders that are not read yet, of projects that exist. Each is one descent of the primary key of `idempotency`. */
const ORDERED = {
  name: 'tracking_volumes_ordered',
  text: `select p.account_id, p.id as project_id, p.public_id, i.live, i.key, i.ids, i.created_at < now() - interval '23 hours' as is_late
    from projects p join idempotency i on i.account_id = p.account_id and i.live = p.live and i.scope = $1 || p.public_id
    where i.response is null and i.created_at > now() - interval '24 hours'
    order by i.created_at limit $2`,
};
/** The project is locked before its keywords, as by every request that changes them. */
const WRITE = {
  name: 'tracking_volumes_write',
  text: `with held as materialized (select id from projects where account_id = $1 and id = $2 for no key update)
    update tracked_keywords k set volume = x.volume, cpc = x.cpc, volume_month = date_trunc('month', tracking_now())::date
    from json_to_recordset($3) as x (keyword text, region_id text, language text, is_baidu boolean, volume integer, cpc real), search_variants v, held
    where k.account_id = $1 and k.project_id = held.id and v.account_id = $1 and v.id = k.variant_id and v.region_id = x.region_id
      and v.language = x.language and (v.engine = 'baidu') = x.is_baidu and lower(k.keyword) = lower(x.keyword) returning k.id`,
};
/** The response marks the order as read. It is never sent. */
const DONE = {
  name: 'tracking_volumes_done',
  text: `update idempotency set response = '' where account_id = $1 and live = $2 and scope = $3 and key = $4`,
};

interface OrderedRow {
  readonly account_id: number;
  readonly project_id: number;
  readonly public_id: string;
  readonly live: boolean;
  readonly key: string;
  readonly ids: string[];
  readonly is_late: boolean;
}

interface KeywordData {
  readonly results: readonly { readonly keyword: string; readonly searchVolume: number | null; readonly costPerClick: number | null }[];
}

const ORDERS_AT_ONCE = 20;
const OBJECTS_AT_ONCE = 50;

async function volumesIn(stored: Stored): Promise<readonly object[]> {
  const body = stored.result?.body;
  if (!body || stored.result.faulty) return [];
  const { region, language, source } = askedIn(stored);
  // The body ends with the brace of the object around it.
  const data = JSON.parse((await readBody(body)).toString().slice(0, -1)) as KeywordData | null;
  return (data?.results ?? []).map(({ keyword, searchVolume, costPerClick }) => ({
    keyword,
    region_id: region.id,
    language: language ?? '',
    is_baidu: source === 'baidu',
    volume: searchVolume,
    cpc: costPerClick,
  }));
}

/** Returns the number of keywords that got a volume. An order with unfinished objects is read again later. */
export function createVolumesTask(db: Db, { fetchAny }: Pick<Store, 'fetchAny'>): Task {
  const read = async (row: OrderedRow): Promise<number> => {
    let [written, isFinished] = [0, true];
    for (let start = 0; start < row.ids.length; start += OBJECTS_AT_ONCE) {
      const objects = await fetchAny(row.ids.slice(start, start + OBJECTS_AT_ONCE));
      isFinished &&= objects.every(({ result }) => result !== null);
      const volumes = (await Promise.all(objects.map(volumesIn))).flat();
      if (volumes.length > 0) written += (await db.query(WRITE, [row.account_id, row.project_id, JSON.stringify(volumes)])).length;
    }
    if (isFinished || row.is_late) await db.query(DONE, [row.account_id, row.live, volumeScope(row.public_id), row.key]);
    return isFinished ? written : 0;
  };
  return {
    run: async () => {
      let written = 0;
      for (const row of await db.query<OrderedRow>(ORDERED, [volumeScope(''), ORDERS_AT_ONCE])) written += await read(row);
      return written;
    },
  };
}
