// Rules that every response must obey.

import type { IncomingHttpHeaders } from 'node:http';
import type { Asked } from './asked.ts';

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}

/** Statuses by operation. */
export type Statuses = ReadonlyMap<string, ReadonlySet<number>>;

export interface JudgedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The kind of a problem, and the problem in words. */
type Problem = readonly [kind: string, words: string];

const INSIDES =
  /\bat \S+ \(|node_modules|\/src\/|\/dist\/|postgres(?:ql)?[:/]|select .* from|SQLSTATE|invalid byte sequence|ECONN|undefined is not|Cannot read propert/i;
const TEXT_MAX = 4000;

/** Statuses by operation, from the OpenAPI document. */
export function statusesOf(openapi: OpenApi): Statuses {
  const statuses = new Map<string, Set<number>>();
  for (const [path, methods] of Object.entries(openapi.paths))
    for (const [method, { responses }] of Object.entries(methods))
      statuses.set(`${method} ${path}`, new Set(Object.keys(responses).map(Number)));
  return statuses;
}

/** The problem with this response, as [kind, words], or null. */
export function judge(asked: Asked, answer: JudgedAnswer, statuses: Statuses): Problem | null {
  const { status, text, headers } = answer;
  if (status === 500) return ['500', 'an internal error'];
  if (status === 502 || status === 504) return [String(status), 'a part of ours did not answer'];
  const allowed = asked.operation === null ? null : statuses.get(asked.operation);
  // URLs that cannot be decoded reach no operation.
  if (allowed && !allowed.has(status) && !(status === 400 && /Bad request address/.test(text)))
    return ['status', `${status} is not in the list of ${asked.operation}`];
  if (asked.operation === null && ![200, 204, 302, 304, 400, 402, 403, 404, 405, 429, 503].includes(status))
    return ['status', `${status} for a strange request`];
  if (asked.expect !== undefined && ![asked.expect].flat().includes(status))
    return ['expected', `${status} instead of ${asked.expect}: ${text.slice(0, 200)}`];
  if (headers['x-request-id'] === undefined) return ['header', 'no x-request-id'];
  if (status >= 400 && asked.method !== 'HEAD') return errorProblem(asked, status, text, headers);
  if (status === 204 && text !== '') return ['body', 'a body with 204'];
  for (const foreign of asked.mustNotHold ?? []) if (text.includes(foreign)) return ['foreign', `shows the foreign object ${foreign}`];
  return null;
}

function errorProblem(asked: Asked, status: number, text: string, headers: IncomingHttpHeaders): Problem | null {
  let body: Partial<Record<'code' | 'message' | 'solution', unknown>>;
  try {
    body = JSON.parse(text);
  } catch {
    return ['error body', `is not JSON: ${text.slice(0, 100)}`];
  }
  const strange = Object.keys(body).filter((name) => !['code', 'message', 'solution'].includes(name));
  if (strange.length > 0) return ['error body', `has ${strange.join(', ')}`];
  if (body.code !== status || typeof body.message !== 'string' || body.message === '') return ['error body', text.slice(0, 200)];
  if (body.solution !== undefined && typeof body.solution !== 'string') return ['error body', text.slice(0, 200)];
  if (!/^application\/json/.test(headers['content-type'] ?? '')) return ['error body', `as ${headers['content-type']}`];
  if (INSIDES.test(text)) return ['insides', text.slice(0, 200)];
  if (text.length > TEXT_MAX) return ['error body', `of ${text.length} characters`];
  if (status === 429 || status === 503)
    if (!/^\d+$/.test(headers['retry-after'] ?? '') && !/credits/.test(body.message)) return ['header', 'no Retry-After'];
  if (asked.parameter && status === 400) {
    // Bodies beyond the limits, and texts that the database cannot store, are rejected before their names are known.
    if (!body.message.includes(asked.parameter) && !/NUL or half|holds (?:an array with )?more than/.test(body.message))
      return ['parameter', `${asked.parameter} is not named: ${body.message}`];
    if (asked.at && !body.message.includes(asked.at)) return ['parameter', `${asked.at} is not named: ${body.message}`];
  }
  return null;
}
