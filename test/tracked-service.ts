// A service whose finished SERPs are checks of a project, for tests of recording.
import { createAccounts } from '../src/business/accounts/accounts.ts';
import { createStore } from '../src/business/orders/objects.ts';
import type { JudgeRules, ProjectRow } from '../src/business/tracking/types.ts';
import type { Account } from '../src/contract/order.ts';
import type { Db } from '../src/platform/db.ts';
import { startTestService, type TestService, until } from './service.ts';
import { addChecks, addSlot, addTracked, makeTracked, slotOfDay } from './tracked.ts';

export interface TrackedService {
  readonly service: TestService;
  readonly db: Db;
  readonly key: string;
  readonly account: Account;
  /** Orders SERPs and waits for their end. Returns their ids. */
  search(keywords: readonly string[]): Promise<string[]>;
  /** A project whose checks of one slot are finished and pending. */
  checked(
    keywords: readonly string[],
    slot?: number,
    retries?: number,
  ): Promise<{ readonly project: ProjectRow; readonly keywordIds: number[]; readonly objectIds: string[] }>;
  /** The keywords that have alerts. */
  alertsOf(project: ProjectRow): Promise<number[]>;
  statesOf(project: ProjectRow): Promise<{ keyword_id: number; state: number; tries: number; waits: boolean }[]>;
}

export async function startTrackedService(): Promise<TrackedService> {
  const service = await startTestService({ SOURCE_RETRY_SECONDS: '0.1', SOURCE_ATTEMPTS_MAX: '2' });
  const { db } = service.database;
  await db.script('select make_tracking_partitions(3, 0)');
  const key = (await service.account({ credits: 1000 })).test;
  const account = (await createAccounts(db, 'pepper').byKey(key))!;
  const search: TrackedService['search'] = async (keywords) => {
    const ids: string[] = [];
    for (const keyword of keywords) ids.push((await service.call('POST', '/serp/new', key, { keyword, region: 'US' })).json.id);
    const store = createStore(db);
    await until(async () => (await store.finishedAmong(ids)).length === ids.length);
    return ids;
  };
  return {
    service,
    db,
    key,
    account,
    search,
    checked: async (keywords, slot = slotOfDay(0), retries = 0) => {
      const project = await makeTracked(db, account, { lastSlot: slot, retries });
      const keywordIds = await addTracked(db, project, keywords);
      await addSlot(db, project, slot);
      const objectIds = await search(keywords);
      await addChecks(db, project, slot, new Map(keywordIds.map((id, index) => [id, objectIds[index]!])));
      return { project, keywordIds, objectIds };
    },
    alertsOf: async ({ id }) =>
      (
        await db.query<{ keyword_id: number }>(
          { name: 'test_alerts', text: 'select keyword_id from tracking_alerts where project_id = $1 order by keyword_id' },
          [id],
        )
      ).map((row) => row.keyword_id),
    statesOf: ({ id }) =>
      db.query(
        {
          name: 'test_states',
          text: 'select keyword_id, state, tries, look_at > tracking_now() as waits from checks where project_id = $1 order by keyword_id',
        },
        [id],
      ),
  };
}

/** Raises an alert for every judged point, and for no failed one. */
export const judgeAll: JudgeRules = (rules, { after }) =>
  rules.flatMap(({ id }) =>
    after ? [{ ruleId: id, kind: 'found' as const, cooldownSeconds: 3600, before: null, competitor: null, feature: null }] : [],
  );
/** One rule that applies to all slots. */
export const rulesOf = async () => [{ id: 'a'.repeat(24), name: 'All', sinceSlot: 0, settings: { kinds: ['found' as const] } }];
