// The public HTTP listener: timeouts, and rejection under overload before routing, API key and body.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type ApiError, errors } from '../contract/errors.ts';
import type { Overload, Slot } from './admission.ts';
import { createToRoute } from './base-path.ts';
import { beforeServing, type ConnectionSettings, capConnections } from './connections.ts';
import { createEarlyReject } from './early-reject.ts';
import { lingerFor, unlessOver } from './linger.ts';
import { createSlowClients, SLOW_CLIENTS } from './slow-clients.ts';

export interface ListenerParts {
  /** Prefix of all paths. Empty, or a path such as `/sx`. */
  readonly basePath: string;
  readonly overload: Overload;
  readonly connections: ConnectionSettings;
  /** Called for every rejection, thousands of times a second under overload. */
  readonly onRejected: (reason: 'overload' | 'connections') => void;
  /** While true, responses close their connections, so that clients reconnect to another process. */
  readonly draining: () => boolean;
}

export interface HttpListener {
  /** Fastify calls it with its request handler. */
  readonly serverFactory: (handler: RequestListener) => Server;
  /** Collects from the routes which paths are never rejected, and which are lookups (503 instead of 429). */
  watchRoutes(app: FastifyInstance): void;
}

export const TIMES = {
  /** Clients that need longer are disconnected: for the headers, and for the whole request. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** How often Node checks the two timeouts above. Its default of 30 s is too long. */
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: 72_000,
};
const RETRY_SECONDS = 1;

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'retry-after': String(RETRY_SECONDS),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
/** Prepares everything that is equal in all responses with this error. */
const rejectionOf = (error: ApiError) => {
  const body = JSON.stringify(error.body);
  const headers = { ...HEADERS, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${error.code} ${STATUS_CODES[error.code]}\r\n${lines.join('')}`;
  let [second, start] = [0, ''];
  const text = (requestId: string): string => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) start = `${head}date: ${new Date(now * 1000).toUTCString()}\r\nx-request-id: `;
    second = now;
    return `${start}${requestId}\r\n\r\n${body}`;
  };
  return { status: error.code, body, headers: Object.entries(headers).flat(), text };
};
const REJECTIONS = { lookup: rejectionOf(errors.overloadedLookup(RETRY_SECONDS)), other: rejectionOf(errors.overloaded(RETRY_SECONDS)) };

/** From this size on, a new connection costs less than reading the rest of a body that is not needed. */
const LARGE_BYTES = 64 * 1024;
const isLarge = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE_BYTES;

type Treatment = 'free' | 'lookup' | 'other';

const SLOT = Symbol('place');
/** An admitted request with the slot that it holds. */
type Admitted = IncomingMessage & { [SLOT]?: Slot };

export function createHttpListener(parts: ListenerParts): HttpListener {
  const readers = createSlowClients(SLOW_CLIENTS);
  const exact = new Map<string, Treatment>();
  const starts: [string, Treatment][] = [];
  const toRoute = createToRoute(parts.basePath);

  const treatmentOf = (url: string): Treatment => {
    const query = url.indexOf('?');
    const path = toRoute(query < 0 ? url : url.slice(0, query));
    return exact.get(path) ?? starts.find(([start]) => path.startsWith(start))?.[1] ?? 'other';
  };
  const reject = (request: IncomingMessage, response: ServerResponse, lookup: boolean): void => {
    const { status, body, headers } = REJECTIONS[lookup ? 'lookup' : 'other'];
    const more = ['x-request-id', randomUUID(), ...(parts.draining() ? ['connection', 'close'] : [])];
    lingerFor(request);
    response.writeHead(status, headers.concat(more));
    response.end(body, 'latin1');
    parts.onRejected('overload');
    earlyReject.onRejected(request);
  };
  const earlyReject = createEarlyReject({
    rejectionFor: (path) => {
      const treatment = treatmentOf(path);
      if (treatment === 'free' || parts.draining() || !parts.overload.rejects(treatment === 'lookup')) return null;
      parts.onRejected('overload');
      return REJECTIONS[treatment].text(randomUUID());
    },
    overloaded: () => parts.overload.overloaded && !parts.draining(),
    timesMs: { first: TIMES.headersTimeout, next: TIMES.keepAliveTimeout },
  });

  return {
    serverFactory: (handler) => {
      const enter: RequestListener = (request, response) => {
        const treatment = treatmentOf(request.url ?? '/');
        earlyReject.onRequest(request, response);
        if (treatment !== 'free') {
          const place = parts.overload.acquire(treatment === 'lookup', () => request.complete);
          if (!place) return reject(request, response, treatment === 'lookup');
          (request as Admitted)[SLOT] = place;
          response.once('close', place.release);
        }
        handler(request, response);
      };
      const server = createServer(TIMES, unlessOver(enter));
      const capped = capConnections(parts.connections, () => parts.onRejected('connections'));
      beforeServing(server, (serve) => capped((socket) => earlyReject.onConnection(socket, () => serve(socket))));
      return server;
    },
    watchRoutes: (app) => {
      app.addHook('preClose', (done) => {
        earlyReject.end();
        done();
      });
      app.addHook('onRoute', ({ url, config }) => {
        const { access, lookup } = config ?? {};
        const treatment = access === 'operator' || access === 'anybody' ? 'free' : lookup ? 'lookup' : 'other';
        const open = url.search(/[:*]/);
        if (open < 0) exact.set(url, treatment);
        else if (treatment !== 'other') starts.push([url.slice(0, open), treatment]);
      });
      app.addHook('onSend', (request, reply, payload, done) => {
        // The work is done. A client that reads slowly does not keep its slot.
        (request.raw as Admitted)[SLOT]?.release();
        // Checked here and not on arrival: synchronous requests may have waited since before the drain.
        if (parts.draining()) reply.header('connection', 'close');
        // The response is final, and the rest of the body is only read to avoid a reset (`linger.ts`). Do not reuse the connection.
        if (request.raw.complete === false && (reply.statusCode === 400 || isLarge(request.raw))) reply.header('connection', 'close');
        lingerFor(request.raw);
        const size = Buffer.isBuffer(payload) || typeof payload === 'string' ? payload.length : 0;
        readers.add(reply.raw, size);
        done(null, payload);
      });
    },
  };
}
