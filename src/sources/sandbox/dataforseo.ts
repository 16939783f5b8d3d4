// DataForSEO's Backlinks API in the sandbox: a count that depends only on the name.
import { isObject } from './body.ts';
import { createDataset } from './dataset.ts';
import { json, type SandboxPage, type SandboxRequest, type SandboxSite } from './site.ts';

const COUNTS = [0, 3, 41, 260, 1900, 14_000, 88_000, 510_000];

export const dataForSeo: SandboxSite = {
  name: 'dataforseo',
  serves: (url) => url.hostname === 'api.dataforseo.com',
  keywordOf: () => '',
  results(request, dataset) {
    const target = targetOf(request);
    const { pick, number } = createDataset(`backlinks\n${target}`, target, dataset.day);
    const backlinks = pick('backlinks', COUNTS);
    const summary = { target, rank: number('rank', 1000), backlinks, referring_domains: Math.ceil(backlinks / 7), broken_backlinks: 0 };
    return response(20_000, [summary]);
  },
  noResults: () => response(40_102, null),
  blockPage: () => response(40_202, null),
};

function response(code: number, result: object[] | null): SandboxPage {
  const task = { id: 'sandbox', status_code: code, status_message: 'Sandbox.', cost: 0, result_count: result?.length ?? 0, result };
  return json({ version: '0.1', status_code: 20_000, status_message: 'Ok.', cost: 0, tasks_count: 1, tasks_error: 0, tasks: [task] });
}

function targetOf({ body }: SandboxRequest): string {
  try {
    const tasks: unknown = JSON.parse(body);
    const task: unknown = Array.isArray(tasks) ? tasks[0] : null;
    return isObject(task) && typeof task.target === 'string' ? task.target : '';
  } catch {
    return '';
  }
}
