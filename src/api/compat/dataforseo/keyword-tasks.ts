// Keyword tasks of Google Ads endpoints. A task with many keywords has several objects, which are charged in one order.
import { taskIn, withTask } from '../../../business/orders/tasks.ts';
import { KeywordRequestShape } from '../../../contract/keyword.ts';
import type { OrderItem, Stored } from '../../../contract/order.ts';
import type { Region } from '../../../contract/region.ts';
import { objectIdOf, taskIdOf } from '../../../contract/task.ts';
import { type NameOf, type State, stateOf } from '../../../products/dataforseo/codes.ts';
import { pathOf } from '../../../products/dataforseo/data.ts';
import { responseOf, type TaskAnswer, timestampOf } from '../../../products/dataforseo/envelope.ts';
import { keywordAnswer } from '../../../products/dataforseo/keyword-result.ts';
import { keywordDataOf } from '../../../products/dataforseo/postback.ts';
import { newObjectsOf, placed } from '../../create.ts';
import { checkerOf } from '../../validation.ts';
import { type Task, tasksIn } from './body.ts';
import { KEYWORD_FUNCTIONS, type KeywordFunction, keywordPathOf, type ReadKeywordTask, readKeywordTask } from './keyword-request.ts';
import { type Call, type DataForSeoParts, nameIgnored, type Route, stateOfTask } from './parts.ts';
import { listed } from './serp-tasks.ts';

const check = checkerOf(KeywordRequestShape);

interface GoodTask {
  readonly read: ReadKeywordTask;
  readonly items: readonly OrderItem[];
}

export function keywordTaskRoutes(route: Route, parts: DataForSeoParts): void {
  for (const name of KEYWORD_FUNCTIONS) {
    const path = keywordPathOf(name);
    route('POST', `${path}/task_post`, (call) => postTasks(call, name, parts));
    route('POST', `${path}/live`, (call) => answerLive(call, name, parts));
    route('GET', `${path}/task_get/:id`, (call) => collect(call, path, parts));
    route('GET', `${path}/tasks_ready`, async (call) => {
      const ready = await parts.tasks.ready(call.owner, path);
      const result = ready.map(({ id, tag, createdAt }) => ({
        id: taskIdOf(id),
        se: 'google_ads',
        function: name,
        date_posted: timestampOf(createdAt),
        tag,
        endpoint: `/v3/${path}/task_get/${taskIdOf(id)}`,
      }));
      return listed(call, keywordDataOf(path, {}), result);
    });
  }
}

/** Reads and checks one task with all its portions. Nothing is charged for a task that is rejected here. */
function readTask(task: Task, name: KeywordFunction, isLive: boolean, { account }: Call, parts: DataForSeoParts): GoodTask | State {
  let nameOf: NameOf | undefined;
  try {
    const read = readKeywordTask(task, name, account, isLive);
    nameOf = read.nameOf;
    const { data, ...others } = read.task;
    const items = read.requests.map((request, index) => {
      check(request);
      const item = parts.readKeyword(request, account);
      const { region } = JSON.parse(item.request) as { region: Region };
      // The task as it was sent is stored once.
      return withTask(item, { ...others, ...(index === 0 ? { data: data! } : {}), locationCode: parts.regions.criteriaIdOf(region.id) });
    });
    return { read, items };
  } catch (error) {
    return stateOfTask(error, nameOf);
  }
}

const isGood = (task: GoodTask | State): task is GoodTask => 'items' in task;

async function postTasks(call: Call, name: KeywordFunction, parts: DataForSeoParts): Promise<object> {
  const { request, reply, account, started } = call;
  const tasks = tasksIn(request.body);
  const path = keywordPathOf(name);
  const read = tasks.map((task) => readTask(task, name, false, call, parts));
  const good = read.filter(isGood);
  const items = good.flatMap((one) => one.items);
  const recorded = good.map(({ read: { tag, task }, items: portions }) => ({
    path,
    tag,
    count: portions.length,
    collected: task.callback === 'postback',
  }));
  const order = { account, kind: 'keyword' as const, items, idempotency: null, tasks: recorded, trace: request.trace?.traceparent };
  const made = items.length === 0 ? null : await placed(order, parts);
  nameIgnored(
    reply,
    good.flatMap(({ read: { ignored } }) => ignored),
  );
  request.isRejected = made === null;
  let next = 0;
  const answers = read.map((one, at): TaskAnswer => {
    const shared = { path: pathOf(request.url), data: keywordDataOf(path, tasks[at]) };
    if (!isGood(one)) return { ...shared, state: one };
    const first = next;
    next += one.items.length;
    const cost = costOf(one.items, made!.over.slice(first, next));
    return { ...shared, id: taskIdOf(made!.ids[first]!), state: stateOf(20100), cost: cost * parts.creditPriceUsd };
  });
  return responseOf(answers, started);
}

const costOf = (items: readonly OrderItem[], over: readonly boolean[]): number =>
  items.reduce((sum, { cost, overCost }, index) => sum + (over[index] ? overCost : cost), 0);

async function answerLive(call: Call, name: KeywordFunction, parts: DataForSeoParts): Promise<object> {
  const { request, reply, account, started } = call;
  const [task] = tasksIn(request.body, 1);
  const shared = { path: pathOf(request.url), data: keywordDataOf(keywordPathOf(name), task) };
  const read = readTask(task!, name, true, call, parts);
  if (!isGood(read)) {
    request.isRejected = true;
    return responseOf([{ ...shared, state: read }], started);
  }
  nameIgnored(reply, read.read.ignored);
  const { items, read: known } = read;
  // Recorded, so that a task that is not finished in time can be collected.
  const recorded = [{ path: known.task.path, tag: known.tag, count: items.length, collected: true }];
  const order = { account, kind: 'keyword' as const, items, idempotency: null, tasks: recorded, trace: request.trace?.traceparent };
  const made = await placed(order, parts);
  await waitForAll(call, made.ids, parts);
  const found = await parts.store.fetch({ accountId: account.id, mode: account.mode, kind: 'keyword', ids: made.ids });
  const objects = found.length === items.length ? found : newObjectsOf('keyword', items, made);
  const paid = objects.map(({ result }) => !result?.faulty);
  const cost = costOf(
    items.filter((_, index) => paid[index]),
    made.over.filter((_, index) => paid[index]),
  );
  const answer = await keywordAnswer(objects);
  return responseOf([{ ...shared, id: taskIdOf(made.ids[0]!), ...answer, cost: cost * parts.creditPriceUsd }], started);
}

/** Ends when all are finished, after the usual time, or when the client is gone. */
async function waitForAll({ request }: Call, ids: readonly string[], { waits, syncWaitMs, syncWaitsMax }: DataForSeoParts): Promise<void> {
  if (waits.count + ids.length > syncWaitsMax) return;
  const disconnected = new AbortController();
  const onClose = () => disconnected.abort();
  request.raw.socket.once('close', onClose);
  await Promise.all(ids.map((id) => waits.until(id, syncWaitMs, disconnected.signal)));
  request.raw.socket.removeListener('close', onClose);
}

async function collect(call: Call, path: string, parts: DataForSeoParts): Promise<object> {
  const { request, account, owner, started } = call;
  const given = (request.params as { id: string }).id;
  const id = objectIdOf(given);
  const ids = id === null ? null : await parts.tasks.objectsOf(owner, id);
  const objects: Stored[] = ids ? await parts.store.fetch({ accountId: account.id, mode: account.mode, kind: 'keyword', ids }) : [];
  const task = objects[0]?.id === id && objects[0] ? taskIn(objects[0].request) : null;
  const shared = { id: id === null ? given : taskIdOf(id), path: pathOf(request.url), data: keywordDataOf(path, task?.data) };
  if (id === null || task === null) return responseOf([{ ...shared, state: stateOf(40401) }], started);
  if (task.path !== path) return responseOf([{ ...shared, state: stateOf(40003) }], started);
  const answer = await keywordAnswer(objects);
  if (objects.every(({ result }) => result)) await parts.tasks.collect(owner, id);
  return responseOf([{ ...shared, ...answer }], started);
}
