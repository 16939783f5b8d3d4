// Reads history: of one keyword for its chart, and of a whole project for exports and figures.
import { type CheckState, POINT_CODES } from '../../../contract/tracking.ts';
import type { Group, KeywordHistory, Point } from '../../../contract/tracking-history.ts';
import type { Db } from '../../../platform/db.ts';
import type { History, SlotRange } from '../interfaces.ts';
import { dayText, slotText } from '../slots.ts';
import type { ProjectRow, Slot, StoredPoint } from '../types.ts';
import { createReadCompetitors } from './competitors.ts';
import { featureNames } from './features.ts';
import { groupPoints } from './grouping.ts';
import { createInsert } from './insert.ts';
import { monthStart } from './months.ts';
import { unpackMonth } from './packing.ts';
import { createPages, type Pages } from './pages.ts';
import { readProject } from './project-points.ts';
import { POINT_COLUMNS, type PointRow, storedPointOf } from './rows.ts';
import { createRuns } from './runs.ts';

/**
 * Slots first, then one descent of each index per slot. A month without rows costs nothing. `checks` comes before `rank_points`,
 * as in runs.ts.
 */
const SLOTS = {
  name: 'tracking_keyword_history',
  text: `select s.slot, s.state, s.reason, s.cursor, s.keyword_ids is null or $3 = any (s.keyword_ids) as wanted,
      r.keyword_id, r.page_id, r.code, r.position, r.rank, r.depth, r.features, r.owned, r.others, r.top, c.object_id
    from project_slots s
    left join lateral (
      select x.object_id from checks x
      where x.account_id = s.account_id and x.project_id = s.project_id and x.slot = s.slot and x.keyword_id = $3 offset 0) as c on true
    left join lateral (
      select ${POINT_COLUMNS} from rank_points x
      where x.account_id = s.account_id and x.project_id = s.project_id and x.slot = s.slot and x.keyword_id = $3 offset 0) as r on true
    where s.account_id = $1 and s.project_id = $2 and s.slot >= $4 and s.slot < $5 order by s.slot`,
};
const PACKED = {
  name: 'tracking_keyword_packed',
  text: `select body from packed_points
    where account_id = $1 and project_id = $2 and keyword_id = $3 and first_slot >= $4 and first_slot < $5 order by first_slot`,
};
const KEYWORD = {
  name: 'tracking_keyword_place',
  text: 'select spread, since_slot, enabled from tracked_keywords where account_id = $1 and project_id = $2 and id = $3',
};
/** The bounds exclude the partitions of all other days (see read_objects.sql). */
const STORED_OBJECTS = {
  name: 'tracking_stored_objects',
  text: `select o.id from unnest($1::text[]) as i (id) cross join lateral (
      select x.id from objects x where x.id = i.id and x.id >= $2 and x.id <= $3 and not x.deleted and x.expires_at > now() offset 0) as o`,
};

type SlotRow = Omit<PointRow, 'code'> & {
  /** Null: the slot has no row for this keyword. */
  readonly code: number | null;
  readonly state: 'running' | 'done' | 'missed' | 'paused';
  readonly reason: string | null;
  readonly cursor: number;
  readonly wanted: boolean;
  readonly object_id: string | null;
};

interface KeywordPlace {
  readonly spread: number;
  readonly since_slot: number;
  readonly enabled: boolean;
}

/** A slot in which the keyword has a point, or was due and skipped. */
interface Entry {
  readonly slot: Slot;
  readonly stored: StoredPoint | null;
  readonly reason: string | null;
  readonly objectId: string | null;
}

export function createHistory(db: Db): History {
  const pages = createPages(db);
  return {
    ofKeyword: async (project, keywordId, range, { group, top }) => {
      const entries = groupEntries(await readEntries(db, project, keywordId, range), group);
      const stored = await storedObjects(db, entries);
      const points = await toPoints(entries, project, pages, top, stored);
      return historyOf(project, keywordId, range, points);
    },
    ofProject: (project, range) => readProject(db, project, range),
    insert: createInsert(db, pages),
    runs: createRuns(db),
  };
}

async function readEntries(db: Db, { accountId, id }: ProjectRow, keywordId: number, { from, to }: SlotRange): Promise<Entry[]> {
  const key = [accountId, id, keywordId];
  const [rows, packed, [place]] = await Promise.all([
    db.query<SlotRow>(SLOTS, [...key, from, to]),
    db.query<{ body: Buffer }>(PACKED, [...key, monthStart(from), to]),
    db.query<KeywordPlace>(KEYWORD, key),
  ]);
  const entries = new Map<Slot, Entry>();
  for (const point of packed.flatMap(({ body }) => unpackMonth(body)))
    if (point.slot >= from && point.slot < to) entries.set(point.slot, { slot: point.slot, stored: point, reason: null, objectId: null });
  for (const row of rows) {
    const { slot, code, object_id: objectId } = row;
    if (code !== null) entries.set(slot, { slot, stored: storedPointOf({ ...row, code }), reason: null, objectId });
    else if (!entries.has(slot) && place && objectId === null && isLeftOut(row, place))
      entries.set(slot, { slot, stored: null, reason: row.reason, objectId: null });
  }
  return [...entries.values()].sort((a, b) => a.slot - b.slot);
}

/** Returns whether the slot ended before it reached the keyword. */
const isLeftOut = ({ slot, state, cursor, wanted }: SlotRow, { spread, since_slot, enabled }: KeywordPlace): boolean =>
  (state === 'missed' || state === 'paused') && wanted && enabled && since_slot < slot && spread >= cursor;

const groupEntries = (entries: readonly Entry[], group: Group): readonly Entry[] => groupPoints(entries, group, ({ stored }) => stored);

/** Returns the ids of objects that can still be read. */
async function storedObjects(db: Db, entries: readonly Entry[]): Promise<ReadonlySet<string>> {
  const ids = entries.flatMap(({ objectId }) => objectId ?? []).sort();
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(STORED_OBJECTS, [ids, ids[0], ids.at(-1)]);
  return new Set(rows.map((row) => row.id));
}

async function toPoints(
  entries: readonly Entry[],
  project: ProjectRow,
  pages: Pages,
  withTop: boolean,
  objects: ReadonlySet<string>,
): Promise<Point[]> {
  const competitors = createReadCompetitors(project.settings.competitors);
  const named = entries.flatMap(({ stored }) =>
    stored ? [stored.pageId, ...(withTop || competitors.needsTop(stored) ? stored.top : [])] : [],
  );
  const byId = await pages.byId(project, named);
  const urlOf = (id: number): string => byId.get(id)?.url ?? '';
  return entries.map(({ slot, stored, reason, objectId }): Point => {
    const outcome: { state: CheckState; reason?: string; imported?: true } = stored
      ? POINT_CODES[stored.code]
      : { state: 'skipped', reason: reason ?? 'downtime' };
    const page = stored ? byId.get(stored.pageId) : undefined;
    return {
      slot: slotText(slot),
      ...outcome,
      position: stored?.position || null,
      rank: stored?.rank || null,
      depth: stored?.depth || null,
      url: page?.url ?? null,
      title: page?.title ?? null,
      features: featureNames(stored?.features ?? 0),
      owned: featureNames(stored?.owned ?? 0),
      citedAs: stored?.cited || null,
      competitors: stored ? competitors.positions(stored, urlOf) : [],
      ...(withTop && stored ? { top: stored.top.map(urlOf) } : {}),
      objectId: objectId !== null && objects.has(objectId) ? objectId : null,
    };
  });
}

function historyOf({ settings }: ProjectRow, keywordId: number, { from, to }: SlotRange, points: Point[]): KeywordHistory {
  const competitors = settings.competitors.flatMap((rule) => (rule ? [rule.host] : []));
  return { keywordId: String(keywordId), from: dayText(from), to: dayText(to - 1), competitors, points };
}
