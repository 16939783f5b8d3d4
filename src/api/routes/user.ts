// The account as its owner sees it, and a sign of life with a key.
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Account } from '../../contract/order.ts';
import type { User } from '../../contract/user.ts';
import { accountOf, answers, reference } from './operation.ts';

export interface UserRouteParts {
  readonly user: (account: Account) => Promise<User>;
}

export function userRoutes(app: FastifyInstance, parts: UserRouteParts): void {
  app.get(
    '/user',
    {
      schema: {
        tags: ['account'],
        summary: 'The account, its credits and limits',
        response: answers(reference('User'), [403, 429, 500, 502, 504]),
      },
    },
    async (request) => parts.user(accountOf(request)),
  );
  app.get(
    '/heartbeat',
    {
      schema: {
        tags: ['account'],
        summary: 'Is the key valid and the service alive?',
        response: answers(Type.Object({ status: Type.String() }), [403, 429, 500, 502, 504]),
      },
    },
    async () => ({ status: 'ok' }),
  );
}
