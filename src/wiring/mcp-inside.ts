// The way on which MCP tools reach the service they run in.
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../mcp/http.ts';
import type { CallApi } from '../mcp/service-backend.ts';

/** A call of the API's own routes, as if it had come from the caller. */
export const callInside =
  (app: () => FastifyInstance, { key, ip }: Caller): CallApi =>
  async ({ method, path, body, signal }) => {
    signal.throwIfAborted();
    const answer = await app().inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${key}` },
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: answer.statusCode, text: answer.payload, cost: answer.headers['credits-cost']?.toString() };
  };
