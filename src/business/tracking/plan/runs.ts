// Runs that a user starts: their price, and the slot that the planner places at once.
import { errors } from '../../../contract/errors.ts';
import type { Account } from '../../../contract/order.ts';
import type { Db } from '../../../platform/db.ts';
import { createPlaceOrder } from '../../orders/place.ts';
import type { Runs } from '../interfaces.ts';
import type { ComposeCheck, ProjectRow } from '../types.ts';
import { priorityAt } from './place.ts';
import { createVariantsOf } from './variants.ts';

const COUNT = {
  name: 'tracking_run_keywords',
  text: `select k.variant_id, count(*)::integer as count, min(p.priority)::integer as priority
    from tracked_keywords k join projects p on p.id = k.project_id
    where k.account_id = $1 and k.project_id = $2 and k.enabled and ($3::integer[] is null or k.id = any ($3)) group by k.variant_id`,
};
/** Returns no row when the project was removed. */
const START = {
  name: 'start_run',
  text: `select start_run($1, $2, $3, $4::smallint) as slot
    from (select 1 from projects where account_id = $1 and id = $2 for no key update) as held`,
};

/** A dry run stores nothing, so these have no effect. */
const DRY_RUN = {
  retentionDays: 1,
  archiveDays: 1,
  deadlineSeconds: [1, 1, 1, 1, 1],
  aiGraceDays: 0,
  aiRateSeconds: 0,
  itemsMax: 1,
  callsMax: 1,
};

export function createRuns(db: Db, compose: ComposeCheck): Runs {
  const variantsOf = createVariantsOf(db.takeovers);
  const tryPlace = createPlaceOrder(db, DRY_RUN);

  /** One composed check and the number of keywords per search variant. */
  async function pricedOf(account: Account, project: ProjectRow, keywordIds: readonly number[] | null, maxResults: number) {
    const groups = await db.query<{ variant_id: number; count: number; priority: number }>(COUNT, [
      project.accountId,
      project.id,
      keywordIds,
    ]);
    const variants = await variantsOf(
      db.query,
      project.accountId,
      groups.map(({ variant_id }) => variant_id),
    );
    return groups.map(({ variant_id, count, priority }) => ({
      count,
      item: compose('', variants.get(variant_id)!, { maxResults, priority: priorityAt(priority) }, account),
    }));
  }

  return {
    start: async (account, project, keywordIds, maxResults) => {
      const groups = await pricedOf(account, project, keywordIds, maxResults);
      const [cheapest] = groups.map(({ item }) => item).sort((a, b) => a.cost - b.cost);
      if (!cheapest) throw errors.badParameter('ids', 'names no enabled keyword of this project', 'Add or enable keywords first.');
      if (account.maxResults < maxResults)
        throw errors.badParameter('maxResults', `is above the maximum of ${account.maxResults} for this account’s plan`);
      const trial = await tryPlace({ account, kind: 'serp', items: [cheapest], idempotency: null, dryRun: true });
      if (trial.verdict === 'credits') throw errors.noCredits(trial.needed, trial.has);
      if (trial.verdict === 'budget') throw errors.overBudget(trial.budget, trial.left, trial.needed);
      if (trial.verdict === 'hour' || trial.verdict === 'day')
        throw errors.overLimit(trial.verdict, trial.limit, trial.seconds, trial.needed);
      const [row] = await db.query<{ slot: number | null }>(START, [project.accountId, project.id, keywordIds, maxResults]);
      if (!row) throw errors.notFound();
      return row.slot;
    },
    cost: async (account, project, keywordIds, maxResults) => {
      const groups = await pricedOf(account, project, keywordIds, maxResults);
      return groups.reduce((sum, { count, item }) => sum + count * item.cost, 0);
    },
  };
}
