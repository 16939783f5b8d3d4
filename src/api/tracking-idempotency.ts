// Runs a request with an Idempotency-Key once, and repeats its response for 24 hours.
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestName, Responses } from '../business/tracking/projects/responses.ts';
import { errors } from '../contract/errors.ts';
import { hashOf, idempotencyOf } from './idempotency.ts';
import { accountOf } from './routes/operation.ts';

export interface OnceOptions<T> {
  /** The body as it was read. A long list is parsed only once, so the body of the request does not show its entries. */
  readonly body?: object;
  /** Returns what an earlier call did that began at this time and died before its response was stored. Null: nothing. */
  readonly found?: (diedAt: Date) => Promise<T | null>;
  /** The response of a repetition, if it differs from the first one. */
  readonly replayed?: (made: T) => object;
}

export type Once = <T extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
  options?: OnceOptions<T>,
) => Promise<T | FastifyReply>;

/** How long a request waits for a concurrent one with the same key. */
const WAIT_MS_MAX = 10_000;
const POLL_MS = 200;

export function createOnce(responses: Responses): Once {
  const beginOrWait = async (request: FastifyRequest, name: RequestName): Promise<{ response: Buffer } | { diedAt: Date | null }> => {
    const { id: accountId, mode } = accountOf(request);
    for (let waitedMs = 0; waitedMs < WAIT_MS_MAX; waitedMs += POLL_MS) {
      const begun = await responses.begin({ accountId, mode }, name);
      if (begun.verdict === 'begun' || begun.verdict === 'replay') return begun;
      if (begun.verdict === 'mismatch') throw errors.idempotencyMismatch();
      await delay(POLL_MS);
    }
    throw errors.overloaded(1);
  };
  return async (request, reply, work, { body, found, replayed } = {}) => {
    // The path is part of the scope, because one key may be used for several projects.
    const scope = `${request.method} ${request.url.split('?')[0]}`;
    const name = idempotencyOf(request, scope, () => hashOf(body ?? request.body));
    if (name === null) return work();
    const { id: accountId, mode } = accountOf(request);
    const begun = await beginOrWait(request, name);
    reply.header('content-type', 'application/json; charset=utf-8');
    if ('response' in begun) return reply.header('Idempotent-Replayed', 'true').send(begun.response);
    const workOnce = async () => (begun.diedAt && found ? await found(begun.diedAt) : null) ?? (await work());
    const made = await workOnce().catch(async (error: unknown) => {
      await responses.abandon({ accountId, mode }, name).catch(() => undefined);
      throw error;
    });
    // Written by the schema of the route, as without a key.
    const textOf = (body: object): Buffer => Buffer.from(String(reply.serialize(body)));
    await responses.finish({ accountId, mode }, name, textOf(replayed ? replayed(made) : made));
    return reply.send(textOf(made));
  };
}
