// Keyword requests: one, many, fetch, remove.
import type { FastifyInstance } from 'fastify';
import { type KeywordRequest, KeywordRequestShape } from '../../contract/keyword.ts';
import type { Account, OrderItem } from '../../contract/order.ts';
import Type from '../../contract/schema.ts';
import { readEntries } from '../batch.ts';
import { listOf, shapeOf } from '../body-shape.ts';
import { type CreateParts, createMany } from '../create.ts';
import { KEY_AND_REPLAY_HEADERS, KEY_HEADER } from '../header-parameters.ts';
import { createRepeatable } from '../repeats.ts';
import { checkBatch, checkerOf } from '../validation.ts';
import { objectRoutes, removeRoute } from './object.ts';
import { accountOf, batchOf, CREATE_STATUSES, reference, responses } from './operation.ts';

export interface KeywordRouteParts extends CreateParts {
  readonly readKeyword: (request: KeywordRequest, account: Account, at?: string) => OrderItem;
}

const WHAT = 'keyword requests';

export function keywordRoutes(app: FastifyInstance, parts: KeywordRouteParts): void {
  const check = checkerOf(KeywordRequestShape);

  app.post(
    '/keyword/new',
    {
      schema: {
        tags: ['keyword'],
        summary: 'Request search volumes or suggestions',
        headers: KEY_AND_REPLAY_HEADERS,
        body: reference('KeywordRequest'),
        response: responses(reference('Keyword'), CREATE_STATUSES),
      },
    },
    async (request, reply) => {
      check(request.body);
      const account = accountOf(request);
      return createRepeatable(request, reply, account, 'keyword', parts.readKeyword(request.body as KeywordRequest, account), parts);
    },
  );

  app.post(
    '/keyword/new/list',
    {
      config: { body: { list: { depth: 1, what: WHAT }, shape: listOf(shapeOf(KeywordRequestShape)) } },
      schema: {
        tags: ['keyword'],
        summary: 'Request many keyword objects',
        headers: KEY_HEADER,
        body: batchOf('KeywordRequest'),
        response: responses(Type.Array(reference('Keyword')), CREATE_STATUSES),
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      checkBatch(request.body, WHAT);
      const batch = await readEntries(request, request.body, (item, at) => {
        check(item, at);
        return parts.readKeyword(item as KeywordRequest, account, at);
      });
      return createMany(request, reply, account, 'keyword', batch, parts);
    },
  );

  objectRoutes(app, 'keyword', 'Keyword', parts);
  removeRoute(app, 'keyword', 'Keyword', parts);
}
