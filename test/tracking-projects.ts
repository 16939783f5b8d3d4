// Helpers for tests of tracking: projects, runs and many keywords, over the API of a test service.
import { type TestService, until } from './service.ts';

/** A site of the sandbox that ranks for all keywords about navigation. */
export const OWN_SITE = 'halbeckstore.example';
export const RIVAL_SITE = 'corlunddirect.example';

/** Returns the id of a project without a schedule, so that only runs started by the test check anything. */
export async function createProject(service: TestService, key: string, keywords: readonly object[], fields: object = {}): Promise<string> {
  const { json, status, text } = await service.call('POST', '/projects', key, {
    name: 'Harbour shop',
    domains: [{ domain: OWN_SITE }],
    competitors: [{ domain: RIVAL_SITE, name: 'Corlund' }],
    defaults: { searchEngine: 'google', region: 'US', language: 'en', maxResults: 10 },
    schedule: { every: 'manual' },
    retries: 0,
    ...fields,
  });
  if (status !== 200) throw new Error(text);
  if (keywords.length > 0) {
    const added = await service.call('POST', `/projects/${json.id}/keywords`, key, { keywords });
    if (added.status !== 200) throw new Error(added.text);
  }
  return json.id;
}

/** Starts a run and waits until every check of it has an outcome and its figures are there. */
export async function runProject(service: TestService, key: string, id: string): Promise<void> {
  const started = await service.call('POST', `/projects/${id}/run`, key, {});
  if (started.status !== 200) throw new Error(started.text);
  const judged = await until(async () => {
    const { json } = await service.call('GET', `/projects/${id}/runs?limit=1`, key);
    const [run] = json.items;
    const isOver = run && run.state === 'done' && run.pending === 0 && run.found + run.notFound + run.failed > 0;
    return isOver ? { count: run.found + run.notFound } : null;
  }, 120);
  // Failed checks alone make no figures.
  if (judged.count === 0) return;
  await until(async () => (await service.call('GET', `/projects/${id}/summary`, key)).json.now !== null, 120);
}

/** Waits until the generated history of a demo project is complete. */
export async function untilFilled(service: TestService, projectId: string): Promise<void> {
  await until(async () => {
    const [row] = await service.database.db.query<{ open: number; all: number }>(
      {
        name: 'test_demo_slots',
        text: `select count(*) filter (where s.state = 'running' or s.rolled_up_at is null)::integer as open, count(*)::integer as all
          from project_slots s join projects p on p.account_id = s.account_id and p.id = s.project_id
          where p.public_id = $1 and s.kind = 'backfill'`,
      },
      [projectId],
    );
    return row!.all > 0 && row!.open === 0;
  }, 240);
}

/** Adds keywords past the API, which would take ten calls for 10,000. The project has at least one, whose variant they get. */
export async function addManyKeywords(service: TestService, projectId: string, count: number): Promise<void> {
  await service.database.db.query(
    {
      name: 'test_many_keywords',
      text: `insert into tracked_keywords (account_id, project_id, variant_id, since_slot, keyword, tags, volume)
        select k.account_id, k.project_id, k.variant_id, k.since_slot, 'many ' || lpad(n::text, 6, '0'), array['many'], n
        from (select t.* from tracked_keywords t join projects p on p.account_id = t.account_id and p.id = t.project_id
          where p.public_id = $1 order by t.id limit 1) as k, generate_series(1, $2::integer) as n`,
    },
    [projectId, count],
  );
}
