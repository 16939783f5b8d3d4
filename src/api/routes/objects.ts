// Objects of the caller's account: lists, exports, timelines, streams and resending callbacks.
import type { FastifyInstance } from 'fastify';
import type { ReadObjectDeliveries } from '../../business/callbacks/object-deliveries.ts';
import type { ListObjects, Owner } from '../../business/orders/list.ts';
import type { Timeline } from '../../business/orders/timeline.ts';
import { ObjectDeliveries } from '../../contract/deliveries.ts';
import { errors } from '../../contract/errors.ts';
import { ExportQuery, ObjectList, ObjectQuery, ObjectTimeline } from '../../contract/listing.ts';
import type { Account } from '../../contract/order.ts';
import Type from '../../contract/schema.ts';
import type { SendExport } from '../export.ts';
import { FILE_TYPES } from '../export-formats.ts';
import { type ExportFileQuery, type FilterQuery, readExport, readFilter } from '../object-filter.ts';
import { cutOnLapse } from '../stream-credential.ts';
import { streamTimeline, type TimelineStreamParts } from '../timeline-stream.ts';
import { queryCheckerOf } from '../validation.ts';
import { accountOf, FETCH_STATUSES, failures, idPath, known, LIST_STATUSES, responses } from './operation.ts';

export interface ObjectsRouteParts extends TimelineStreamParts {
  readonly list: ListObjects;
  readonly sendExport: SendExport;
  readonly objectDeliveries: ReadObjectDeliveries;
  /** Resends the callback of an owner's object, or returns why not. */
  readonly resendOwn: (account: Account, id: string) => Promise<'sent' | 'unknown' | 'none' | 'unfinished'>;
}

export const ITEMS_DEFAULT = 50;
export type ListQuery = FilterQuery & { readonly after?: string; readonly limit?: number };

/** Documents a response that is not JSON. */
export const fileResponses = (
  type: string | readonly string[],
  description: string,
  statuses: readonly number[],
): Record<number, object> => ({
  200: { description, content: Object.fromEntries([type].flat().map((name) => [name, { schema: { type: 'string' } }])) },
  ...failures(statuses),
});

/** The formats of exports without their parameters. */
export const EXPORT_TYPES: readonly string[] = Object.values(FILE_TYPES).map((type) => type.split(';')[0]!);

export async function timelineOf(id: string, owner: Owner, { timelines }: TimelineStreamParts): Promise<Timeline> {
  const [found] = await timelines.of([id], owner);
  if (!found) throw errors.notFound();
  return found;
}

const ownerOf = ({ id, mode }: Account): Owner => ({ account: id, mode });

export function objectsRoutes(app: FastifyInstance, parts: ObjectsRouteParts): void {
  const listQuery = queryCheckerOf<ListQuery>(ObjectQuery);
  const exportQuery = queryCheckerOf<ExportFileQuery>(ExportQuery);
  const tags = ['objects'];

  app.get(
    '/objects',
    {
      schema: {
        tags,
        summary: 'List objects of all kinds, newest first',
        querystring: ObjectQuery,
        response: responses(ObjectList, LIST_STATUSES),
      },
    },
    async (request) => {
      const query = listQuery(request.query);
      return parts.list(ownerOf(accountOf(request)), readFilter(query), query.after ?? null, query.limit ?? ITEMS_DEFAULT);
    },
  );
  app.get(
    '/objects/export',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Export the same list, or its results, as a file',
        description: 'JSON lines, CSV or Parquet, streamed. Objects that expire during the export are left out.',
        querystring: ExportQuery,
        response: fileResponses(EXPORT_TYPES, 'One object or result per row.', LIST_STATUSES),
      },
    },
    async (request, reply) => {
      const query = exportQuery(request.query);
      cutOnLapse(request, reply, parts);
      return parts.sendExport(reply, ownerOf(accountOf(request)), readExport(query));
    },
  );
  app.get<{ Params: { id: string } }>(
    '/objects/:id/life',
    { schema: { tags, summary: 'Get the timeline of one object', params: idPath, response: responses(ObjectTimeline, FETCH_STATUSES) } },
    async (request) => (await timelineOf(request.params.id, ownerOf(accountOf(request)), parts)).life,
  );
  app.get<{ Params: { id: string } }>(
    '/objects/:id/stream',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Stream the timeline of one object',
        description:
          'Server-sent events: `life` with the timeline after each change, `end` when no further step is expected. ' +
          'A comment follows every 15 seconds. After 15 minutes, or when the service stops, the stream ends without `end`. Reconnect then. ' +
          'The `reason` of `end` is `finished` or `gone`, or `revoked`, `expired` or `budget` when the key is no longer accepted.',
        params: idPath,
        response: fileResponses('text/event-stream', 'Events.', [402, ...FETCH_STATUSES]),
      },
    },
    async (request, reply) => {
      const owner = ownerOf(accountOf(request));
      return streamTimeline(request, reply, request.params.id, await timelineOf(request.params.id, owner, parts), owner, parts);
    },
  );
  app.get<{ Params: { id: string } }>(
    '/objects/:id/deliveries',
    {
      schema: {
        tags,
        summary: 'Get the delivery attempts of a callback, with requests and responses',
        params: idPath,
        response: responses(ObjectDeliveries, FETCH_STATUSES),
      },
    },
    async (request) => {
      const { id, mode } = accountOf(request);
      return known(await parts.objectDeliveries(request.params.id, { account: id, mode }));
    },
  );
  app.post<{ Params: { id: string } }>(
    '/objects/:id/resend',
    {
      schema: {
        tags,
        summary: 'Resend the callback of an object',
        params: idPath,
        response: responses(Type.Object({ sent: Type.Boolean() }), [400, ...FETCH_STATUSES]),
      },
    },
    async (request) => {
      const sent = await parts.resendOwn(accountOf(request), request.params.id);
      if (sent === 'unknown') throw errors.notFound();
      if (sent !== 'sent') throw errors.notResendable(sent);
      return { sent: true };
    },
  );
}
