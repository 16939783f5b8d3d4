// Admin API: the fleet, and the drain of one node.
import type { FastifyInstance } from 'fastify';
import type { FleetAccess } from '../../business/fleet/fleet.ts';
import { errors } from '../../contract/errors.ts';
import { Fleet, FleetNode, NODE_NAME } from '../../contract/fleet.ts';
import Type from '../../contract/schema.ts';
import { known, operatorOf, responses } from './operation.ts';

export interface AdminFleetRouteParts {
  readonly fleet: FleetAccess;
}

const STATUSES = [403, 429, 500, 502];
const params = Type.Object({ node: Type.String({ description: 'The name of the node.' }) });

/** Throws 404 for a text that is no node name. */
function nodeIn(name: string): string {
  if (!new RegExp(NODE_NAME).test(name)) throw errors.notFound();
  return name;
}

export function adminFleetRoutes(app: FastifyInstance, { fleet }: AdminFleetRouteParts): void {
  const config = { access: 'operator' } as const;
  const tags = ['operator'];

  app.get(
    '/admin/fleet',
    {
      config,
      schema: {
        tags,
        summary: 'List all nodes with their processes, load and drift',
        description: 'Each process reports itself every 5 seconds. Processes without a heartbeat disappear after an hour.',
        response: responses(Fleet, STATUSES),
      },
    },
    () => fleet.read(),
  );
  app.post<{ Params: { node: string } }>(
    '/admin/fleet/:node/drain',
    {
      config,
      schema: {
        tags,
        summary: 'Drain a node',
        description:
          'Within 5 seconds, its workers claim no more jobs and `/readyz` of its API processes is 503. Running jobs and requests continue. The drain lasts until it is resumed, also over a restart.',
        params,
        response: responses(FleetNode, [...STATUSES, 404]),
      },
    },
    async (request) => known(await fleet.drain(nodeIn(request.params.node), operatorOf(request))),
  );
  app.post<{ Params: { node: string } }>(
    '/admin/fleet/:node/resume',
    {
      config,
      schema: {
        tags,
        summary: 'End the drain of a node',
        description: 'Its workers claim jobs again within 5 seconds.',
        params,
        response: responses(FleetNode, [...STATUSES, 404]),
      },
    },
    async (request) => known(await fleet.resume(nodeIn(request.params.node), operatorOf(request))),
  );
}
