// Signs of life for operators and their tools; none of them needs a key.
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';

export interface HealthRouteParts {
  /** Null when ready, else the reason why not. */
  readonly notReady: () => Promise<string | null>;
  readonly metrics: () => Promise<string>;
}

export function healthRoutes(app: FastifyInstance, parts: HealthRouteParts): void {
  const config = { access: 'anybody' } as const;
  const Status = Type.Object({ status: Type.String(), reason: Type.Optional(Type.String()) });
  const hide = { hide: true };

  app.get('/healthz', { config, schema: { ...hide, response: { 200: Status } } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config, schema: { ...hide, response: { 200: Status, 503: Status } } }, async (_request, reply) => {
    const reason = await parts.notReady();
    return reason === null ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', reason });
  });
  app.get('/metrics', { config: { ...config, operatorDoor: true }, schema: hide }, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(await parts.metrics()),
  );
}
