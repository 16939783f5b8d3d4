// The listener itself: how long a client may take to send and to read, and who is turned away before anything of his request is read.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type ApiError, errors } from '../contract/errors.ts';
import { type ConnectionSettings, capConnections } from './connections.ts';
import type { Overload, Place } from './overload.ts';
import { createReaders, READERS } from './readers.ts';
import { createTurnstile } from './turnstile.ts';

export interface DoorParts {
  readonly overload: Overload;
  readonly connections: ConnectionSettings;
  readonly onRequest: (route: string, method: string, status: number, seconds: number) => void;
  /** Tells clients to reconnect elsewhere. */
  readonly draining: () => boolean;
}

export interface Door {
  /** For Fastify, which hands over its own handler. */
  readonly serverFactory: (handler: RequestListener) => Server;
  /** Learns from the routes who is never turned away, and for whom 503 is the right status. */
  watch(app: FastifyInstance): void;
}

const TIMES = {
  /** Clients that send their headers more slowly are cut off. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
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
/** Everything but what differs from one refusal to the next. */
const refusalOf = (error: ApiError) => {
  const body = JSON.stringify(error.body);
  const headers = { ...HEADERS, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `HTTP/1.1 ${error.code} ${STATUS_CODES[error.code]}\r\n${lines.join('')}`;
  return { status: error.code, body, headers: Object.entries(headers).flat(), start };
};
const REFUSALS = { lookup: refusalOf(errors.overloadedLookup(RETRY_SECONDS)), other: refusalOf(errors.overloaded(RETRY_SECONDS)) };

/** The date of an answer changes once a second. */
let shown = { second: 0, text: '' };
function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== shown.second) shown = { second, text: new Date(second * 1000).toUTCString() };
  return shown.text;
}

type Treatment = 'free' | 'lookup' | 'other';

export function createDoor(parts: DoorParts): Door {
  const readers = createReaders(READERS);
  const places = new WeakMap<IncomingMessage, Place>();
  const exact = new Map<string, Treatment>();
  const starts: [string, Treatment][] = [];

  const treatmentOf = (url: string): Treatment => {
    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    return exact.get(path) ?? starts.find(([start]) => path.startsWith(start))?.[1] ?? 'other';
  };
  const refuse = (request: IncomingMessage, response: ServerResponse, lookup: boolean): void => {
    const { status, body, headers } = REFUSALS[lookup ? 'lookup' : 'other'];
    const more = ['x-request-id', randomUUID(), ...(parts.draining() ? ['connection', 'close'] : [])];
    response.writeHead(status, headers.concat(more));
    response.end(body, 'latin1');
    parts.onRequest('turned away', request.method ?? 'GET', status, 0);
    turnstile.refused(request, response);
  };
  const turnstile = createTurnstile((path) => {
    const treatment = treatmentOf(path);
    if (treatment === 'free' || parts.draining() || !parts.overload.turnsAway(treatment === 'lookup')) return null;
    const { status, start, body } = REFUSALS[treatment];
    parts.onRequest('turned away', 'unread', status, 0);
    return `${start}date: ${httpDate()}\r\nx-request-id: ${randomUUID()}\r\n\r\n${body}`;
  });

  return {
    serverFactory: (handler) => {
      const server = createServer(TIMES, (request, response) => {
        const treatment = treatmentOf(request.url ?? '/');
        turnstile.saw(request, response);
        if (treatment !== 'free') {
          const place = parts.overload.enter(treatment === 'lookup', () => request.complete);
          if (!place) return refuse(request, response, treatment === 'lookup');
          places.set(request, place);
          response.once('close', place.leave);
        }
        handler(request, response);
      });
      return capConnections(server, parts.connections, () => parts.onRequest('too many connections', 'none', 429, 0));
    },
    watch: (app) => {
      app.addHook('onRoute', ({ url, config }) => {
        const { access, lookup } = config ?? {};
        const treatment = access === 'operator' || access === 'anybody' ? 'free' : lookup ? 'lookup' : 'other';
        const open = url.search(/[:*]/);
        if (open < 0) exact.set(url, treatment);
        else if (treatment !== 'other') starts.push([url.slice(0, open), treatment]);
      });
      app.addHook('onSend', (request, reply, payload, done) => {
        // The work is done; how fast the client reads is no concern of those who come after.
        places.get(request.raw)?.leave();
        // Also for those whose request came before the end was known, such as clients that wait.
        if (parts.draining()) reply.header('connection', 'close');
        const size = Buffer.isBuffer(payload) || typeof payload === 'string' ? payload.length : 0;
        readers.add(reply.raw, size);
        done(null, payload);
      });
    },
  };
}
