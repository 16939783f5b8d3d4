// Admin API: objects of one account or of all, as a list, an export, a timeline and a stream.
import type { FastifyInstance } from 'fastify';
import type { Owner } from '../../business/orders/list.ts';
import { ExportQuery, ObjectList, ObjectQuery, ObjectTimeline, operatorFilter } from '../../contract/listing.ts';
import Type from '../../contract/schema.ts';
import type { Mode } from '../../contract/vocabulary.ts';
import { type ExportFileQuery, readExport, readFilter } from '../object-filter.ts';
import { cutOnLapse } from '../stream-credential.ts';
import { streamTimeline } from '../timeline-stream.ts';
import { queryCheckerOf } from '../validation.ts';
import { EXPORT_TYPES, fileResponses, ITEMS_DEFAULT, type ListQuery, type ObjectsRouteParts, timelineOf } from './objects.ts';
import { idPath, responses } from './operation.ts';

interface OperatorQuery {
  readonly account?: string;
  readonly mode?: Mode;
}

const ALL_ACCOUNTS: Owner = { account: null, mode: null };
const [LIST, FETCH] = [
  [400, 403, 429, 500, 502],
  [403, 404, 429, 500, 502],
];
const AdminObjectQuery = Type.Object({ ...operatorFilter, ...ObjectQuery.properties });
const AdminExportQuery = Type.Object({ ...operatorFilter, ...ExportQuery.properties });

const ownerOf = ({ account, mode }: OperatorQuery): Owner =>
  account === undefined ? { account: null, mode: mode ?? null } : { account: Number(account), mode: mode ?? 'live' };

export function adminObjectsRoutes(app: FastifyInstance, parts: ObjectsRouteParts): void {
  const listQuery = queryCheckerOf<ListQuery & OperatorQuery>(AdminObjectQuery);
  const exportQuery = queryCheckerOf<ExportFileQuery & OperatorQuery>(AdminExportQuery);
  const config = { access: 'operator' } as const;
  const tags = ['operator'];

  app.get(
    '/admin/objects',
    {
      config,
      schema: {
        tags,
        summary: 'List objects of all accounts or of one',
        querystring: AdminObjectQuery,
        response: responses(ObjectList, LIST),
      },
    },
    async (request) => {
      const query = listQuery(request.query);
      return parts.list(ownerOf(query), readFilter(query), query.after ?? null, query.limit ?? ITEMS_DEFAULT);
    },
  );
  app.get(
    '/admin/objects/export',
    {
      config,
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Export the same list, or its results, as a file',
        querystring: AdminExportQuery,
        response: fileResponses(EXPORT_TYPES, 'One object or result per row.', LIST),
      },
    },
    async (request, reply) => {
      const query = exportQuery(request.query);
      cutOnLapse(request, reply, parts);
      return parts.sendExport(reply, ownerOf(query), readExport(query));
    },
  );
  app.get<{ Params: { id: string } }>(
    '/admin/objects/:id/life',
    { config, schema: { tags, summary: 'Get the timeline of one object', params: idPath, response: responses(ObjectTimeline, FETCH) } },
    async (request) => (await timelineOf(request.params.id, ALL_ACCOUNTS, parts)).life,
  );
  app.get<{ Params: { id: string } }>(
    '/admin/objects/:id/stream',
    {
      config,
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Stream the timeline of one object as server-sent events',
        params: idPath,
        response: fileResponses('text/event-stream', 'Events.', FETCH),
      },
    },
    async (request, reply) =>
      streamTimeline(request, reply, request.params.id, await timelineOf(request.params.id, ALL_ACCOUNTS, parts), ALL_ACCOUNTS, parts),
  );
}
