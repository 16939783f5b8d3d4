// Fills the tracking pages: the demo project with its history, a run of today, a project with a failed check, and a share link.
import type { Call } from '../net.ts';
import { until } from '../wait.ts';

export interface TrackingContent {
  readonly projectId: string;
  /** A keyword of the project with a history. */
  readonly keywordId: string;
  /** A keyword whose check failed, as part of a URL. */
  readonly failing: string;
  /** Path of a shared report. */
  readonly share: string;
}

const FILL_MS_MAX = 300_000;
const RUN_MS_MAX = 120_000;
const SECTIONS = ['summary', 'keywords', 'competitors', 'movers', 'features', 'pages'];

interface Run {
  readonly state: string;
  readonly pending: number;
}

async function send(customer: Call, method: string, path: string, body?: object) {
  const { status, json, text } = await customer(method, path, body);
  if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`);
  return json;
}

/** Creates the demo, and returns a function that waits for its history. Other content is created meanwhile. */
export async function startDemo(customer: Call): Promise<() => Promise<TrackingContent>> {
  const { id } = await send(customer, 'POST', '/projects/demo');
  return async () => {
    await until(async () => (await send(customer, 'GET', `/projects/${id}/runs?limit=100`)).items.every(isOver), {
      msMax: FILL_MS_MAX,
      problem: () => 'the history of the demo was not complete in time',
    });
    await runNow(customer, id);
    await until(async () => (await send(customer, 'GET', `/projects/${id}/summary`)).now !== null, {
      msMax: RUN_MS_MAX,
      problem: () => 'the demo has no figures',
    });
    const { items } = await send(customer, 'GET', `/projects/${id}/keywords?sort=volume&descending=true&limit=1`);
    const { url } = await send(customer, 'POST', `/projects/${id}/shares`, { name: 'Measured', sections: SECTIONS });
    return { projectId: id, keywordId: items[0].id, failing: await addFailing(customer), share: url.replace(/^\//, '') };
  };
}

const isOver = ({ state, pending }: Run): boolean => state !== 'running' && pending === 0;

async function runNow(customer: Call, id: string): Promise<void> {
  await send(customer, 'POST', `/projects/${id}/run`, {});
  await until(async () => isOver((await send(customer, 'GET', `/projects/${id}/runs?limit=1`)).items[0]), {
    msMax: RUN_MS_MAX,
    problem: () => 'the run of a project did not end',
  });
}

async function addFailing(customer: Call): Promise<string> {
  const fields = { name: 'Harbour radio', domains: [{ domain: 'radio.example' }], schedule: { every: 'manual' }, retries: 0 };
  const { id } = await send(customer, 'POST', '/projects', { ...fields, defaults: { searchEngine: 'google', region: 'US' } });
  await send(customer, 'POST', `/projects/${id}/keywords`, { keywords: [{ keyword: 'test:faulty ship radio' }] });
  await runNow(customer, id);
  const { items } = await send(customer, 'GET', `/projects/${id}/keywords`);
  return `${id}.${items[0].id}`;
}
