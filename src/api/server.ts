// The HTTP door: order of checks, one error form, every route in one list.
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Log } from '../platform/log.ts';
import { authenticate, checkOperator, type FindAccount } from './auth.ts';
import { readJson } from './body.ts';
import type { ConnectionSettings } from './connections.ts';
import { createDoor, type DoorParts } from './door.ts';
import { sendError } from './errors.ts';
import { serpApiRoutes } from './facades/serpapi.ts';
import { serperRoutes } from './facades/serper.ts';
import type { Limits } from './limits.ts';
import { OPENAPI, SCHEMAS } from './openapi.ts';
import { openApiRoute } from './openapi-answer.ts';
import { isOperatorDoor } from './operator-door.ts';
import type { Overload } from './overload.ts';
import { refuseRaw } from './raw-refusal.ts';
import { type AdminRouteParts, adminRoutes } from './routes/admin.ts';
import { type AdminAccountsRouteParts, adminAccountsRoutes } from './routes/admin-accounts.ts';
import { adminObjectsRoutes } from './routes/admin-objects.ts';
import { type AdminOverviewRouteParts, adminOverviewRoutes } from './routes/admin-overview.ts';
import { type AiRouteParts, aiRoutes } from './routes/ai.ts';
import { type EventRouteParts, eventRoutes } from './routes/events.ts';
import { type HealthRouteParts, healthRoutes } from './routes/health.ts';
import { type KeywordRouteParts, keywordRoutes } from './routes/keyword.ts';
import { type McpRouteParts, mcpRoutes } from './routes/mcp.ts';
import { type ObjectsRouteParts, objectsRoutes } from './routes/objects.ts';
import { type QuoteRouteParts, quoteRoutes } from './routes/quote.ts';
import { type RanksRouteParts, ranksRoutes } from './routes/ranks.ts';
import { regionRoutes } from './routes/region.ts';
import { type SerpRouteParts, serpRoutes } from './routes/serp.ts';
import { type TechnologiesRouteParts, technologiesRoutes } from './routes/technologies.ts';
import { type UsageRouteParts, usageRoutes } from './routes/usage.ts';
import { type UserRouteParts, userRoutes } from './routes/user.ts';
import { type WhoisRouteParts, whoisRoutes } from './routes/whois.ts';
import { checkScopes } from './scopes.ts';

export interface ServerParts
  extends SerpRouteParts,
    KeywordRouteParts,
    AiRouteParts,
    WhoisRouteParts,
    TechnologiesRouteParts,
    UserRouteParts,
    ObjectsRouteParts,
    RanksRouteParts,
    UsageRouteParts,
    QuoteRouteParts,
    EventRouteParts,
    McpRouteParts,
    AdminRouteParts,
    AdminAccountsRouteParts,
    AdminOverviewRouteParts,
    HealthRouteParts {
  readonly findAccount: FindAccount;
  readonly limits: Limits;
  readonly overload: Overload;
  readonly connections: ConnectionSettings;
  readonly operatorToken: string;
  /** The operator's routes live on a listener of their own and nowhere else. */
  readonly operatorApart: boolean;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[];
  readonly regions: Parameters<typeof regionRoutes>[1]['regions'];
  readonly log: Log;
  readonly onRequest: (route: string, method: string, status: number, seconds: number) => void;
  readonly onTurnedAway: DoorParts['onTurnedAway'];
  /** Tells clients to reconnect elsewhere. */
  readonly draining: () => boolean;
  /** Pages for people, which other doors know how to show. */
  readonly pages: readonly ((app: FastifyInstance) => void)[];
}

const BODY_BYTES_MAX = 4 * 1024 * 1024;
const NO_KEY: readonly string[] = ['/docs', '/openapi.json'];

export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const door = createDoor(parts);
  const app = fastify({
    logger: false,
    serverFactory: (handler) => door.serverFactory(handler as RequestListener),
    bodyLimit: BODY_BYTES_MAX,
    genReqId: () => randomUUID(),
    trustProxy: parts.trustProxy.length > 0 ? [...parts.trustProxy] : false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 8192, ignoreTrailingSlash: false },
    // Addresses that cannot be decoded never reach a route, so they are answered here.
    frameworkErrors: (error, request, reply) => {
      security(request as never, reply as never);
      sendError(error, request as never, reply as never, parts.log);
    },
    clientErrorHandler: refuseRaw,
  });
  app.decorateRequest('account', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      if (request.headers['content-encoding'] !== undefined) throw errors.badBody('it is compressed');
      done(null, readJson(bytes as Buffer, request.routeOptions.config.keepsNulls));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
  // Bodies are held against the schemas by our own checker, which knows the contract's exceptions and words.
  app.setValidatorCompiler(() => () => true);
  for (const schema of SCHEMAS) app.addSchema(schema);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, parts.log));
  hooks(app, parts);
  door.watch(app);

  await app.register(swagger, { openapi: OPENAPI, refResolver: { buildLocalReference: (json) => String(json.$id) } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true, persistAuthorization: true },
    staticCSP: true,
    theme: { title: 'Sextant API', css: [{ filename: 'plain.css', content: '.swagger-ui .topbar { display: none }' }] },
  });
  openApiRoute(app);
  await app.register(async (routes) => {
    const known = methodsByRoute(routes);
    serpRoutes(routes, parts);
    keywordRoutes(routes, parts);
    aiRoutes(routes, parts);
    whoisRoutes(routes, parts);
    technologiesRoutes(routes, parts);
    userRoutes(routes, parts);
    objectsRoutes(routes, parts);
    ranksRoutes(routes, parts);
    usageRoutes(routes, parts);
    quoteRoutes(routes, parts);
    eventRoutes(routes, parts);
    regionRoutes(routes, parts);
    adminRoutes(routes, parts);
    adminAccountsRoutes(routes, parts);
    adminObjectsRoutes(routes, parts);
    adminOverviewRoutes(routes, parts);
    mcpRoutes(routes, parts);
    healthRoutes(routes, parts);
    for (const show of parts.pages) show(routes);
    serpApiRoutes(routes, parts);
    serperRoutes(routes, parts);
    app.setNotFoundHandler((request) => {
      const fitting = known.filter(({ pattern }) => pattern.test(request.url.split('?')[0]!));
      // `/serp/new` also looks like `/serp/{id}`; the plain address is the one that is meant.
      const exact = fitting.filter(({ plain }) => plain);
      const allowed = (exact.length > 0 ? exact : fitting).flatMap(({ methods }) => methods);
      throw allowed.length > 0 ? errors.wrongMethod([...new Set(allowed)].join(', ')) : errors.unknownRoute();
    });
  });
  await app.ready();
  return app;
}

function hooks(app: FastifyInstance, parts: ServerParts): void {
  // Hooks are plain functions: most requests pass them without waiting, and a promise for each would cost more than the checks.
  app.addHook('onRequest', (request, reply, done) => {
    const { access, lookup = false, operatorDoor = false } = request.routeOptions.config;
    security(request, reply);
    // Seen from the wrong side a route does not exist; probes are answered on both.
    const elsewhere =
      access === 'operator' || operatorDoor
        ? !isOperatorDoor(request.raw.socket)
        : access !== 'anybody' && isOperatorDoor(request.raw.socket);
    if (parts.operatorApart && elsewhere) throw errors.unknownRoute();
    const open = access === 'anybody' || NO_KEY.some((prefix) => request.url.startsWith(prefix));
    // The operator's own calls and probes are not rationed.
    if (access === 'operator') {
      checkOperator(request, parts.operatorToken);
      return done();
    }
    if (open && !request.is404) return done();
    parts.limits.address(request.ip, reply, lookup);
    if (request.is404) return done();
    const refused = (error: unknown): never => {
      // A right key that may not do this is not a wrong one.
      if ((error as { code?: number }).code === 403 && request.account === null) parts.limits.badKey(request.ip, reply);
      throw error;
    };
    try {
      const found = authenticate(request, parts.findAccount, (account) => {
        request.account = account;
        if (account.scopes !== undefined) checkScopes(request, account.scopes);
        parts.limits.account(account, reply, lookup);
      });
      if (found) return void found.catch(refused).then(() => done(), done);
    } catch (error) {
      refused(error);
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    parts.onRequest(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    const { account } = request;
    parts.log.debug('request', {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(account ? { account: account.id, key: account.keyId } : {}),
    });
    done();
  });
}

function security(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('cache-control', 'no-store');
  reply.header('x-frame-options', 'DENY');
  // The documentation sets its own; an answer of the API is never a page.
  if (!request.url.startsWith('/docs')) reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
}

interface KnownRoute {
  readonly pattern: RegExp;
  readonly plain: boolean;
  readonly methods: string[];
}

/** Collects what routes exist, so that a wrong method can be told from a wrong address. */
function methodsByRoute(app: FastifyInstance): KnownRoute[] {
  const known: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`);
    known.push({ pattern, plain: !url.includes(':'), methods: [method].flat() });
  });
  return known;
}
