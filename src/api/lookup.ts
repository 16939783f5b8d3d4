// Reads who asks for a lookup and under which key, and reports the cost in headers.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LookupCall } from '../business/orders/lookup.ts';
import { idempotencyOf } from './idempotency.ts';
import { accountOf } from './routes/operation.ts';

/** `asked` is what a key stands for, as the body is on creates. */
export function lookupCallOf(request: FastifyRequest, reply: FastifyReply, asked: object): LookupCall {
  return {
    account: accountOf(request),
    idempotency: idempotencyOf(request, request.routeOptions.url ?? '', asked),
    told: (cost, replayed) => {
      reply.header('Credits-Cost', cost);
      if (replayed) reply.header('Idempotent-Replayed', 'true');
    },
  };
}
