// What the routes of the DataForSEO-compatible endpoint need, and how each responds.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Owner, Tasks } from '../../../business/orders/tasks.ts';
import type { Regions } from '../../../business/regions/regions.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Account } from '../../../contract/order.ts';
import type { Log } from '../../../platform/log.ts';
import { type NameOf, Rejected, type State, stateFor } from '../../../products/dataforseo/codes.ts';
import { failureOf } from '../../../products/dataforseo/envelope.ts';
import { toApiError } from '../../errors.ts';
import type { BodyLimits } from '../../rations.ts';
import type { KeywordRouteParts } from '../../routes/keyword.ts';
import type { TechnologiesRouteParts, WhoisRouteParts } from '../../routes/lookups.ts';
import type { ObjectsRouteParts } from '../../routes/objects.ts';
import { accountOf } from '../../routes/operation.ts';
import type { SerpRouteParts } from '../../routes/serp.ts';
import type { UserRouteParts } from '../../routes/user.ts';

export interface TaskSettings {
  readonly tasks: Tasks;
  /** US dollars for each credit, for costs and balances. */
  readonly creditPriceUsd: number;
}

export interface DataForSeoParts
  extends SerpRouteParts,
    KeywordRouteParts,
    WhoisRouteParts,
    TechnologiesRouteParts,
    UserRouteParts,
    TaskSettings,
    Pick<ObjectsRouteParts, 'resendOwn'> {
  readonly regions: Regions;
  readonly rations: BodyLimits;
  readonly log: Log;
}

export interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly account: Account;
  readonly owner: Owner;
  /** When the request began, by `performance.now`. */
  readonly started: number;
}

/** Returns the response, or sends it itself. */
export type Respond = (call: Call) => Promise<object>;

export type Route = (method: 'GET' | 'POST', path: string, respond: Respond) => void;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Registers one route below `/v3/`. Errors of any kind get the provider's envelope. */
export function routeOf(app: FastifyInstance, log: Log): (method: HTTPMethods | HTTPMethods[], path: string, respond: Respond) => void {
  return (method, path, respond) =>
    app.route({
      method,
      url: `/v3/${path}`,
      config: { compatEndpoint: 'dataforseo' },
      schema: { hide: true },
      errorHandler: (thrown, request, reply) => {
        const state = stateOfError(thrown, request, reply, log);
        request.isRejected = state.status === 200;
        return reply
          .code(state.status)
          .header('content-type', JSON_TYPE)
          .send(JSON.stringify(failureOf(state, performance.now())));
      },
      handler: async (request, reply) => {
        const account = accountOf(request);
        const owner = { account: account.id, mode: account.mode };
        const body = await respond({ request, reply, account, owner, started: performance.now() });
        return reply.sent ? reply : reply.header('content-type', JSON_TYPE).send(JSON.stringify(body));
      },
    });
}

/** Internal details go to the log. */
function stateOfError(thrown: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): State {
  if (thrown instanceof Rejected) return thrown.state;
  const error = toApiError(thrown, request.id);
  if (error.code >= 500)
    log.error('request failed', { requestId: request.id, route: request.routeOptions.url, error: error.cause ?? thrown });
  if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', Math.max(1, Math.ceil(error.retryAfterSeconds)));
  return stateFor(error);
}

/** Returns the state of a task that was rejected alone. Rethrows errors that concern the whole request. */
export function stateOfTask(thrown: unknown, nameOf?: NameOf): State {
  if (thrown instanceof Rejected) return thrown.state;
  if (thrown instanceof ApiError && (thrown.code === 400 || thrown.code === 429)) return stateFor(thrown, nameOf);
  throw thrown;
}

const IGNORED_MAX = 30;

/** Names the fields that had no effect in a response header. */
export function nameIgnored(reply: FastifyReply, names: Iterable<string>): void {
  const shown = [...new Set(names)].filter((name) => /^[\w.-]{1,64}$/.test(name)).slice(0, IGNORED_MAX);
  if (shown.length > 0) reply.header('Sextant-Ignored', shown.join(', '));
}
