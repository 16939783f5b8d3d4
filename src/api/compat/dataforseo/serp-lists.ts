// Lists about SERP tasks: those of a period, and those that failed.
import type { ListedTask } from '../../../business/orders/tasks.ts';
import { taskIdOf } from '../../../contract/task.ts';
import { invalidField, MESSAGES } from '../../../products/dataforseo/codes.ts';
import { timestampOf } from '../../../products/dataforseo/envelope.ts';
import { type Task, tasksIn } from './body.ts';
import { fieldsOf } from './fields.ts';
import type { Call, DataForSeoParts, Route } from './parts.ts';
import { listed } from './serp-tasks.ts';

const DAY_MS = 86_400_000;
const LIMIT_MAX = 1000;
const PERIOD_DAYS = 1;
const ERROR_DAYS = 7;

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

interface Slice {
  readonly from: Date;
  readonly to: Date;
  readonly offset: number;
  readonly limit: number;
  readonly oldestFirst: boolean;
}

function sliceOf(task: Task, days: number): Slice {
  const fields = fieldsOf(task);
  const to = timeIn(fields.text('datetime_to', 40), 'datetime_to') ?? Date.now();
  const from = timeIn(fields.text('datetime_from', 40), 'datetime_from') ?? to - days * DAY_MS;
  if (from > to) throw invalidField('datetime_from', 'It must not be after datetime_to.');
  return {
    from: new Date(from),
    to: new Date(to),
    offset: fields.integer('offset', 0, 1_000_000) ?? 0,
    limit: fields.integer('limit', 1, LIMIT_MAX) ?? LIMIT_MAX,
    oldestFirst: fields.text('sort', 10) !== 'desc',
  };
}

const urlOf = ({ id, task }: ListedTask): string =>
  `/v3/${task.path}/${task.function === 'live' ? 'live' : `task_get/${task.level ?? 'advanced'}/${taskIdOf(id)}`}`;

export function serpListRoutes(route: Route, { tasks, creditPriceUsd }: DataForSeoParts): void {
  const read = async ({ request, owner }: Call, days: number, faulty: boolean): Promise<ListedTask[]> => {
    const [task] = request.body === undefined ? [{}] : tasksIn(request.body, 1);
    const { from, to, offset, limit, oldestFirst } = sliceOf(task!, days);
    const found = await tasks.list(owner, { from, to, faulty });
    return (oldestFirst ? found.reverse() : found).slice(offset, offset + limit);
  };

  route('POST', 'serp/id_list', async (call) => {
    const found = await read(call, PERIOD_DAYS, false);
    const result = found.map((one) => ({
      id: taskIdOf(one.id),
      url: urlOf(one),
      datetime_posted: timestampOf(one.createdAt),
      datetime_done: one.generatedAt && timestampOf(one.generatedAt),
      status: one.faulty === null ? MESSAGES[40602] : one.faulty ? MESSAGES[40101] : MESSAGES[20000],
      cost: one.faulty ? 0 : one.cost * creditPriceUsd,
      metadata: one.task.data ?? null,
    }));
    return listed(call, { api: 'serp', function: 'id_list' }, result);
  });

  route('POST', 'serp/errors', async (call) => {
    const found = await read(call, ERROR_DAYS, true);
    const result = found.map((one) => ({
      id: taskIdOf(one.id),
      datetime: timestampOf(one.generatedAt ?? one.createdAt),
      function: one.task.function,
      error_code: 40101,
      error_message: MESSAGES[40101],
      http_url: urlOf(one),
      http_method: null,
      http_code: null,
      http_time: null,
      http_response: null,
    }));
    return listed(call, { api: 'serp', function: 'errors' }, result);
  });
}
