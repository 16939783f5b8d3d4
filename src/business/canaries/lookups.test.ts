import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { createAudit } from '../accounts/audit.ts';
import type { Switching } from './rules.ts';
import { type CanaryStore, type CanaryTarget, createCanaryStore } from './store.ts';

let database: TestDatabase;
let store: CanaryStore;
beforeAll(async () => {
  database = await createDatabase();
  store = createCanaryStore(database.db, createAudit(database.db, 'canaries'));
});
afterAll(() => database?.drop());
beforeEach(() => database.db.script('truncate canary_sources, canary_states, canary_runs, disabled_sources'));

const TARGETS: readonly CanaryTarget[] = [
  { engine: 'whois', source: 'registry', canary: 'a' },
  { engine: 'technologies', source: 'page', canary: 'b' },
];
const STATE = {
  name: 'state',
  text: `select s.engine, s.failing_since is not null as failing,
      s.switched_off_at is not null or exists (select from disabled_sources d where d.engine = s.engine) as off
    from canary_sources s order by s.engine`,
};
const FAILING_ON = [
  { engine: 'technologies', failing: true, off: false },
  { engine: 'whois', failing: true, off: false },
];

async function failOnce(switching: Switching): Promise<void> {
  for (const target of TARGETS) {
    await store.register([target], 3600);
    await database.db.script(
      "update canary_states set due_at = now() - interval '1 second'; update canary_sources set next_run_at = now()",
    );
    const claimed = (await store.claim([target], 0, 60))!;
    const end = { outcome: 'failed', reason: 'Wrong.', attempt: 'valid', ms: 1 } as const;
    expect(await store.record(claimed, end, { intervalSeconds: 3600, switching, route: [target.source] })).toBe(true);
  }
}

test('a failing lookup is not switched off with any setting', async () => {
  for (const switching of ['true', 'all', 'all', 'all'] as const) await failOnce(switching);
  expect(await database.db.query(STATE)).toEqual(FAILING_ON);
});

test('a lookup that an earlier version stated as switched off is on after the next failure', async () => {
  await store.register(TARGETS, 3600);
  await database.db.script(`
    update canary_sources set failing_since = now(), switched_off_at = now(),
      history = '{"isFailing":true,"failed":["a","b"],"streaks":{"a":-3,"b":-3}}';
    insert into disabled_sources (engine, source, since, set_by) select engine, source, switched_off_at, 'canaries' from canary_sources`);
  await failOnce('all');
  expect(await database.db.query(STATE)).toEqual(FAILING_ON);
});
