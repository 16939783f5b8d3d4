// What the routes of the DataForSEO-compatible endpoint need, and how each responds.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Owner, Tasks } from '../../../business/orders/tasks.ts';
import type { Regions } from '../../../business/regions/regions.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Account } from '../../../contract/order.ts';
import type { Log } from '../../../platform/log.ts';
import { type NameOf, Rejected, type State, stateFor } from '../../../products/dataforseo/codes.ts';
import { failureOf } from '../../../products/dataforseo/envelope.ts';
import { logError, toApiError } from '../../errors.ts';
import type { BodyLimits } from '../../rations.ts';
import type { KeywordRouteParts } from '../../routes/keyword.ts';
import type { TechnologiesRouteParts, WhoisRouteParts } from '../../routes/lookups.ts';
import type { ObjectsRouteParts } from '../../routes/objects.ts';
import { accountOf } from '../../routes/operation.ts';
import type { SerpRouteParts } from '../../routes/serp.ts';
import type { UserRouteParts } from '../../routes/user.ts';

/** A client that timed out and repeats its live task within this time must not be charged twice. */
export const LIVE_REPLAY_SECONDS = 60;

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

/** Returns the response as an object, or as a stream of JSON text. */
export type Respond = (call: Call) => Promise<object | Readable>;

export type Route = (method: 'GET' | 'POST', path: string, respond: Respond) => void;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Registers one route below `/v3/`. Errors of any kind get the provider's envelope. */
export function routeOf(app: FastifyInstance, log: Log): (method: HTTPMethods | HTTPMethods[], path: string, respond: Respond) => void {
  return (method, path, respond) =>
    app.route({
      method,
      // A trailing slash is removed before routing.
      url: path === '' ? '/v3' : `/v3/${path}`,
      // HEAD would collect a task whose result the client does not get.
      exposeHeadRoute: false,
      config: { compatEndpoint: 'dataforseo' },
      schema: { hide: true },
      errorHandler: (thrown, request, reply) => sendFailure(thrown, request, reply, log),
      handler: async (request, reply) => {
        const account = accountOf(request);
        const owner = { account: account.id, mode: account.mode };
        const body = await respond({ request, reply, account, owner, started: performance.now() });
        return reply.header('content-type', JSON_TYPE).send(body instanceof Readable ? body : JSON.stringify(body));
      },
    });
}

/** Sends an error that concerns the whole request. */
export function sendFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const state = stateOfError(thrown, request, reply, log);
  request.isRejected = state.status === 200;
  return reply
    .code(state.status)
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify(failureOf(state, performance.now())));
}

/** Internal details go to the log. */
function stateOfError(thrown: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): State {
  if (thrown instanceof Rejected) return thrown.state;
  const error = toApiError(thrown, request.id);
  logError(error, thrown, request, log);
  if (error.code === 403) reply.header('WWW-Authenticate', 'Basic realm="Sextant"');
  if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', Math.max(1, Math.ceil(error.retryAfterSeconds)));
  return stateFor(error);
}

/** Returns the state of a task that was rejected alone. Rethrows errors that concern the whole request. */
export function stateOfTask(thrown: unknown, nameOf?: NameOf): State {
  if (thrown instanceof Rejected) return thrown.state;
  if (thrown instanceof ApiError && (thrown.code === 400 || thrown.code === 429)) return stateFor(thrown, nameOf);
  throw thrown;
}
