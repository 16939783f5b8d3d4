// SERP requests: one, many, fetch, remove.
import type { FastifyInstance } from 'fastify';
import type { Account, OrderItem } from '../../contract/order.ts';
import Type from '../../contract/schema.ts';
import { SerpRequest } from '../../contract/serp.ts';
import { readEntries } from '../batch.ts';
import { listOf, shapeOf } from '../body-shape.ts';
import { type CreateParts, createMany } from '../create.ts';
import { KEY_AND_REPLAY_HEADERS, KEY_HEADER } from '../header-parameters.ts';
import { createRepeatable } from '../repeats.ts';
import { checkBatch, checkerOf } from '../validation.ts';
import { objectRoutes, removeRoute } from './object.ts';
import { accountOf, batchOf, CREATE_STATUSES, reference, responses } from './operation.ts';

export interface SerpRouteParts extends CreateParts {
  readonly readSerp: (request: SerpRequest, account: Account, at?: string) => OrderItem;
}

const WHAT = 'SERP requests';

export function serpRoutes(app: FastifyInstance, parts: SerpRouteParts): void {
  const check = checkerOf(SerpRequest);

  app.post(
    '/serp/new',
    {
      schema: {
        tags: ['serp'],
        summary: 'Request one search result page',
        description: 'Returns the incomplete object, or the finished one when `asynchronous` is false.',
        headers: KEY_AND_REPLAY_HEADERS,
        body: reference('SERPRequest'),
        response: responses(reference('SERP'), CREATE_STATUSES),
      },
    },
    async (request, reply) => {
      check(request.body);
      const account = accountOf(request);
      return createRepeatable(request, reply, account, 'serp', parts.readSerp(request.body as SerpRequest, account), parts);
    },
  );

  app.post(
    '/serp/new/list',
    {
      config: { body: { list: { depth: 1, what: WHAT }, shape: listOf(shapeOf(SerpRequest)) } },
      schema: {
        tags: ['serp'],
        summary: 'Request many search result pages',
        headers: KEY_HEADER,
        body: batchOf('SERPRequest'),
        response: responses(Type.Array(reference('SERP')), CREATE_STATUSES),
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      checkBatch(request.body, WHAT);
      const batch = await readEntries(request, request.body, (item, at) => {
        check(item, at);
        return parts.readSerp(item as SerpRequest, account, at);
      });
      return createMany(request, reply, account, 'serp', batch, parts);
    },
  );

  objectRoutes(app, 'serp', 'SERP', parts);
  removeRoute(app, 'serp', 'SERP', parts);
}
