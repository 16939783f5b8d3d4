// Usage of the caller's account.
import type { FastifyInstance } from 'fastify';
import type { ReadUsage } from '../../business/accounts/usage.ts';
import { errors } from '../../contract/errors.ts';
import { Usage, UsageQuery } from '../../contract/usage.ts';
import { queryCheckerOf } from '../validation.ts';
import { accountOf, LIST_STATUSES, responses } from './operation.ts';

export interface UsageRouteParts {
  readonly usage: ReadUsage;
}

export const DAYS_DEFAULT = 30;

export function usageRoutes(app: FastifyInstance, parts: UsageRouteParts): void {
  const checkQuery = queryCheckerOf<{ days?: number }>(UsageQuery);
  app.get(
    '/usage',
    {
      schema: {
        tags: ['account'],
        summary: 'Get credits used per day, lots and limits',
        querystring: UsageQuery,
        response: responses(Usage, LIST_STATUSES),
      },
    },
    async (request) => {
      const { days = DAYS_DEFAULT } = checkQuery(request.query);
      const { id, mode } = accountOf(request);
      const usage = await parts.usage(id, mode, days);
      if (!usage) throw errors.badKey();
      return usage;
    },
  );
}
