import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import type { PublishedCanary } from '../../contract/canaries.ts';
import { createAudit } from '../accounts/audit.ts';
import { createSourceControl } from '../fleet/source-control.ts';
import type { Switching } from './rules.ts';
import { type CanaryStore, type CanaryTarget, createCanaryStore } from './store.ts';

let database: TestDatabase;
let store: CanaryStore;
beforeAll(async () => {
  database = await createDatabase();
  store = createCanaryStore(database.db, createAudit(database.db, 'canaries'));
});
afterAll(() => database?.drop());
beforeEach(() => database.db.script('truncate canaries, canary_sources, canary_states, canary_runs, disabled_sources'));

const canary = (id: string): PublishedCanary => ({
  id,
  engine: 'google',
  question: id,
  region: 'US',
  language: 'en',
  device: 'desktop',
  anchors: [{ site: 'leaf.example', within: 3 }],
  checked: 2026,
  request: '{}',
});
const targetsOf = (sources: readonly string[], canaries: readonly string[]): CanaryTarget[] =>
  sources.flatMap((source) => canaries.map((id) => ({ engine: 'google', source, canary: id })));
const makeDue = () =>
  database.db.script("update canary_states set due_at = now() - interval '1 second'; update canary_sources set next_run_at = now()");
const query = <Row extends object>(text: string) => database.db.query<Row>({ name: text.slice(0, 63), text });
const offNow = async () =>
  (await query<{ source: string; set_by: string }>('select source, set_by from disabled_sources order by source')).map(
    ({ source, set_by }) => `${source} by ${set_by}`,
  );
const failingNow = async () =>
  (await query<{ source: string }>('select source from canary_sources where failing_since is not null order by source')).map(
    (row) => row.source,
  );

interface Given {
  readonly switching?: Switching;
  readonly route?: readonly string[];
  readonly otherRoutes?: readonly (readonly string[])[];
}
/** Runs the canaries `a` and `b` of a source once. */
async function runBoth(
  source: string,
  outcome: 'passed' | 'failed' | 'inconclusive',
  { switching = 'true', route = ['page', 'serper'], otherRoutes = [] }: Given = {},
) {
  const targets = targetsOf([source], ['a', 'b']);
  await store.register(targets, 3600);
  for (let run = 0; run < 2; run++) {
    await makeDue();
    const claimed = await store.claim(targets, 0, 60);
    const reason = outcome === 'passed' ? null : 'Wrong.';
    const terms = { intervalSeconds: 3600, switching, route, otherRoutes };
    expect(await store.record(claimed!, { outcome, reason, attempt: 'valid', ms: 5 }, terms)).toBe(true);
    await database.db.script(`update canary_states set due_at = now() + interval '1 hour' where canary = '${claimed!.canary}'`);
    targets.splice(0, targets.length, ...targets.filter((target) => target.canary !== claimed!.canary));
  }
}

describe('the list', () => {
  it('is replaced only when it changed', async () => {
    expect(await store.publish([canary('b'), canary('a')])).toBe(true);
    expect(await store.publish([canary('a'), canary('b')])).toBe(false);
    expect(await store.publish([canary('b')])).toBe(true);
    expect((await store.published()).map(({ id }) => id)).toEqual(['b']);
  });

  it('may be published by several processes at once', async () => {
    const lists = Array.from({ length: 8 }, (_, index) => [canary('a'), canary(`own-${index % 2}`)]);
    await Promise.all(lists.map((list) => store.publish(list)));
    expect(await store.published()).toHaveLength(2);
  });
});

describe('a due canary', () => {
  it('is claimed once by many workers at the same time, and not before it is due', async () => {
    const targets = targetsOf(['page', 'serper', 'upstream'], ['a', 'b']);
    await store.register(targets, 3600);
    expect(await store.claim(targets, 0, 60)).toBeNull();
    await makeDue();
    const claims = [];
    // Claims that meet a locked row skip it, so several rounds may be needed.
    for (let round = 0; round < 20; round++)
      claims.push(...(await Promise.all(Array.from({ length: 6 }, () => store.claim(targets, 0, 60)))));
    const names = claims.flatMap((claim) => (claim ? [`${claim.source}/${claim.canary}`] : []));
    expect(names.sort()).toEqual(targets.map(({ source, canary: id }) => `${source}/${id}`).sort());
  });

  it('waits for the gap after another one of the same source', async () => {
    const targets = targetsOf(['page'], ['a', 'b']);
    await store.register(targets, 3600);
    await makeDue();
    expect(await store.claim(targets, 60, 60)).not.toBeNull();
    expect(await store.claim(targets, 60, 60)).toBeNull();
  });

  it('is not claimed by a worker without the source', async () => {
    await store.register(targetsOf(['page'], ['a']), 3600);
    await makeDue();
    expect(await store.claim(targetsOf(['serper'], ['a']), 0, 60)).toBeNull();
  });

  it('of a killed worker is claimed again, and the result of the first claim is ignored', async () => {
    const targets = targetsOf(['page'], ['a']);
    await store.register(targets, 3600);
    await makeDue();
    const first = (await store.claim(targets, 0, 60))!;
    expect(await store.claim(targets, 0, 60)).toBeNull();
    await database.db.script("update canary_states set claimed_until = now() - interval '1 second'");
    await makeDue();
    const second = (await store.claim(targets, 0, 60))!;
    const end = { outcome: 'failed', reason: 'Wrong.', attempt: 'valid', ms: 1 } as const;
    const terms = { intervalSeconds: 3600, switching: 'all', route: ['page'] } as const;
    expect(await store.record(first, end, terms)).toBe(false);
    expect(await query('select 1 as one from canary_runs')).toHaveLength(0);
    expect(await store.record(second, end, terms)).toBe(true);
  });

  it('that was given back is due again', async () => {
    const targets = targetsOf(['page'], ['a']);
    await store.register(targets, 3600);
    await makeDue();
    await store.release((await store.claim(targets, 0, 60))!, 0);
    expect(await store.claim(targets, 0, 60)).not.toBeNull();
  });
});

describe('a failing source', () => {
  it('leaves the route, and returns when it passes', async () => {
    await runBoth('page', 'failed');
    expect([await failingNow(), await offNow()]).toEqual([['page'], ['page by canaries']]);
    await runBoth('page', 'inconclusive');
    await runBoth('page', 'passed');
    expect(await offNow()).toEqual(['page by canaries']);
    await runBoth('page', 'passed');
    expect([await failingNow(), await offNow()]).toEqual([[], []]);
  });

  it('stays on the route as the last working source, unless the setting says so', async () => {
    await runBoth('page', 'failed', { route: ['page'] });
    expect(await offNow()).toEqual([]);
    await runBoth('page', 'failed', { switching: 'all', route: ['page'] });
    expect(await offNow()).toEqual(['page by canaries']);
  });

  it('stays when the others are failing, or switched off by a name that includes them', async () => {
    await runBoth('serper', 'failed');
    expect(await offNow()).toEqual(['serper by canaries']);
    await runBoth('page', 'failed');
    expect([await failingNow(), await offNow()]).toEqual([['page', 'serper'], ['serper by canaries']]);
    await database.db.script(
      "truncate disabled_sources, canary_sources cascade; insert into disabled_sources (engine, source, set_by) values ('google', 'page', 'Ada')",
    );
    await runBoth('serper', 'failed', { route: ['serper', 'page-de'] });
    expect(await offNow()).toEqual(['page by Ada']);
  });

  it('stays as the last working source of another region, and returns when it becomes that', async () => {
    const [german, american] = [
      ['serper', 'page-de'],
      ['serper', 'page'],
    ];
    await runBoth('page-de', 'failed', { route: german });
    expect(await offNow()).toEqual(['page-de by canaries']);
    await runBoth('serper', 'failed', { route: american, otherRoutes: [german] });
    expect([await failingNow(), await offNow()]).toEqual([['page-de', 'serper'], ['page-de by canaries']]);
    await runBoth('serper', 'failed', { route: american, otherRoutes: [german], switching: 'all' });
    expect(await offNow()).toEqual(['page-de by canaries', 'serper by canaries']);
    await runBoth('serper', 'failed', { route: american, otherRoutes: [german] });
    expect(await offNow()).toEqual(['page-de by canaries']);
  });

  it('cannot leave together with the last other one, at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      await database.db.script('truncate canary_sources, canary_states, canary_runs, disabled_sources');
      for (const source of ['page', 'serper']) await runBoth(source, 'failed', { switching: 'false' });
      await database.db.script('update canary_sources set failing_since = null, history = \'{"streaks":{"a":-2}}\'');
      await makeDue();
      const claims = [await store.claim(targetsOf(['page'], ['a']), 0, 60), await store.claim(targetsOf(['serper'], ['a']), 0, 60)];
      const end = { outcome: 'failed', reason: 'Wrong.', attempt: 'valid', ms: 1 } as const;
      const terms = { intervalSeconds: 3600, switching: 'true', route: ['page', 'serper'] } as const;
      await Promise.all(claims.map((claim) => store.record(claim!, end, terms)));
      expect([await failingNow(), await offNow()]).toEqual([['page', 'serper'], [expect.stringContaining('by canaries')]]);
    }
  });

  it('that an operator switched off as well stays off when it passes', async () => {
    const control = createSourceControl(database.db, createAudit(database.db, 'operator'));
    await runBoth('page', 'failed');
    await control.disable('google', 'page', 'Ada');
    for (let run = 0; run < 2; run++) await runBoth('page', 'passed');
    expect([await failingNow(), await offNow()]).toEqual([[], ['page by Ada']]);
  });

  it('that an operator switched on stays on until it has passed and fails anew', async () => {
    const control = createSourceControl(database.db, createAudit(database.db, 'operator'));
    await runBoth('page', 'failed');
    await control.enable('google', 'page', 'Ada');
    await runBoth('page', 'failed');
    expect(await offNow()).toEqual([]);
    for (let run = 0; run < 2; run++) await runBoth('page', 'passed');
    await runBoth('page', 'failed');
    expect(await offNow()).toEqual(['page by canaries']);
  });

  it('returns when an operator switches off all others, and leaves again when one of them is on', async () => {
    const control = createSourceControl(database.db, createAudit(database.db, 'operator'));
    await runBoth('page', 'failed');
    await control.disable('google', 'serper', 'Ada');
    await runBoth('page', 'failed', { switching: 'all' });
    expect(await offNow()).toEqual(['page by canaries', 'serper by Ada']);
    await runBoth('page', 'failed');
    expect([await failingNow(), await offNow()]).toEqual([['page'], ['serper by Ada']]);
    await control.enable('google', 'serper', 'Ada');
    await runBoth('page', 'failed');
    expect(await offNow()).toEqual(['page by canaries']);
  });

  it('may have a reason with any character', async () => {
    const targets = targetsOf(['page'], ['a']);
    await store.register(targets, 3600);
    await makeDue();
    const claimed = (await store.claim(targets, 0, 60))!;
    const end = { outcome: 'failed', reason: 'The registrar is “A\0B”.', attempt: 'valid', ms: 1 } as const;
    expect(await store.record(claimed, end, { intervalSeconds: 3600, switching: 'true', route: ['page'] })).toBe(true);
    expect(await query('select reason from canary_runs')).toEqual([{ reason: 'The registrar is “AB”.' }]);
  });

  it('returns when canaries are switched off, or when no worker has it any more', async () => {
    await runBoth('page', 'failed');
    expect([await store.restore(), await store.restore(), await offNow()]).toEqual([1, 0, []]);
    await store.publish([canary('a'), canary('b')]);
    await runBoth('page', 'failed');
    expect(await offNow()).toEqual(['page by canaries']);
    await database.db.script("update canary_states set seen_at = now() - interval '2 days'");
    await store.tidy(30);
    expect([await failingNow(), await offNow(), await query('select 1 as one from canary_sources')]).toEqual([[], [], []]);
  });
});

it('old runs are removed', async () => {
  await store.publish([canary('a'), canary('b')]);
  await runBoth('page', 'passed');
  await database.db.script("update canary_runs set at = now() - interval '31 days' where canary = 'a'");
  await store.tidy(30);
  expect(await query('select canary from canary_runs')).toEqual([{ canary: 'b' }]);
});
