// Routes that fetch and remove objects, for all kinds.
import type { FastifyInstance } from 'fastify';
import { errors } from '../../contract/errors.ts';
import Type from '../../contract/schema.ts';
import type { Kind } from '../../contract/vocabulary.ts';
import { listOf } from '../body-shape.ts';
import type { CreateParts } from '../create.ts';
import { sendList, sendObject } from '../response.ts';
import { checkIds } from '../validation.ts';
import { accountOf, FETCH_STATUSES, failures, idPath, idsBody, LIST_STATUSES, reference, responses } from './operation.ts';

export function objectRoutes(app: FastifyInstance, kind: Kind, schemaName: string, parts: CreateParts): void {
  const tags = [kind];

  app.get<{ Params: { id: string } }>(
    `/${kind}/:id`,
    {
      schema: {
        tags,
        summary: `Fetch one ${schemaName}`,
        params: idPath,
        response: responses(reference(schemaName), kind === 'serp' ? [402, ...FETCH_STATUSES] : FETCH_STATUSES),
      },
    },
    async (request, reply) => {
      const { id: accountId, mode } = accountOf(request);
      const [stored] = await parts.store.fetch({ accountId, mode, kind, ids: [request.params.id] });
      if (!stored) throw errors.notFound();
      return sendObject(request, reply, stored, parts.views);
    },
  );

  app.post(
    `/${kind}/list`,
    {
      config: { body: { list: { depth: 1, what: 'ids' }, shape: listOf({}) } },
      schema: {
        tags,
        summary: `Fetch many ${schemaName} objects`,
        description: 'Unknown, expired and repeated ids are ignored. The order is that of first appearance.',
        body: idsBody,
        response: responses(Type.Array(reference(schemaName)), LIST_STATUSES),
      },
    },
    async (request, reply) => {
      checkIds(request.body);
      const { id: accountId, mode } = accountOf(request);
      const list = await parts.store.fetch({ accountId, mode, kind, ids: request.body });
      return sendList(request, reply, list, parts.views);
    },
  );
}

/** Older variant: SERPs and keywords can be removed. */
export function removeRoute(app: FastifyInstance, kind: Kind, schemaName: string, parts: CreateParts): void {
  app.delete<{ Params: { id: string } }>(
    `/${kind}/:id`,
    {
      schema: {
        tags: [kind],
        summary: `Remove one ${schemaName}`,
        description: 'Works in every state. Credits are not refunded.',
        params: idPath,
        response: { 204: { description: 'Removed.', type: 'null' }, ...failures([400, 402, 403, 404, 429, 500, 502, 503, 504]) },
      },
    },
    async (request, reply) => {
      const { id: accountId, mode } = accountOf(request);
      if (!(await parts.store.remove(accountId, mode, kind, request.params.id))) throw errors.notFound();
      return reply.code(204).send();
    },
  );
}
