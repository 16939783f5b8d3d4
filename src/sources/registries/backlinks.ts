// Number of backlinks of a domain, from the summary of DataForSEO's Backlinks API.
import { type Adapter, blocked, type Page, unreachable, unreadable } from '../adapter.ts';
import { isObject, type Json, objects } from '../model-json.ts';

export interface BacklinkSettings {
  /** For example `https://api.dataforseo.com`. */
  readonly baseUrl: string;
  readonly login: string;
  readonly password: string;
}

export interface BacklinkQuery {
  /** A registrable domain, without a scheme and without www. */
  readonly name: string;
}

const GOOD = 20_000;
/** Code for a domain that is not in the index. */
const NO_RESULTS = 40_102;
/** The field of the contract is an int32. */
const COUNT_MAX = 2 ** 31 - 1;
/** Codes for bad credentials, a closed account, or an account without the subscription for this API. */
const NO_ACCESS = new Set([40_100, 40_104, 40_200, 40_201, 40_203, 40_204, 40_207, 40_210]);
const NO_ACCESS_COOLDOWN_SECONDS = 3600;
const THROTTLED_COOLDOWN_SECONDS = 60;

export function createBacklinks({ baseUrl, login, password }: BacklinkSettings): Adapter<BacklinkQuery, number> {
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  return {
    start: ({ name }) => ({
      url: `${baseUrl.replace(/\/+$/, '')}/v3/backlinks/summary/live`,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization },
      body: JSON.stringify([{ target: name, include_subdomains: true, backlinks_status_type: 'live', internal_list_limit: 1 }]),
    }),
    parse: (page) => ({ found: countIn(page) }),
  };
}

function countIn(page: Page): number {
  const response = readJson(page);
  const task = objects(response.tasks)[0];
  for (const code of [response.status_code, task?.status_code]) throwFor(code);
  if (!task) throw unreadable('a response without a task');
  const [summary] = objects(task.result);
  if (!summary) {
    if (task.status_code === NO_RESULTS || task.result === null) return 0;
    throw unreadable('a task without a summary');
  }
  const count = summary.backlinks ?? 0;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) throw unreadable('a summary without a count');
  return Math.min(count, COUNT_MAX);
}

function readJson(page: Page): Json {
  if (page.status === 401 || page.status === 402 || page.status === 403) throw blocked('no access', NO_ACCESS_COOLDOWN_SECONDS);
  if (page.status === 429) throw blocked('rate limit exceeded', THROTTLED_COOLDOWN_SECONDS);
  try {
    const value: unknown = JSON.parse(page.body);
    if (isObject(value)) return value;
  } catch {
    // Not JSON: throws below.
  }
  throw unreadable('not JSON of this API');
}

/** Throws for the provider's error codes, nearly always with status 200. */
function throwFor(code: unknown): void {
  if (code === undefined || code === GOOD || code === NO_RESULTS) return;
  if (typeof code !== 'number') throw unreadable('a status that is not a number');
  if (NO_ACCESS.has(code)) throw blocked('no access', NO_ACCESS_COOLDOWN_SECONDS);
  if (code === 40_202 || code === 40_209) throw blocked('rate limit exceeded', THROTTLED_COOLDOWN_SECONDS);
  if (code >= 50_000) throw unreachable('the source reported a server error');
  throw unreadable('the source rejected the request');
}
