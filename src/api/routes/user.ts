// The caller's account, and a health check with a key.
import type { FastifyInstance } from 'fastify';
import type { Account } from '../../contract/order.ts';
import Type from '../../contract/schema.ts';
import type { User } from '../../contract/user.ts';
import { accountOf, reference, responses } from './operation.ts';

export interface UserRouteParts {
  readonly user: (account: Account) => Promise<User>;
}

export function userRoutes(app: FastifyInstance, parts: UserRouteParts): void {
  app.get(
    '/user',
    {
      schema: {
        tags: ['account'],
        summary: 'Get the account, its credits and limits',
        response: responses(reference('User'), [403, 429, 500, 502, 504]),
      },
    },
    async (request) => parts.user(accountOf(request)),
  );
  app.get(
    '/heartbeat',
    {
      schema: {
        tags: ['account'],
        summary: 'Check the key and the service',
        response: responses(Type.Object({ status: Type.String() }), [403, 429, 500, 502, 504]),
      },
    },
    async () => ({ status: 'ok' }),
  );
}
