import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { ApiError } from '../contract/errors.ts';
import { createBuckets } from '../platform/rate-limit.ts';
import { createLimits } from './limits.ts';
import { createOperatorAuth } from './operator-auth.ts';

const rate = { perMinute: 1, burst: 1000 };

function serve(operatorToken: string) {
  const limits = createLimits(createBuckets(), {
    account: rate,
    address: rate,
    badKeys: rate,
    badTokens: { perMinute: 1, burst: 3 },
    ipv6Prefix: 64,
  });
  const authenticate = createOperatorAuth({ operatorToken, findOperator: () => null, limits, onBadToken: () => undefined });
  const app = fastify();
  app.decorateRequest('operator', null);
  app.get('/', async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      await authenticate(request, reply);
      return request.operator;
    } catch (error) {
      return reply.code((error as ApiError).code).send();
    }
  });
  return async (token: string) => (await app.inject({ url: '/', headers: { authorization: `Bearer ${token}` } })).statusCode;
}

test.each([
  ['a random token is still accepted', 'Vq3sXo9d0LJ1c6yWn2Rk8t', 200],
  ['a short one is not compared, so that guessing is not faster', 'letmein', 429],
])('after too many bad tokens %s', async (_case, token, after) => {
  const call = serve(token);
  expect(await call(token)).toBe(200);
  for (const status of [403, 403, 403, 429]) expect(await call('wrong')).toBe(status);
  expect(await call(token)).toBe(after);
});

test('an empty ADMIN_TOKEN admits no request', async () => {
  const call = serve('');
  expect(await call('')).toBe(403);
  expect(await call('x')).toBe(403);
});
