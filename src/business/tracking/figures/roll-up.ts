// Sums finished slots into `slot_figures`, and raises alerts about runs that failed or did not happen.
import type { Db } from '../../../platform/db.ts';
import type { KeywordPoint } from '../history/rows.ts';
import type { History, Task } from '../interfaces.ts';
import { readProjectRow } from '../projects/row.ts';
import { MINUTES_A_DAY } from '../slots.ts';
import type { ProjectRow, Slot, SlotFigures } from '../types.ts';
import { type FiguresKeyword, readKeywords, readPages, readSlotPoints } from './inputs.ts';
import { ALL_VARIANTS, writeFigures } from './rows.ts';
import { countOf, sumSlot } from './sums.ts';

/** Slots of one run. Others follow in the next one. */
const SLOTS_MAX = 500;
const FAILED_SHARE = 0.3;
const PLACED_MIN = 5;

/**
 * The mark is set before the points are read, in the same transaction. A slot with checks that never end is summed six hours
 * after its window. A point that is recorded in between waits for the mark in `record_points()`, which removes it.
 * The project is locked with its slot: figures refer to it, and a removal holds it before it deletes slots.
 */
const CLAIM = {
  name: 'tracking_figures_claim',
  text: `with open as (
      select s.account_id, s.project_id, s.slot from project_slots s join projects p on p.id = s.project_id
      where s.rolled_up_at is null and s.state <> 'running'
        and (s.starts_at + make_interval(mins => p.window_minutes, hours => 6) <= tracking_now() or not exists (
          select 1 from checks c
          where c.account_id = s.account_id and c.project_id = s.project_id and c.slot = s.slot and c.state < 2))
      order by s.project_id, s.slot limit 1 for key share of p skip locked for update of s skip locked
    )
    update project_slots s set rolled_up_at = tracking_now()
    from open o where s.account_id = o.account_id and s.project_id = o.project_id and s.slot = o.slot
    returning s.account_id, s.project_id, s.slot, s.kind, s.state, s.placed, s.skipped`,
};
const ALERT = {
  name: 'tracking_run_alert',
  text: `insert into tracking_alerts (account_id, project_id, rule_id, kind, keyword_id, day, at, body)
    values ($1, $2, '', $3, 0, $4, tracking_now(), $5) on conflict do nothing`,
};
/** Whether this scheduled slot and the one before it were missed without a single check. */
const MISSED_TWICE = {
  name: 'tracking_missed_twice',
  text: `select count(*) = 2 and bool_and(state = 'missed' and placed = 0) as missed from (
      select state, placed from project_slots
      where account_id = $1 and project_id = $2 and slot <= $3 and kind in ('schedule', 'catchUp') order by slot desc limit 2) as s`,
};

interface OpenSlot {
  readonly account_id: number;
  readonly project_id: number;
  readonly slot: Slot;
  readonly kind: 'schedule' | 'catchUp' | 'manual' | 'backfill';
  readonly state: 'done' | 'missed' | 'paused';
  readonly placed: number;
  readonly skipped: number;
}

/** What slots of one project share, read once per run. */
interface Inputs {
  readonly project: ProjectRow;
  readonly keywords: readonly FiguresKeyword[];
}

/** Sums the slots that ended. */
export function createRollUp(db: Db, history: Pick<History, 'ofProject'>): Task {
  const inputsOf = async (projectId: number): Promise<Inputs | null> => {
    const project = await readProjectRow(db, projectId);
    if (!project) return null;
    return { project, keywords: await readKeywords(db, project) };
  };

  /** Returns the project of the slot, or null when no slot is open. */
  const rollUpOne = (inputs: Inputs | null): Promise<{ readonly inputs: Inputs | null } | null> =>
    db.transaction(async (query) => {
      const [slot] = await query<OpenSlot>(CLAIM);
      if (!slot) return null;
      const read = inputs?.project.id === slot.project_id ? inputs : await inputsOf(slot.project_id);
      if (!read) return { inputs: null };
      const hasPoints = slot.placed + slot.skipped > 0 || slot.kind === 'backfill';
      const points = hasPoints ? await readSlotPoints(history, read.project, slot.slot) : [];
      if (points.length > 0) {
        const { isOwn } = await readPages(db, read.project, points);
        const sums = sumVariants(points, slot.slot, read, isOwn);
        await writeFigures(query, read.project, slot.slot, sums);
        await alertFailedRun(query, slot, countOf(sums.get(ALL_VARIANTS)!, 'failed'));
      }
      await alertMissedRuns(query, slot);
      return { inputs: read };
    });

  return {
    run: async () => {
      let inputs: Inputs | null = null;
      for (let count = 0; count < SLOTS_MAX; count++) {
        const done = await rollUpOne(inputs);
        if (!done) return count;
        inputs = done.inputs;
      }
      return SLOTS_MAX;
    },
  };
}

/** For all keywords together and for each search variant. */
function sumVariants(
  points: readonly KeywordPoint[],
  slot: Slot,
  { project, keywords }: Inputs,
  isOwn: (pageId: number) => boolean,
): Map<number, SlotFigures> {
  const rules = { slot, competitors: project.settings.competitors.length, isOwn };
  const variants = new Map<number, Map<number, FiguresKeyword>>([[ALL_VARIANTS, new Map()]]);
  for (const keyword of keywords) {
    const variant = variants.get(keyword.variantId) ?? new Map<number, FiguresKeyword>();
    variants.set(keyword.variantId, variant.set(keyword.id, keyword));
    variants.get(ALL_VARIANTS)!.set(keyword.id, keyword);
  }
  return new Map([...variants].map(([variantId, members]) => [variantId, sumSlot(points, members, rules)]));
}

const raise = (query: Db['query'], { account_id, project_id, slot }: OpenSlot, kind: string, body: object): Promise<unknown> =>
  query(ALERT, [account_id, project_id, kind, Math.floor(slot / MINUTES_A_DAY), JSON.stringify({ slot, ...body })]);

async function alertFailedRun(query: Db['query'], slot: OpenSlot, failed: number): Promise<void> {
  if (slot.placed < PLACED_MIN || failed <= FAILED_SHARE * slot.placed) return;
  await raise(query, slot, 'runFailed', { failed, placed: slot.placed });
}

async function alertMissedRuns(query: Db['query'], slot: OpenSlot): Promise<void> {
  if (slot.state !== 'missed' || slot.placed > 0) return;
  const [row] = await query<{ missed: boolean }>(MISSED_TWICE, [slot.account_id, slot.project_id, slot.slot]);
  if (row?.missed) await raise(query, slot, 'nothingChecked', {});
}
