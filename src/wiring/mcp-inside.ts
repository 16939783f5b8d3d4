// Builds MCP over HTTP inside an API process: its tools call the routes of the same process.
import type { FastifyInstance } from 'fastify';
import { createAgentSessions } from '../business/accounts/agent-sessions.ts';
import type { Config } from '../config.ts';
import type { Caller, McpHttp } from '../mcp/http.ts';
import type { CallApi } from '../mcp/service-backend.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { VERSION } from './installation.ts';
import { isLoopback } from './targets.ts';

/**
 * `app` returns the server of this process, which is built after the tools. The MCP library is loaded by the first
 * request, because most services never get one.
 */
export function createMcpInside(db: Db, config: Config, log: Log, app: () => FastifyInstance): McpHttp {
  let [opening, open]: [Promise<McpHttp> | null, McpHttp | null] = [null, null];
  const load = async (): Promise<McpHttp> => {
    const { createMcpHttp } = await import('../mcp/http.ts');
    open = createMcpHttp({
      version: VERSION,
      hosts: config.MCP_ALLOWED_HOSTS,
      loopbackOnly: isLoopback(config.HOST),
      waitsMax: config.SYNC_WAITS_MAX,
      // Through the same routes as all clients: the same checks, limits, prices and errors.
      callAs: (caller) => callInside(app, config.BASE_PATH, caller),
      sessions: createAgentSessions(db),
      onError: (error, requestId) => log.warn('mcp request failed', { error, ...(requestId === undefined ? {} : { requestId }) }),
      onFault: (error, tool, requestId) => log.error('mcp tool failed', { requestId, tool, error }),
    });
    return open;
  };
  return {
    respond: async (request, body, caller) => {
      opening ??= load();
      return (await opening).respond(request, body, caller);
    },
    waiting: () => open?.waiting() ?? 0,
    close: async () => (await opening)?.close(),
  };
}

/** Calls the API's own routes with the caller's key and IP address. */
const callInside =
  (app: () => FastifyInstance, basePath: string, { key, ip }: Caller): CallApi =>
  async ({ method, path, body, headers, signal }) => {
    signal.throwIfAborted();
    const response = await app().inject({
      method,
      url: `${basePath}${path}`,
      headers: { ...headers, authorization: `Bearer ${key}` },
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: response.statusCode, text: response.payload, cost: response.headers['credits-cost']?.toString() };
  };
