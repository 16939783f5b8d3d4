// Fills days of the demo's history with what the sandbox shows for them. Nothing is charged.
import type { SerpData } from '../../../contract/items.ts';
import type { Verdict } from '../../../contract/vocabulary.ts';
import type { Db } from '../../../platform/db.ts';
import type { History } from '../interfaces.ts';
import { dayText } from '../slots.ts';
import type { PointOf, ProjectRow, ReadPoint, Slot } from '../types.ts';

/** Returns the result page of the sandbox on a day. Null: the request failed. `request` is a stored SERP request. */
export type PageOn = (
  accountId: number,
  request: string,
  day: string,
) => Promise<{ readonly data: SerpData; readonly verdict: Verdict } | null>;

export interface BackfillParts {
  readonly db: Db;
  readonly history: Pick<History, 'insert'>;
  readonly pointOf: PointOf;
  readonly pageOn: PageOn;
}

/** Pages in flight: two days of the demo. */
const CHUNK = 28;
/** Days of one call. A call must end within the minute for which `claim_project()` postpones the project. */
const DAYS = 6;

/** The keywords are newer than the slot, so `next_checks()` would leave them out. */
const KEYWORDS = {
  name: 'demo_keywords',
  text: `select k.id, k.keyword, v.request::text as request
    from tracked_keywords k join search_variants v on v.account_id = k.account_id and v.id = k.variant_id
    where k.account_id = $1 and k.project_id = $2 and k.enabled order by k.id`,
};
/** The claimed slot and those before it, newest first. */
const OPEN = {
  name: 'demo_open_slots',
  text: `select slot from project_slots
    where account_id = $1 and project_id = $2 and slot <= $3 and kind = 'backfill' and state = 'running' order by slot desc limit $4`,
};
/** The cursor after the last keyword. */
const FINISH = {
  name: 'demo_slots_done',
  text: `update project_slots set state = 'done', cursor = 2147483648
    where account_id = $1 and project_id = $2 and slot = any ($3::integer[]) and kind = 'backfill' and state = 'running'`,
};

interface KeywordRow {
  readonly id: number;
  readonly keyword: string;
  readonly request: string;
}

type NewPoint = ReadPoint & { readonly slot: Slot; readonly keywordId: number };

/** Several planners may fill the same days: points that exist stay, and the first to finish ends the slots. */
export function createBackfill(parts: BackfillParts): (project: ProjectRow, slot: Slot) => Promise<void> {
  const { db, history, pointOf, pageOn } = parts;

  const pointFor = async (project: ProjectRow, slot: Slot, { id, keyword, request }: KeywordRow): Promise<NewPoint | null> => {
    const { domains, competitors } = project.settings;
    const stored = JSON.stringify({ keyword, ...JSON.parse(request), maxResults: project.maxResults });
    const page = await pageOn(project.accountId, stored, dayText(slot));
    if (!page) return null;
    const point = pointOf(page.data, page.verdict, { domains, competitors, topCount: project.topCount, depth: project.maxResults });
    // Generated points have the codes of imported ones, so that they are never taken for charged checks.
    return { ...point, code: point.position > 0 ? 31 : 32, slot, keywordId: id };
  };

  return async (project, slot) => {
    if (project.mode !== 'test') throw new Error('only the sandbox has pages of the past');
    const rows = await db.query<KeywordRow>(KEYWORDS, [project.accountId, project.id]);
    const open = await db.query<{ slot: Slot }>(OPEN, [project.accountId, project.id, slot, DAYS]);
    const slots = open.map((one) => one.slot);
    const wanted = slots.flatMap((day) => rows.map((row) => ({ day, row })));
    const points: NewPoint[] = [];
    for (let from = 0; from < wanted.length; from += CHUNK) {
      const read = await Promise.all(wanted.slice(from, from + CHUNK).map(({ day, row }) => pointFor(project, day, row)));
      points.push(...read.filter((point) => point !== null));
    }
    await history.insert(project, points);
    await db.query(FINISH, [project.accountId, project.id, slots]);
  };
}
