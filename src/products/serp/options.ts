// Custom user agent, URL parameters and cookies, accepted only if a source can send them unchanged.
import { errors } from '../../contract/errors.ts';
import type { Job } from '../../contract/order.ts';
import { COOKIE_BYTES_MAX, cookiePair, queryPair, WIRE_BYTES_MAX } from '../../contract/parameters.ts';
import type { SearchEngineParameter, SerpRequest } from '../../contract/serp.ts';
import { hasControls, isLongerThan } from '../../contract/text.ts';
import type { Mode } from '../../contract/vocabulary.ts';
import { SourceError } from '../../sources/adapter.ts';
import type { Source } from '../../sources/route.ts';
import type { Engine, SerpPage, SerpQuery } from '../../sources/serp.ts';
import { queryOf } from './collect.ts';
import type { StoredSerpRequest } from './request.ts';

export interface OptionParts {
  /** The sources that would be queried. Absent: every option counts as sendable. */
  readonly serpRoute?: (engine: Engine, job: Job) => readonly Source<SerpQuery, SerpPage>[];
}

type Parameters = readonly SearchEngineParameter[];

const USER_AGENT_LENGTH_MAX = 250;
const OPTIONS = ['customUserAgent', 'customUrlParameter', 'customCookieParameter'] as const;

/** Returns whether the request has custom options. */
export const hasCustomOptions = ({ customUserAgent, customUrlParameter, customCookieParameter }: SerpRequest): boolean =>
  customUserAgent != null || (customUrlParameter?.length ?? 0) > 0 || (customCookieParameter?.length ?? 0) > 0;

/** Headers contain only ASCII, and clients strip surrounding spaces. */
export function readUserAgent(agent: string | undefined, at: string): string | null {
  if (agent === undefined) return null;
  if (isLongerThan(agent, USER_AGENT_LENGTH_MAX)) throw errors.badParameter(`${at}customUserAgent`, 'must have at most 250 characters');
  if (agent.trim() === '' || !/^[\u0020-\u007e]+$/.test(agent)) {
    throw errors.badParameter(`${at}customUserAgent`, 'must be printable ASCII text without control characters');
  }
  return agent;
}

export function readUrlParameters(parameters: Parameters | undefined, name: string): Parameters {
  return readParameters(parameters ?? [], name, queryPair, WIRE_BYTES_MAX);
}

export function readCookies(parameters: Parameters | undefined, name: string): Parameters {
  return readParameters(parameters ?? [], name, cookiePair, COOKIE_BYTES_MAX);
}

function readParameters(
  parameters: Parameters,
  name: string,
  pair: (name: string, value: string) => string,
  pairBytesMax: number,
): Parameters {
  let bytes = 0;
  for (const [index, { name: parameter, value }] of parameters.entries()) {
    if (hasControls(parameter) || (typeof value === 'string' && hasControls(value))) {
      throw errors.badParameter(`${name}[${index}]`, 'must not contain control characters');
    }
    const size = typeof value === 'string' ? pair(parameter, value).length : 0;
    if (size > pairBytesMax) throw errors.badParameter(`${name}[${index}]`, `must have at most ${pairBytesMax} bytes when it is encoded`);
    bytes += size;
  }
  if (bytes > WIRE_BYTES_MAX) throw errors.badParameter(name, `must have at most ${WIRE_BYTES_MAX} bytes in total when it is encoded`);
  return parameters.map(({ name: parameter, value }) => ({ name: parameter, value: value ?? null }));
}

/** Rejects options that no source of the route can send. Otherwise the object would be charged and then fail. */
export function checkOptions(stored: StoredSerpRequest, engine: Engine, mode: Mode, { serpRoute }: OptionParts, at: string): void {
  const query = queryOf(stored);
  const without: SerpQuery = { ...query, userAgent: null, urlParameters: [], cookieParameters: [] };
  const each: Record<(typeof OPTIONS)[number], Partial<SerpQuery>> = {
    customUserAgent: { userAgent: query.userAgent },
    customUrlParameter: { urlParameters: query.urlParameters },
    customCookieParameter: { cookieParameters: query.cookieParameters },
  };
  const given = OPTIONS.filter((name) => (name === 'customUserAgent' ? query.userAgent !== null : stored[name].length > 0));
  const reject = (names: readonly string[]): never => {
    throw errors.badParameter(
      names.map((name) => at + name).join(' and '),
      `cannot be sent to ${engine.name} by any source of this service`,
      'Remove it from the request.',
    );
  };
  if (engine.traits.ownOptions === false) reject(given);
  const { priority } = stored;
  const route = serpRoute?.(engine, { mode, priority, request: JSON.stringify(stored) } as Job) ?? [];
  // A source that cannot send this query at all says nothing about the options.
  const able = route.filter((source) => isSendable(source, without));
  if (able.length === 0 || able.some((source) => isSendable(source, query))) return;
  const unable = given.filter((name) => !able.some((source) => isSendable(source, { ...without, ...each[name] })));
  reject(unable.length > 0 ? unable : given);
}

/** Building a request is a pure function, so it can be tried. */
function isSendable({ adapter }: Source<SerpQuery, SerpPage>, query: SerpQuery): boolean {
  try {
    adapter.start(query);
    return true;
  } catch (error) {
    if (error instanceof SourceError) return false;
    throw error;
  }
}
