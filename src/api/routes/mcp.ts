// The door for AI agents: streamable HTTP under the same keys as everything else.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../../contract/errors.ts';
import { keyOf } from '../auth.ts';
import { accountOf } from './operation.ts';

export interface McpCaller {
  readonly key: string;
  readonly keyId: string;
  readonly ip: string;
}

export interface McpRouteParts {
  /** Answers one request of the protocol; null when it comes from where it must not, such as another site's page. */
  readonly mcp: (request: Request, body: unknown, caller: McpCaller) => Promise<Response | null>;
}

/** Of the connection, not of the message. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'content-length', 'expect', 'te', 'trailer']);

function toRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !OF_CONNECTION.has(name)) headers.set(name, value);
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('the client is gone'));
  });
  const body = request.method === 'POST' ? { body: JSON.stringify(request.body ?? null) } : {};
  return new Request(`http://${request.headers.host ?? 'localhost'}/mcp`, {
    method: request.method,
    headers,
    signal: gone.signal,
    ...body,
  });
}

export function mcpRoutes(app: FastifyInstance, parts: McpRouteParts): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { apiKeyHeader: true },
    schema: { hide: true },
    handler: async (request, reply) => {
      const caller = { key: keyOf(request)!, keyId: accountOf(request).keyId, ip: request.ip };
      const answer = await parts.mcp(toRequest(request, reply), request.body, caller);
      if (!answer) throw errors.wrongOrigin();
      reply.code(answer.status);
      for (const [name, value] of answer.headers) if (!OF_CONNECTION.has(name)) reply.header(name, value);
      return reply.send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : '');
    },
  });
}
