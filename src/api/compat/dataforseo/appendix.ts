// The appendix: the account, the list of codes, the state of the service, and resending callbacks.
import { errors } from '../../../contract/errors.ts';
import { objectIdOf, taskIdOf } from '../../../contract/task.ts';
import { MESSAGES, type State, stateFor, stateOf } from '../../../products/dataforseo/codes.ts';
import { pathOf } from '../../../products/dataforseo/data.ts';
import { SERP_ENDPOINTS } from '../../../products/dataforseo/endpoints.ts';
import { responseOf } from '../../../products/dataforseo/envelope.ts';
import { mayRead } from '../../scopes.ts';
import { tasksIn } from './body.ts';
import { KEYWORD_FUNCTIONS, keywordPathOf } from './keyword-request.ts';
import type { Call, DataForSeoParts, Route } from './parts.ts';
import { listed } from './serp-tasks.ts';

const RESEND_CODES: Readonly<Record<string, State>> = {
  sent: stateOf(20000),
  unknown: stateOf(40401),
  none: stateOf(40501, "Invalid Field: 'id'. The task has no pingback_url and no postback_url."),
  unfinished: stateOf(40602),
};

export function appendixRoutes(route: Route, parts: DataForSeoParts): void {
  route('GET', 'appendix/user_data', async (call) =>
    listed(call, { api: 'appendix', function: 'user_data' }, [await userData(call, parts)]),
  );
  route('GET', 'appendix/errors', async (call) => {
    const codes = Object.entries(MESSAGES).map(([code, message]) => ({ code: Number(code), message }));
    return listed(call, { api: 'appendix', function: 'errors' }, codes);
  });
  route('GET', 'appendix/status', async (call) => listed(call, { api: 'appendix', function: 'status' }, statuses()));
  route('POST', 'appendix/webhook_resend', (call) => resend(call, parts));
}

/** Reached only while the service answers, so all endpoints are available. */
function statuses(): object[] {
  const ok = (endpoints: readonly string[]) => endpoints.map((endpoint) => ({ endpoint, status: 'ok' }));
  return [
    { api: 'serp', status: 'ok', endpoints: ok(SERP_ENDPOINTS.map(({ path }) => path)) },
    { api: 'keywords_data', status: 'ok', endpoints: ok(KEYWORD_FUNCTIONS.map(keywordPathOf)) },
  ];
}

async function userData({ account }: Call, { user, creditPriceUsd }: DataForSeoParts): Promise<object> {
  const known = mayRead(account) ? await user(account) : null;
  const sum = (name: 'total' | 'remaining') => (known?.credits ?? []).reduce((all, lot) => all + lot[name], 0) * creditPriceUsd;
  const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
  return {
    login: known?.emails[0]?.address ?? null,
    timezone: 'UTC',
    rates: { limits: { minute: { total: account.ratePerMinute } }, statistics: null },
    money: { total: rounded(sum('total')), balance: rounded(sum('remaining')), limits: null, statistics: null },
    price: null,
    backlinks_subscription_expiry_date: null,
    llm_mentions_subscription_expiry_date: null,
  };
}

async function resend(call: Call, parts: DataForSeoParts): Promise<object> {
  const { request, started } = call;
  const { tasks, isWithinLimit } = tasksIn(request.body);
  const answers = [];
  for (const [at, task] of tasks.entries()) {
    const id = typeof task.id === 'string' ? objectIdOf(task.id) : null;
    const shown = id === null ? {} : { id: taskIdOf(id) };
    const data = { api: 'appendix', function: 'webhook_resend', ...task };
    const state = isWithinLimit(at) ? await resendTask(call, id, parts) : stateOf(40006);
    answers.push({ ...shown, state, path: pathOf(request.url), data });
  }
  return responseOf(answers, started);
}

/** Only tasks are resent, and only with a key that could have created them. */
async function resendTask({ account, owner }: Call, id: string | null, { tasks, resendOwn }: DataForSeoParts): Promise<State> {
  const task = id === null ? null : await tasks.find(owner, id);
  if (!task) return stateOf(40401);
  const scope = task.path.startsWith('serp/') ? 'serp' : 'keyword';
  if (account.scopes && !account.scopes.includes(scope)) return stateFor(errors.outOfScope([scope], account.scopes));
  return RESEND_CODES[await resendOwn(account, id!)]!;
}
