// SERP tasks: created in batches, answered at once, listed when they are ready, collected by their id.
import { taskIn, withTask } from '../../../business/orders/tasks.ts';
import type { OrderItem } from '../../../contract/order.ts';
import type { Region } from '../../../contract/region.ts';
import { SerpRequest } from '../../../contract/serp.ts';
import { objectIdOf, type TaskLevel, taskIdOf } from '../../../contract/task.ts';
import { type NameOf, type State, stateOf } from '../../../products/dataforseo/codes.ts';
import { pathOf, serpDataOf } from '../../../products/dataforseo/data.ts';
import { SERP_ENDPOINTS, type SerpEndpoint, serpEndpointAt } from '../../../products/dataforseo/endpoints.ts';
import { responseOf, type TaskAnswer, timestampOf } from '../../../products/dataforseo/envelope.ts';
import { serpAnswer } from '../../../products/dataforseo/serp-result.ts';
import { placed } from '../../create.ts';
import { checkerOf } from '../../validation.ts';
import { setIgnored } from '../ignored.ts';
import { type Created, createAll } from '../replay.ts';
import { type Task, taskOfBody, tasksIn } from './body.ts';
import { type Call, type DataForSeoParts, LIVE_REPLAY_SECONDS, type Route, stateOfTask } from './parts.ts';
import { deliveryOf, shownTask } from './place-fields.ts';
import { type ReadTask, readSerpTask } from './serp-request.ts';

const check = checkerOf(SerpRequest);

interface GoodTask {
  readonly read: ReadTask;
  readonly item: OrderItem;
}

export function serpTaskRoutes(route: Route, parts: DataForSeoParts): void {
  for (const endpoint of SERP_ENDPOINTS) {
    const { path, levels, live } = endpoint;
    route('POST', `${path}/task_post`, (call) => postTasks(call, endpoint, parts));
    route('GET', `${path}/tasks_ready`, (call) => listReady(call, path, serpDataOf(endpoint, 'tasks_ready', {}), parts));
    // Results are never corrected after the fact.
    route('GET', `${path}/tasks_fixed`, async (call) => listed(call, serpDataOf(endpoint, 'tasks_ready', {}), []));
    for (const level of levels) {
      route('GET', `${path}/task_get/${level}/:id`, (call) => collect(call, endpoint, level, parts));
      if (live) route('POST', `${path}/live/${level}`, (call) => answerLive(call, endpoint, level, parts));
    }
    // Older clients name no level.
    route('GET', `${path}/task_get/:id`, (call) => collect(call, endpoint, levels[0]!, parts));
  }
  route('GET', 'serp/tasks_ready', (call) => listReady(call, 'serp/', { api: 'serp', function: 'tasks_ready' }, parts));
}

/** Returns the response to a list without tasks of its own. */
export function listed({ request, started }: Call, data: TaskAnswer['data'], result: readonly object[]): object {
  return responseOf([{ state: stateOf(20000), path: pathOf(request.url), data, result }], started);
}

/** Reads and checks one task. Nothing is charged for a task that is rejected here. */
function readTask(
  task: Task,
  endpoint: SerpEndpoint,
  level: TaskLevel | null,
  { account }: Call,
  parts: DataForSeoParts,
): GoodTask | State {
  let nameOf: NameOf | undefined;
  try {
    const read = readSerpTask(task, endpoint, account, level);
    nameOf = read.nameOf;
    check(read.request);
    const item = parts.readSerp(read.request, account);
    const { region } = JSON.parse(item.request) as { region: Region };
    return { read, item: withTask(item, { ...read.task, locationCode: parts.regions.criteriaIdOf(region.id) }) };
  } catch (error) {
    return stateOfTask(error, nameOf);
  }
}

const isGood = (task: GoodTask | State): task is GoodTask => 'item' in task;

async function postTasks(call: Call, endpoint: SerpEndpoint, parts: DataForSeoParts): Promise<object> {
  const { request, reply, account, started } = call;
  const { tasks, isWithinLimit } = tasksIn(request.body);
  const read = tasks.map((task, at) => (isWithinLimit(at) ? readTask(task, endpoint, null, call, parts) : stateOf(40006)));
  const good = read.filter(isGood);
  const items = good.map(({ item }) => item);
  const recorded = good.map(({ read: { tag, task } }) => ({ path: endpoint.path, tag, count: 1, delivery: deliveryOf(task) }));
  const order = { account, kind: 'serp' as const, items, idempotency: null, tasks: recorded, trace: request.trace?.traceparent };
  const made = items.length === 0 ? null : await placed(order, parts);
  setIgnored(
    reply,
    good.flatMap(({ read: { ignored } }) => ignored),
  );
  request.isRejected = made === null;
  let index = -1;
  const answers = read.map((one, at): TaskAnswer => {
    const shared = { path: pathOf(request.url), data: serpDataOf(endpoint, 'task_post', shownTask(tasks[at]!)) };
    if (!isGood(one)) return { ...shared, state: one };
    index++;
    const cost = made!.over[index] ? one.item.overCost : one.item.cost;
    return { ...shared, id: taskIdOf(made!.ids[index]!), state: stateOf(20100), cost: cost * parts.creditPriceUsd };
  });
  return responseOf(answers, started);
}

async function answerLive(call: Call, endpoint: SerpEndpoint, level: TaskLevel, parts: DataForSeoParts): Promise<object> {
  const { request, reply, account, started } = call;
  const task = taskOfBody(request.body);
  const read = readTask(task, endpoint, level, call, parts);
  const shared = { path: pathOf(request.url), data: serpDataOf(endpoint, 'live', shownTask(task)) };
  if (!isGood(read)) {
    request.isRejected = true;
    return responseOf([{ ...shared, state: read }], started);
  }
  setIgnored(reply, read.read.ignored);
  // Recorded, so that it is listed with the others.
  const recorded = [{ path: endpoint.path, tag: read.read.tag, count: 1, delivery: 'live' as const }];
  const [created] = await createAll(request, account, [read.item], parts, LIVE_REPLAY_SECONDS, recorded);
  const { stored, cost } = created as Created;
  const answer = await serpAnswer(stored, endpoint, level);
  const charged = stored.result?.faulty ? 0 : cost;
  return responseOf([{ ...shared, id: taskIdOf(stored.id), ...answer, cost: charged * parts.creditPriceUsd }], started);
}

async function collect(call: Call, endpoint: SerpEndpoint, level: TaskLevel, parts: DataForSeoParts): Promise<object> {
  const { request, account, owner, started } = call;
  const given = (request.params as { id: string }).id;
  const id = objectIdOf(given);
  const [stored] = id === null ? [] : await parts.store.fetch({ accountId: account.id, mode: account.mode, kind: 'serp', ids: [id] });
  const task = stored ? taskIn(stored.request) : null;
  const shared = { id: id === null ? given : taskIdOf(id), path: pathOf(request.url), data: serpDataOf(endpoint, 'task_get', task?.data) };
  if (!stored || !task) return responseOf([{ ...shared, state: stateOf(40401) }], started);
  if (task.path !== endpoint.path) return responseOf([{ ...shared, state: stateOf(wrongPathCode(task.path, endpoint)) }], started);
  const answer = await serpAnswer(stored, endpoint, level);
  if (stored.result) await parts.tasks.collect(owner, stored.id);
  return responseOf([{ ...shared, ...answer }], started);
}

const wrongPathCode = (path: string, { se }: SerpEndpoint): 40002 | 40003 => (path.startsWith(`serp/${se}/`) ? 40003 : 40002);

async function listReady(call: Call, pathStart: string, data: TaskAnswer['data'], parts: DataForSeoParts): Promise<object> {
  const ready = await parts.tasks.ready(call.owner, pathStart);
  const result = ready.map(({ id, path, tag, createdAt }) => {
    const { se, seType, levels } = serpEndpointAt(path);
    const at = (level: TaskLevel) => (levels.includes(level) ? `/v3/${path}/task_get/${level}/${taskIdOf(id)}` : null);
    return {
      id: taskIdOf(id),
      se,
      se_type: seType,
      date_posted: timestampOf(createdAt),
      tag,
      endpoint_regular: at('regular'),
      endpoint_advanced: at('advanced'),
      endpoint_html: at('html'),
    };
  });
  return listed(call, data, result);
}
