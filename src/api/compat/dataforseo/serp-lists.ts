// Lists about SERP tasks: those of a period, and those that failed.
import { fillCallback, shownCallback } from '../../../business/callbacks/callback-url.ts';
import type { ListedTask, TaskCall, TaskError, TaskPage } from '../../../business/orders/tasks.ts';
import { taskIdOf } from '../../../contract/task.ts';
import { invalidField, MESSAGES, stateOf } from '../../../products/dataforseo/codes.ts';
import { pathOf } from '../../../products/dataforseo/data.ts';
import { timestampOf } from '../../../products/dataforseo/envelope.ts';
import { createStreamLimits, ownerName } from '../../stream-limits.ts';
import { taskOfBody } from './body.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { streamedList } from './list-stream.ts';
import type { Call, DataForSeoParts, Route } from './parts.ts';
import { listed } from './serp-tasks.ts';

const DAY_MS = 86_400_000;
const LIMIT_MAX = 1000;
const OFFSET_MAX = 1_000_000;
const PERIOD_DAYS = 1;
const ERROR_DAYS = 7;
/** A list of a thousand large tasks has 16 MB, and reading it takes the database a good part of a second. */
const LISTS_AT_ONCE = { most: 4, perAccount: 2 };

/** Accepts `2026-11-17 06:41:56 +00:00`, and the same without its parts. */
function timeIn(text: string | undefined, name: string): number | null {
  if (text === undefined) return null;
  const time = Date.parse(
    text
      .trim()
      .replace(
        /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?) ?([+-]\d{2}:?\d{2})?$/,
        (_, day, clock, zone = 'Z') => `${day}T${clock}${zone}`,
      ),
  );
  if (Number.isNaN(time)) throw invalidField(name, 'It must be a time such as 2026-11-17 06:41:56 +00:00.');
  return time;
}

/** No object is retained longer, and no id is later. */
const [DAYS_BACK_MAX, DAYS_AHEAD_MAX] = [366, 1];

function pageOf(fields: Fields, days: number): TaskPage {
  const now = Date.now();
  const to = timeIn(fields.text('datetime_to', 40), 'datetime_to') ?? now + DAY_MS;
  const from = timeIn(fields.text('datetime_from', 40), 'datetime_from') ?? Math.min(to, now) - days * DAY_MS;
  if (from > to) throw invalidField('datetime_from', 'It must not be after datetime_to.');
  const within = (time: number): Date => new Date(Math.min(Math.max(time, now - DAYS_BACK_MAX * DAY_MS), now + DAYS_AHEAD_MAX * DAY_MS));
  return {
    from: within(from),
    to: within(to),
    offset: fields.integer('offset', 0, OFFSET_MAX) ?? 0,
    limit: fields.integer('limit', 1, LIMIT_MAX) ?? LIMIT_MAX,
  };
}

function urlOf({ id, task: { path, function: name, level = 'advanced' } }: { readonly id: string; readonly task: TaskCall }): string {
  return `/v3/${path}/${name === 'live' ? `live/${level}` : `task_get/${level}/${taskIdOf(id)}`}`;
}

const fieldsIn = ({ request }: Call): Fields => fieldsOf(request.body === undefined ? {} : taskOfBody(request.body));

export function serpListRoutes(route: Route, { tasks, creditPriceUsd }: DataForSeoParts): void {
  const limits = createStreamLimits(LISTS_AT_ONCE);
  /** Reads a list. Throws 429 when too many are read at the same time. */
  const limited = async <T>({ owner }: Call, read: () => Promise<T>): Promise<T> => {
    const release = limits.acquire(ownerName(owner));
    try {
      return await read();
    } finally {
      release();
    }
  };
  route('POST', 'serp/id_list', async (call) => {
    const fields = fieldsIn(call);
    const newestFirst = fields.text('sort', 10) === 'desc';
    // The provider omits the metadata by default. Clients that expect none ignore it.
    const hasMetadata = fields.flag('include_metadata') ?? true;
    const found = await limited(call, () => tasks.list(call.owner, { ...pageOf(fields, PERIOD_DAYS), newestFirst, hasMetadata }));
    const answer = { state: stateOf(20000), path: pathOf(call.request.url), data: { api: 'serp', function: 'id_list' } };
    return streamedList(answer, found.length, entriesOf(found, hasMetadata, creditPriceUsd), call.started);
  });

  route('POST', 'serp/errors', async (call) => {
    const fields = fieldsIn(call);
    const functionName = fields.text('filtered_function', 100) ?? null;
    const found = await limited(call, () => tasks.errors(call.owner, { ...pageOf(fields, ERROR_DAYS), functionName }));
    return listed(call, { api: 'serp', function: 'errors' }, found.map(errorOf));
  });
}

/** The metadata is JSON already, and may be large. */
function* entriesOf(found: readonly ListedTask[], hasMetadata: boolean, creditPriceUsd: number): Generator<string> {
  for (const one of found) {
    const entry = JSON.stringify({
      id: taskIdOf(one.id),
      url: urlOf(one),
      datetime_posted: timestampOf(one.createdAt),
      datetime_done: one.generatedAt && timestampOf(one.generatedAt),
      status: one.faulty === null ? MESSAGES[40602] : one.faulty ? MESSAGES[40101] : MESSAGES[20000],
      cost: one.faulty ? 0 : one.cost * creditPriceUsd,
    });
    yield hasMetadata ? `${entry.slice(0, -1)},"metadata":${one.metadata}}` : entry;
  }
}

function errorOf(failure: TaskError): object {
  const { id, functionName, task, callback, at, status, ms } = failure;
  const isCallback = functionName === 'pingback_url' || functionName === 'postback_url';
  const url = isCallback && callback !== null ? shownCallback(fillCallback(callback, taskIdOf(id), 'serp')) : urlOf(failure);
  return {
    id: taskIdOf(id),
    datetime: timestampOf(at),
    function: functionName,
    // A callback has no code of the provider, only the status of its receiver.
    error_code: isCallback ? (status ?? 0) : 40101,
    error_message: isCallback ? url : MESSAGES[40101],
    http_url: url,
    http_method: isCallback ? (task.callback === 'postback' ? 'POST' : 'GET') : null,
    http_code: isCallback ? (status ?? 0) : null,
    http_time: ms === null ? null : ms / 1000,
    http_response: null,
  };
}
