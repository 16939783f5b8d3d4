// The scheduler of a worker: places the checks of all projects that are due. Every worker runs it; the lock on a project keeps them apart.
import { DatabaseUnavailable, type Db, type Statement } from '../../../platform/db.ts';
import type { Planner } from '../interfaces.ts';
import type { ComposeCheck } from '../types.ts';
import { type Backfill, runBackfill } from './backfill.ts';
import { type AccountColumns, accountOf, type CheckSettings, placeChunk, priorityAt } from './place.ts';
import { createVariantsOf } from './variants.ts';

export interface PlannerParts {
  readonly compose: ComposeCheck;
  readonly place: CheckSettings;
  /** Makes the history of a slot of the kind `backfill`. Null: such slots stay as they are. */
  readonly backfill: Backfill | null;
  readonly isDiskFull: () => boolean;
  /** The worker ends: no further transaction is begun. */
  readonly isStopping?: () => boolean;
  readonly onPlaced: (count: number) => void;
  readonly onSkipped?: (count: number) => void;
  readonly onStopped: (projectId: number, reason: string) => void;
  /** The project is tried again after a minute. Null: the project could not be claimed. */
  readonly onError: (projectId: number | null, error: unknown) => void;
}

/** Keywords per transaction, and transactions per run. */
const CHUNK = 1000;
const CHUNKS_MAX = 200;
const RETRIES = 500;
/** `spread` is below this number. */
const FULL_WINDOW = 2 ** 31;
/** Codes of `POINT_CODES`. */
const [WAITING, KEY, PLAN] = [20, 24, 25];
const SCOPE = 'tracking';

const DUE = { name: 'tracking_due', text: 'select resume, plan, retry from tracking_due()' };
const CLAIM = { name: 'claim_project', text: 'select * from claim_project()' };
const NEXT = { name: 'next_checks', text: 'select * from next_checks($1, $2, $3, $4, $5, $6, $7)' };
const CLAIM_RETRIES = { name: 'claim_retries', text: 'select * from claim_retries($1)' };
const RESUME = { name: 'resume_projects', text: 'select resume_projects() as id' };
/** A project that cannot be planned must not keep the others waiting. Its window moves along, so that no burst follows. */
const POSTPONE = {
  name: 'postpone_project',
  text: `with due as (
      select id from projects where id = $1 or ($1 is null and next_at <= tracking_now()) order by next_at limit 1 for no key update skip locked
    ), postponed as (
      update projects p set next_at = tracking_now() + interval '1 minute' from due where p.id = due.id returning p.account_id, p.id
    )
    update project_slots s set starts_at = s.starts_at + interval '1 minute' from postponed p
    where s.account_id = p.account_id and s.project_id = p.id and s.state = 'running'`,
};
/** The tries of a project that cannot be ordered must not keep those of others waiting. Its schedule goes on. */
const POSTPONE_RETRIES = {
  name: 'postpone_retries',
  text: `update checks set look_at = tracking_now() + interval '1 minute' where project_id = $1 and state = 1 and look_at <= tracking_now()`,
};

interface Claim extends AccountColumns {
  readonly account_id: number;
  readonly project_id: number;
  readonly slot: number | null;
  readonly kind: string;
  readonly depth: number;
  readonly cursor: number;
  readonly reach: number;
  readonly priority: number;
  readonly keyword_ids: number[] | null;
  readonly max_results: number;
  readonly scopes: string[] | null;
}

interface NextCheck {
  readonly keyword_id: number;
  readonly spread: number;
  readonly keyword: string;
  readonly variant_id: number;
  readonly waiting: boolean;
}

interface Retry extends AccountColumns, Pick<NextCheck, 'keyword_id' | 'keyword' | 'variant_id'> {
  readonly account_id: number;
  readonly project_id: number;
  readonly slot: number;
  readonly depth: number;
  readonly priority: number;
}

/** The result of one transaction. */
interface Step {
  readonly placed: number;
  readonly skipped: number;
  readonly stopped: string | null;
  /** A slot whose history is to be made. */
  readonly backfill?: number;
}
const NOTHING: Step = { placed: 0, skipped: 0, stopped: null };
/** Runs one transaction and reports the project that it claimed. Returns null when nothing is due. */
type RunStep = (onClaimed: (projectId: number) => void) => Promise<Step | null>;

export function createPlanner(db: Db, parts: PlannerParts): Planner {
  const variantsOf = createVariantsOf(db.takeovers);

  async function ordersOf(query: Db['query'], rows: readonly Omit<Retry, 'priority' | 'slot' | 'project_id'>[], priority: number) {
    const [first] = rows;
    if (!first) return [];
    const account = accountOf(first);
    const variants = await variantsOf(
      query,
      first.account_id,
      rows.map(({ variant_id }) => variant_id),
    );
    const terms = { maxResults: first.depth, priority: priorityAt(priority) };
    return rows.map(({ keyword_id, keyword, variant_id }) => ({
      keywordId: keyword_id,
      item: parts.compose(keyword, variants.get(variant_id)!, terms, account),
    }));
  }

  /** Claims a project and places one chunk of its slot. */
  const placeNext: RunStep = (onClaimed) =>
    db.transaction(async (query) => {
      const [claim] = await query<Claim>(CLAIM);
      if (!claim) return null;
      onClaimed(claim.project_id);
      if (claim.slot === null) return NOTHING;
      if (claim.kind === 'backfill') return { ...NOTHING, backfill: claim.slot };
      const { account_id, project_id, slot, cursor, reach } = claim;
      const rows = await query<NextCheck>(NEXT, [account_id, project_id, slot, cursor, reach, claim.keyword_ids, CHUNK]);
      const refused = refusalOf(claim);
      const placeable = refused === null ? rows.filter(({ waiting }) => !waiting) : [];
      const orders = await ordersOf(
        query,
        placeable.map((row) => ({ ...claim, ...row })),
        claim.priority,
      );
      const skipped = rows
        .filter(({ waiting }) => waiting || refused !== null)
        .map(({ keyword_id, waiting }) => ({ keywordId: keyword_id, code: waiting ? WAITING : refused! }));
      const isFull = rows.length === CHUNK;
      const chunk = { accountId: account_id, isLive: claim.live, projectId: project_id, slot, priority: claim.priority, orders, skipped };
      const end = { cursor: isFull ? rows.at(-1)!.spread + 1 : reach, isLast: !isFull && reach === FULL_WINDOW };
      return placeChunk(query, { ...chunk, ...end }, parts.place);
    });

  /** Places failed checks of one project and slot again. */
  const placeRetries: RunStep = (onClaimed) =>
    db.transaction(async (query) => {
      const rows = await query<Retry>(CLAIM_RETRIES, [RETRIES]);
      const [first] = rows;
      if (!first) return null;
      onClaimed(first.project_id);
      const orders = await ordersOf(query, rows, first.priority);
      const { account_id, live, project_id, slot, priority } = first;
      const chunk = { accountId: account_id, isLive: live, projectId: project_id, slot, priority, orders };
      const { placed, stopped } = await placeChunk(query, { ...chunk, skipped: [], cursor: null, isLast: false }, parts.place);
      // Tries that could not be ordered get the point of a failed check, not that of a skipped one.
      return { ...NOTHING, placed, stopped };
    });

  /** Repeats a step until nothing is due. An error of one project ends only its own step, and `postpone` puts it behind the others. */
  async function repeat(step: RunStep, postpone: Statement): Promise<number> {
    let placed = 0;
    for (let chunks = 0; chunks < CHUNKS_MAX && !parts.isStopping?.(); chunks++) {
      let projectId: number | null = null;
      try {
        const done = await step((id) => {
          projectId = id;
        });
        if (done === null) break;
        placed += done.placed;
        if (done.placed > 0) parts.onPlaced(done.placed);
        if (done.skipped > 0) parts.onSkipped?.(done.skipped);
        if (projectId !== null && done.stopped !== null) parts.onStopped(projectId, done.stopped);
        if (projectId !== null && done.backfill !== undefined && parts.backfill)
          await runBackfill(db, parts.backfill, projectId, done.backfill);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        parts.onError(projectId, error);
        await db.query(postpone, [projectId]);
      }
    }
    return placed;
  }

  return {
    run: async () => {
      if (parts.isDiskFull()) return 0;
      const [due] = await db.query<{ resume: boolean; plan: boolean; retry: boolean }>(DUE);
      if (due?.resume) await db.query(RESUME);
      // A resumed project may be due at once.
      const placed = due?.resume || due?.plan ? await repeat(placeNext, POSTPONE) : 0;
      return placed + (due?.retry ? await repeat(placeRetries, POSTPONE_RETRIES) : 0);
    },
  };
}

/** Returns why no check of the slot may be ordered, as a point code. */
function refusalOf({ scopes, max_results, depth }: Claim): number | null {
  if (scopes !== null && !scopes.includes(SCOPE)) return KEY;
  return max_results < depth ? PLAN : null;
}
