// Health checks and metrics. In production mode only operators see details.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from '../../contract/schema.ts';
import { isAdminListener } from '../admin-listener.ts';
import { createOperatorAuth, type OperatorAuthParts } from '../operator-auth.ts';
import { failures } from './operation.ts';

export interface HealthRouteParts extends OperatorAuthParts {
  /** Metrics and reasons need the admin token or the admin listener. */
  readonly healthGuarded: boolean;
  /** Returns null when ready, otherwise the reason. */
  readonly notReady: () => Promise<string | null>;
  readonly metrics: () => Promise<string>;
}

const Status = Type.Object({ status: Type.String(), reason: Type.Optional(Type.String()) });

export function healthRoutes(app: FastifyInstance, parts: HealthRouteParts): void {
  const config = { access: 'anybody' } as const;
  const [tags, security] = [['health'], [{}]];
  const authenticateOperator = createOperatorAuth(parts);
  const isOpen = (request: FastifyRequest): boolean => !parts.healthGuarded || isAdminListener(request.raw.socket);
  /** Throws when the caller may not see details. */
  const checkDetails = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isOpen(request)) await authenticateOperator(request, reply);
  };
  /** A health check without a token does not count as a bad token. */
  const seesDetails = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    if (isOpen(request)) return true;
    if (request.headers.authorization === undefined) return false;
    try {
      await authenticateOperator(request, reply);
      return true;
    } catch {
      return false;
    }
  };

  app.get(
    '/healthz',
    {
      config,
      schema: {
        tags,
        security,
        summary: 'Check whether the process responds',
        response: { 200: { description: 'The process responds.', ...Status } },
      },
    },
    async () => ({ status: 'ok' }),
  );
  app.get(
    '/readyz',
    {
      config,
      schema: {
        tags,
        security: [{}, { admin: [] }],
        summary: 'Check whether the process is ready',
        description:
          'The status code is public. With `MODE=production`, only the operator sees `reason`: with the token, or on `ADMIN_PORT`.',
        response: { 200: { description: 'Ready.', ...Status }, 503: { description: 'Not ready.', ...Status } },
      },
    },
    async (request, reply) => {
      const reason = await parts.notReady();
      if (reason === null) return { status: 'ready' };
      return reply.code(503).send({ status: 'not ready', ...((await seesDetails(request, reply)) ? { reason } : {}) });
    },
  );
  app.get(
    '/metrics',
    {
      config: { ...config, adminListener: true },
      schema: {
        tags,
        security: [{}, { admin: [] }],
        summary: 'Get metrics in the Prometheus format',
        description: 'Only on `ADMIN_PORT` if it is set. Otherwise `MODE=production` requires the admin token.',
        response: {
          200: { description: 'Metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
          ...failures([403]),
        },
      },
    },
    async (request, reply) => {
      await checkDetails(request, reply);
      return reply.type('text/plain; version=0.0.4').send(await parts.metrics());
    },
  );
}
