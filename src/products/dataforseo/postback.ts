// The body of a postback: the response that collecting the task would return, compressed.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { taskIn } from '../../business/orders/tasks.ts';
import type { Stored } from '../../contract/order.ts';
import { taskIdOf } from '../../contract/task.ts';
import { serpDataOf } from './data.ts';
import { serpEndpointAt } from './endpoints.ts';
import { responseOf } from './envelope.ts';
import { keywordAnswer } from './keyword-result.ts';
import { serpAnswer } from './serp-result.ts';

const compress = promisify(gzip) as (text: string) => Promise<Buffer>;

/** Only tasks with a single object have callbacks, so the object is the whole task. */
export async function renderPostback(stored: Stored): Promise<Buffer> {
  const started = performance.now();
  const task = taskIn(stored.request)!;
  const id = taskIdOf(stored.id);
  const { path, level = 'advanced', data: sent } = task;
  const isSerp = stored.kind === 'serp';
  const answer = isSerp ? await serpAnswer(stored, serpEndpointAt(path), level) : await keywordAnswer([stored]);
  const data = isSerp ? serpDataOf(serpEndpointAt(path), 'task_get', sent) : keywordDataOf(path, sent);
  const segments = ['v3', ...path.split('/'), 'task_get', ...(isSerp ? [level] : []), id];
  return compress(JSON.stringify(responseOf([{ id, ...answer, path: segments, data }], started)));
}

export function keywordDataOf(path: string, sent: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  return { api: 'keywords_data', function: path.split('/').at(-1), se: 'google_ads', ...sent };
}
