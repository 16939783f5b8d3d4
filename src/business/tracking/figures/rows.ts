// Rows of `slot_figures`: writes the sums of a slot, and reads those of chosen slots.
import type { Db } from '../../../platform/db.ts';
import type { SlotRange } from '../interfaces.ts';
import type { ProjectRow, Slot, SlotFigures } from '../types.ts';
import { BINS } from './sums.ts';

/** Sums of all keywords of a project are stored under this variant. */
export const ALL_VARIANTS = 0;
/** Elements per competitor: all keywords, then those with an AI answer. */
const COMPETITOR_BINS = 2 * BINS;

export type FigureGroup = 'day' | 'week' | 'month';

const WRITE = {
  name: 'tracking_figures_write',
  text: `insert into slot_figures as f (account_id, project_id, slot, variant_id, counts, positions, volumes, competitor_volumes, features,
      depth_min, depth_max)
    select $1, $2, $3, r.variant_id, r.counts, r.positions, r.volumes, r.competitor_volumes, r.features, r.depth_min, r.depth_max
    from json_to_recordset($4::json) as r (variant_id integer, counts integer[], positions integer[], volumes bigint[],
      competitor_volumes bigint[], features integer[], depth_min smallint, depth_max smallint)
    on conflict (account_id, project_id, slot, variant_id) do update
    set counts = excluded.counts, positions = excluded.positions, volumes = excluded.volumes,
      competitor_volumes = excluded.competitor_volumes, features = excluded.features, depth_min = excluded.depth_min,
      depth_max = excluded.depth_max`,
};
/** The last finished slot of each group with a judged check. Runs of chosen keywords say nothing about the project. */
const CHOOSE = {
  name: 'tracking_figures_choose',
  text: `select distinct on (date_trunc($6, slot_time(s.slot))) s.slot
    from project_slots s
    join slot_figures f on f.account_id = s.account_id and f.project_id = s.project_id and f.slot = s.slot and f.variant_id = $5
    where s.account_id = $1 and s.project_id = $2 and s.slot >= $3 and s.slot < $4 and s.state = 'done' and s.keyword_ids is null
      and f.counts[1] > 0
    order by date_trunc($6, slot_time(s.slot)), s.slot desc`,
};
/** Volumes as doubles, because the driver returns elements of `bigint[]` as text. */
export const FIGURE_COLUMNS = `f.slot, f.counts, f.positions, f.volumes::double precision[] as volumes,
    f.competitor_volumes::double precision[] as competitor_volumes, f.features, f.depth_min, f.depth_max`;
const READ = {
  name: 'tracking_figures_read',
  text: `select ${FIGURE_COLUMNS} from slot_figures f
    where account_id = $1 and project_id = $2 and slot = any ($3::integer[]) and variant_id = $4 order by slot`,
};

export interface FiguresRow {
  readonly slot: Slot;
  readonly counts: readonly number[];
  readonly positions: readonly number[];
  readonly volumes: readonly number[];
  readonly competitor_volumes: readonly number[];
  readonly features: readonly number[];
  readonly depth_min: number;
  readonly depth_max: number;
}

type FiguresOwner = Pick<ProjectRow, 'accountId' | 'id'>;

/** Replaces the sums of a slot, by variant. */
export async function writeFigures(
  query: Db['query'],
  { accountId, id }: FiguresOwner,
  slot: Slot,
  sums: ReadonlyMap<number, SlotFigures>,
): Promise<void> {
  const rows = [...sums].map(([variantId, one]) => ({
    variant_id: variantId,
    counts: one.counts,
    positions: one.positions,
    volumes: one.volumes,
    competitor_volumes: one.competitorVolumes.flat(),
    features: [...one.present, ...one.owned],
    depth_min: one.depthMin,
    depth_max: one.depthMax,
  }));
  await query(WRITE, [accountId, id, slot, JSON.stringify(rows)]);
}

export function sumsFrom(row: FiguresRow): SlotFigures {
  const competitors = Array.from({ length: row.competitor_volumes.length / COMPETITOR_BINS }, (_, index) =>
    row.competitor_volumes.slice(index * COMPETITOR_BINS, (index + 1) * COMPETITOR_BINS),
  );
  const bits = row.features.length / 2;
  return {
    slot: row.slot,
    counts: row.counts,
    positions: row.positions,
    volumes: row.volumes,
    competitorVolumes: competitors,
    present: row.features.slice(0, bits),
    owned: row.features.slice(bits),
    depthMin: row.depth_min,
    depthMax: row.depth_max,
  };
}

/** Returns the slots that stand for each day, week or month, oldest first. */
export async function chooseSlots(
  db: Pick<Db, 'query'>,
  { accountId, id }: FiguresOwner,
  { from, to }: SlotRange,
  variantId: number,
  group: FigureGroup,
): Promise<Slot[]> {
  const rows = await db.query<{ slot: Slot }>(CHOOSE, [accountId, id, from, to, variantId, group]);
  return rows.map(({ slot }) => slot);
}

export async function readFigures(
  db: Pick<Db, 'query'>,
  { accountId, id }: FiguresOwner,
  slots: readonly Slot[],
  variantId: number,
): Promise<SlotFigures[]> {
  return (await db.query<FiguresRow>(READ, [accountId, id, slots, variantId])).map(sumsFrom);
}
