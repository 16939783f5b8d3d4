// Keyword requests: one, many, fetch, remove.
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { KeywordRequest } from '../../contract/keyword.ts';
import type { Account, OrderItem } from '../../contract/order.ts';
import { type CreateParts, createMany, createOne } from '../create.ts';
import { checkBatch, checkerOf } from '../validation.ts';
import { objectRoutes, removeRoute } from './object.ts';
import { accountOf, answers, batchOf, CREATE_STATUSES, reference } from './operation.ts';

export interface KeywordRouteParts extends CreateParts {
  readonly readKeyword: (request: KeywordRequest, account: Account, at?: string) => OrderItem;
}

export function keywordRoutes(app: FastifyInstance, parts: KeywordRouteParts): void {
  const check = checkerOf(KeywordRequest);

  app.post(
    '/keyword/new',
    {
      schema: {
        tags: ['keyword'],
        summary: 'Request search volumes or suggestions',
        body: reference('KeywordRequest'),
        response: answers(reference('Keyword'), CREATE_STATUSES),
      },
    },
    async (request, reply) => {
      check(request.body);
      const account = accountOf(request);
      return createOne(request, reply, account, 'keyword', parts.readKeyword(request.body as KeywordRequest, account), parts);
    },
  );

  app.post(
    '/keyword/new/list',
    {
      schema: {
        tags: ['keyword'],
        summary: 'Request many keyword objects',
        body: batchOf('KeywordRequest'),
        response: answers(Type.Array(reference('Keyword')), CREATE_STATUSES),
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      checkBatch(request.body, 'keyword requests');
      const items = request.body.map((item, index) => {
        check(item, `[${index}].`);
        return parts.readKeyword(item as KeywordRequest, account, `[${index}].`);
      });
      return createMany(request, reply, account, 'keyword', items, parts);
    },
  );

  objectRoutes(app, 'keyword', 'Keyword', parts);
  removeRoute(app, 'keyword', 'Keyword', parts);
}
