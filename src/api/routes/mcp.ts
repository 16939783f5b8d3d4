// MCP over streamable HTTP, with the same keys as the API.
import { PassThrough, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Lapse } from '../../business/accounts/credential-watch.ts';
import { errors } from '../../contract/errors.ts';
import { keyOf } from '../auth.ts';
import { checkStreamBudget, endOnLapse, LAPSE_MESSAGES, type StreamCredentialParts } from '../stream-credential.ts';
import { whenClosed } from '../when-closed.ts';
import { accountOf } from './operation.ts';

export interface McpCaller {
  readonly key: string;
  readonly keyId: string;
  readonly ip: string;
  readonly requestId: string;
}

export interface McpRouteParts extends StreamCredentialParts {
  /** Handles one MCP request. Returns null when Host or Origin is not allowed, such as that of another site's page. */
  readonly mcp: (request: Request, body: unknown, caller: McpCaller) => Promise<Response | null>;
}

/** Headers of the connection, which are not passed on. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'content-length', 'expect', 'te', 'trailer']);

/** A host name or IP address with an optional port. Anything else may differ from the URL that the client called. */
const HOST = /^(?:[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9.])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

function urlOf({ headers: { host = 'localhost' } }: FastifyRequest): string {
  const url = `http://${host}/mcp`;
  if (!HOST.test(host) || !URL.canParse(url)) throw errors.badHost();
  return url;
}

/** In the range that JSON-RPC reserves for servers. */
const LAPSED_CODE = -32_001;

/** Returns whether the client only waits for notifications. A spent budget lets charged tool calls finish. */
const listens = (body: unknown): boolean =>
  (Array.isArray(body) ? body : [body]).every((message) => (message as { method?: unknown } | null | undefined)?.method === LISTEN);
const LISTEN = 'subscriptions/listen';

/** Returns the last messages of a stream: an error for each unanswered request. */
function lastMessages(body: unknown, lapse: Lapse): string {
  const messages = (Array.isArray(body) ? body : [body]) as readonly ({ readonly id?: unknown } | null | undefined)[];
  const ids = messages.flatMap((message) => (message?.id === undefined ? [] : [message.id]));
  const error = { code: LAPSED_CODE, message: LAPSE_MESSAGES[lapse], data: { reason: lapse } };
  // The empty line ends a partial event.
  return `\n\n${(ids.length > 0 ? ids : [null]).map((id) => `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, error })}\n\n`).join('')}`;
}

function toRequest(request: FastifyRequest, gone: AbortController): Request {
  const url = urlOf(request);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !OF_CONNECTION.has(name)) headers.set(name, value);
  const body = request.method === 'POST' ? { body: JSON.stringify(request.body ?? null) } : {};
  return new Request(url, {
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
      const caller = { key: keyOf(request)!, keyId: accountOf(request).keyId, ip: request.ip, requestId: request.id };
      const gone = new AbortController();
      whenClosed(reply.raw, () => {
        if (!reply.raw.writableFinished) gone.abort(new Error('the client is gone'));
      });
      const lapsed: { lapse: Lapse | null; end: () => void } = { lapse: null, end: () => undefined };
      const end = (lapse: Lapse): void => {
        lapsed.lapse = lapse;
        lapsed.end();
        // Stops a tool that is still waiting.
        gone.abort(new Error(LAPSE_MESSAGES[lapse]));
      };
      const mayBeSpent = request.method === 'POST' && !listens(request.body);
      if (!mayBeSpent) await checkStreamBudget(request, parts);
      endOnLapse(request, reply, parts, end, mayBeSpent);
      const response = await parts.mcp(toRequest(request, gone), request.body, caller);
      if (lapsed.lapse !== null) throw lapsed.lapse === 'budget' ? errors.budgetSpent(accountOf(request).budget ?? 0) : errors.badKey();
      if (!response) throw errors.wrongOrigin();
      reply.code(response.status);
      for (const [name, value] of response.headers) if (!OF_CONNECTION.has(name)) reply.header(name, value);
      if (!response.body) return reply.send('');
      const messages = Readable.fromWeb(response.body as ReadableStream);
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return reply.send(messages);
      // nginx would keep messages back until the response is complete.
      reply.header('x-accel-buffering', 'no');
      const out = new PassThrough();
      lapsed.end = () => {
        messages.unpipe(out);
        out.end(lastMessages(request.body, lapsed.lapse!));
      };
      messages.on('error', () => out.end());
      whenClosed(reply.raw, () => messages.destroy());
      return reply.send(messages.pipe(out));
    },
  });
}
