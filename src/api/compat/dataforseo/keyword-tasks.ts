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
import { nullWhenUnavailable, placed, waitForAll, whileConnected } from '../../create.ts';
import { createOnce } from '../../replay.ts';
import { ticks } from '../../ticks.ts';
import { checkerOf } from '../../validation.ts';
import { measured } from '../../work.ts';
import { setIgnored } from '../ignored.ts';
import { type Task, taskOfBody, tasksIn } from './body.ts';
import { KEYWORD_FUNCTIONS, type KeywordFunction, keywordPathOf, type ReadKeywordTask, readKeywordTask } from './keyword-request.ts';
import { type Call, type DataForSeoParts, LIVE_REPLAY_SECONDS, type Route, stateOfTask } from './parts.ts';
import { deliveryOf, shownTask } from './place-fields.ts';
import { listed } from './serp-tasks.ts';

const check = checkerOf(KeywordRequestShape);

interface GoodTask {
  readonly read: ReadKeywordTask;
  readonly items: readonly OrderItem[];
}

export function keywordTaskRoutes(route: Route, parts: DataForSeoParts): void {
  // Sources do not say which month their figures include.
  const unknown = { actual_data: null, date_update: null, last_year_in_monthly_searches: null, last_month_in_monthly_searches: null };
  route('GET', 'keywords_data/google_ads/status', async (call) =>
    listed(call, keywordDataOf('keywords_data/google_ads/status', {}), [unknown]),
  );
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

/** Yields after each task, because thousands of keywords take long to check. */
function* readEach<T>(tasks: readonly Task[], readOne: (task: Task, at: number) => T): Generator<void, T[]> {
  const all: T[] = [];
  for (const [at, task] of tasks.entries()) {
    all.push(readOne(task, at));
    yield;
  }
  return all;
}

async function postTasks(call: Call, name: KeywordFunction, parts: DataForSeoParts): Promise<object> {
  const { request, reply, account, started } = call;
  const { tasks, isWithinLimit } = tasksIn(request.body);
  const path = keywordPathOf(name);
  const reading = readEach(tasks, (task, at) => (isWithinLimit(at) ? readTask(task, name, false, call, parts) : stateOf(40006)));
  const read = await ticks.run(reading, (slice) => measured(request, slice));
  const good = read.filter(isGood);
  const items = good.flatMap((one) => one.items);
  const recorded = good.map(({ read: { tag, task }, items: portions }) => ({
    path,
    tag,
    count: portions.length,
    delivery: deliveryOf(task),
  }));
  const order = { account, kind: 'keyword' as const, items, idempotency: null, tasks: recorded, trace: request.trace?.traceparent };
  const made = items.length === 0 ? null : await placed(order, parts);
  setIgnored(
    reply,
    good.flatMap(({ read: { ignored } }) => ignored),
  );
  request.isRejected = made === null;
  let next = 0;
  const answers = read.map((one, at): TaskAnswer => {
    const shared = { path: pathOf(request.url), data: keywordDataOf(path, shownTask(tasks[at]!)) };
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
  const task = taskOfBody(request.body);
  const shared = { path: pathOf(request.url), data: keywordDataOf(keywordPathOf(name), shownTask(task)) };
  const read = readTask(task, name, true, call, parts);
  if (!isGood(read)) {
    request.isRejected = true;
    return responseOf([{ ...shared, state: read }], started);
  }
  setIgnored(reply, read.read.ignored);
  const { items, read: known } = read;
  // Recorded, so that a task that is not finished in time can be collected.
  const recorded = [{ path: known.task.path, tag: known.tag, count: items.length, delivery: 'live' as const }];
  const created = await createOnce(request, { account, kind: 'keyword', items, tasks: recorded }, parts, LIVE_REPLAY_SECONDS);
  const ids = created.map(({ stored }) => stored.id);
  const unfinished = created.filter(({ stored }) => stored.result === null).map(({ stored }) => stored.id);
  await whileConnected(request, (disconnected) => waitForAll(disconnected, unfinished, parts));
  // The task is created and charged. An unfinished task is better than an error that hides its id.
  const fetching = parts.store.fetch({ accountId: account.id, mode: account.mode, kind: 'keyword', ids });
  const found = await fetching.catch(nullWhenUnavailable);
  const objects = found?.length === items.length ? found : created.map(({ stored }) => stored);
  const paid = objects.map(({ result }, index) => !result?.faulty && !created[index]!.isReplay);
  const cost = costOf(
    items.filter((_, index) => paid[index]),
    objects.filter((_, index) => paid[index]).map(({ isOverLimit }) => isOverLimit),
  );
  const answer = await keywordAnswer(objects);
  return responseOf([{ ...shared, id: taskIdOf(ids[0]!), ...answer, cost: cost * parts.creditPriceUsd }], started);
}

async function collect(call: Call, path: string, parts: DataForSeoParts): Promise<object> {
  const { request, account, owner, started } = call;
  const given = (request.params as { id: string }).id;
  const id = objectIdOf(given);
  const known = id === null ? null : await parts.tasks.find(owner, id);
  const own = { accountId: account.id, mode: account.mode, kind: 'keyword' as const };
  const objects: Stored[] = known ? await parts.store.fetch({ ...own, ids: known.ids }) : [];
  // Without one of its objects, a task would have only a part of its keywords.
  const isWhole = known !== null && objects.length === known.ids.length;
  const task = isWhole && objects[0] ? taskIn(objects[0].request) : null;
  const shared = { id: id === null ? given : taskIdOf(id), path: pathOf(request.url), data: keywordDataOf(path, task?.data) };
  if (id === null || task === null) return responseOf([{ ...shared, state: stateOf(40401) }], started);
  if (task.path !== path) return responseOf([{ ...shared, state: stateOf(40003) }], started);
  const answer = await keywordAnswer(objects);
  if (objects.every(({ result }) => result)) await parts.tasks.collect(owner, id);
  return responseOf([{ ...shared, ...answer }], started);
}
