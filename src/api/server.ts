// The HTTP API: order of checks, error format and the list of routes.
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Tracer } from '../platform/tracing.ts';
import { isAdminListener } from './admin-listener.ts';
import { authenticate, type FindAccount } from './auth.ts';
import { createToRoute } from './base-path.ts';
import { ignoreTypeWithoutBody } from './bodiless.ts';
import { BODY_BYTES_MAX, readBodies } from './body.ts';
import type { TaskSettings } from './compat/dataforseo/parts.ts';
import { dataForSeoRoutes } from './compat/dataforseo/routes.ts';
import { providerPath } from './compat/provider.ts';
import { compatRoutes, sendToProvider, sendUnrouted } from './compat/routes.ts';
import type { SerpApiParts } from './compat/serpapi/handlers.ts';
import { createCors } from './cors.ts';
import { sendError } from './errors.ts';
import { createHttpListener, type ListenerParts } from './http-listener.ts';
import type { Limits } from './limits.ts';
import { rejectRaw } from './linger.ts';
import { SCHEMAS } from './openapi.ts';
import { createOperatorAuth, type OperatorAuthParts } from './operator-auth.ts';
import { createRouteTable, type RouteTable } from './paths.ts';
import { type BodyLimits, hasBody } from './rations.ts';
import { referencePages } from './reference.ts';
import { type AiRouteParts, aiRoutes } from './routes/ai.ts';
import { type EventRouteParts, eventRoutes } from './routes/events.ts';
import { type HealthRouteParts, healthRoutes } from './routes/health.ts';
import { type ImageRouteParts, imageRoutes } from './routes/images.ts';
import { type KeywordRouteParts, keywordRoutes } from './routes/keyword.ts';
import { type TechnologiesRouteParts, technologiesRoutes, type WhoisRouteParts, whoisRoutes } from './routes/lookups.ts';
import { type McpRouteParts, mcpRoutes } from './routes/mcp.ts';
import { type ObjectsRouteParts, objectsRoutes } from './routes/objects.ts';
import { type OperatorRouteParts, operatorRoutes } from './routes/operator.ts';
import { type QuoteRouteParts, quoteRoutes } from './routes/quote.ts';
import { type RanksRouteParts, ranksRoutes } from './routes/ranks.ts';
import { regionRoutes } from './routes/region.ts';
import { type SerpRouteParts, serpRoutes } from './routes/serp.ts';
import { trackingRoutes } from './routes/tracking.ts';
import { type UsageRouteParts, usageRoutes } from './routes/usage.ts';
import { type UserRouteParts, userRoutes } from './routes/user.ts';
import { checkScopes } from './scopes.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { buildSerializer } from './serializers.ts';
import { traceRequests } from './trace-requests.ts';
import type { TrackingRouteParts } from './tracking-parts.ts';

/** Checks before a body is read: who calls, and how often. */
export interface AccessParts extends OperatorAuthParts {
  readonly findAccount: FindAccount;
  readonly limits: Limits;
  readonly rations: BodyLimits;
  /** The operator's routes exist only on the admin listener. */
  readonly hasAdminListener: boolean;
  /** Callbacks to this machine are allowed, unless the request came through a proxy. */
  readonly loopbackOpen: boolean;
}

export interface HttpParts extends ListenerParts {
  /** IP addresses of proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: readonly string[];
  /** Sends Strict-Transport-Security over TLS. */
  readonly hsts: boolean;
  /** Origins whose pages may call the API. `*` means any. */
  readonly corsOrigins: readonly string[];
  readonly onRequest: (route: string, method: string, status: number, seconds: number) => void;
  /** Null: requests are not traced. */
  readonly tracer: Tracer | null;
}

/** The parts of the API by subject. Each group holds what the routes of that subject need. */
export interface ServerParts {
  readonly http: HttpParts;
  readonly access: AccessParts;
  readonly orders: SerpRouteParts & KeywordRouteParts & AiRouteParts & QuoteRouteParts;
  readonly lookups: WhoisRouteParts & TechnologiesRouteParts;
  readonly objects: ObjectsRouteParts & RanksRouteParts;
  readonly images: ImageRouteParts;
  readonly account: UserRouteParts & UsageRouteParts;
  readonly events: EventRouteParts;
  readonly tracking: TrackingRouteParts;
  readonly tasks: TaskSettings;
  readonly mcp: McpRouteParts;
  readonly compat: Pick<SerpApiParts, 'keepsHtml' | 'pageSizeOf'>;
  readonly admin: OperatorRouteParts;
  readonly health: HealthRouteParts;
  readonly regions: Parameters<typeof regionRoutes>[1]['regions'];
  /** Registers the HTML pages of other modules. */
  readonly pages: readonly ((app: FastifyInstance) => void)[];
  readonly log: Log;
}

const NO_KEY: readonly string[] = ['/docs', '/openapi.json'];

export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { http, access, log } = parts;
  const listener = createHttpListener(http);
  const toRoute = createToRoute(http.basePath);
  const app = fastify({
    logger: false,
    serverFactory: (handler) => listener.serverFactory(handler as RequestListener),
    bodyLimit: BODY_BYTES_MAX,
    genReqId: () => randomUUID(),
    trustProxy: http.trustProxy.length > 0 ? [...http.trustProxy] : false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 8192, ignoreTrailingSlash: false },
    rewriteUrl: ({ url = '/', headers }) => providerPath(toRoute(url), headers.host),
    // URLs that cannot be decoded never reach a route, so they are handled here.
    frameworkErrors: (error, request, reply) => {
      addSecurityHeaders(request as never, reply as never, http);
      if (!sendUnrouted(request as never, reply as never, error, log)) sendError(error, request as never, reply as never, log);
    },
    clientErrorHandler: rejectRaw,
    schemaController: { compilersFactory: { buildSerializer } },
  });
  app.decorate('basePath', http.basePath);
  app.decorateRequest('account', null);
  app.decorateRequest('operator', null);
  readBodies(app, access.rations);
  // Our own checker validates bodies, because it knows the contract's exceptions and error texts.
  app.setValidatorCompiler(() => () => true);
  for (const schema of SCHEMAS) app.addSchema(schema);
  app.setErrorHandler((error, request, reply) => {
    // Routes of providers have their own handler. An unknown path has none.
    if (!request.is404 || !sendToProvider(request, reply, error, log)) sendError(error, request, reply, log);
  });
  let table: RouteTable | undefined;
  const cors = createCors(app, http.corsOrigins, () => table!);
  traceRequests(app, http.tracer);
  authenticateRequests(app, access, http);
  reportRequests(app, http, log);
  ignoreTypeWithoutBody(app);
  listener.watchRoutes(app);

  await referencePages(app, http.basePath);
  await app.register(async (routes) => {
    table = createRouteTable(routes);
    const { methodsOf, separatePlainPaths } = table;
    serpRoutes(routes, parts.orders);
    keywordRoutes(routes, parts.orders);
    aiRoutes(routes, parts.orders);
    whoisRoutes(routes, parts.lookups);
    technologiesRoutes(routes, parts.lookups);
    userRoutes(routes, parts.account);
    objectsRoutes(routes, parts.objects);
    ranksRoutes(routes, parts.objects);
    imageRoutes(routes, parts.images, access.limits);
    usageRoutes(routes, parts.account);
    quoteRoutes(routes, parts.orders);
    eventRoutes(routes, parts.events);
    trackingRoutes(routes, parts.tracking, access.limits);
    regionRoutes(routes, parts);
    operatorRoutes(routes, parts.admin, parts.objects);
    mcpRoutes(routes, parts.mcp);
    healthRoutes(routes, parts.health);
    for (const show of parts.pages) show(routes);
    const { orders, lookups, account, tasks, objects, regions } = parts;
    const search = { ...orders, ...parts.compat, regions, log };
    compatRoutes(routes, { search, account, limits: access.limits });
    const { resendOwn } = objects;
    dataForSeoRoutes(routes, { ...orders, ...lookups, ...account, ...tasks, resendOwn, regions, rations: access.rations, log });
    separatePlainPaths();
    app.setNotFoundHandler((request, reply) => {
      const allowed = methodsOf(request.url.split('?')[0]!);
      if (allowed.length > 0 && cors.preflight(request, reply, allowed)) return;
      const error = allowed.length === 0 ? errors.unknownRoute(http.basePath) : errors.wrongMethod(allowed.join(', '));
      if (!sendToProvider(request, reply, error, log)) throw error;
    });
  });
  await app.ready();
  return app;
}

function authenticateRequests(app: FastifyInstance, parts: AccessParts, http: HttpParts): void {
  const authenticateOperator = createOperatorAuth(parts);
  // Hooks are synchronous: most requests need no waiting, and a promise for each would cost more than the checks.
  app.addHook('onRequest', (request, reply, done) => {
    const { access, lookup = false, adminListener = false, wrongMethod = false } = request.routeOptions.config;
    addSecurityHeaders(request, reply, http);
    // On the wrong listener, a route does not exist. Health checks exist on both.
    const isWrongListener =
      access === 'operator' || adminListener
        ? !isAdminListener(request.raw.socket)
        : access !== 'anybody' && isAdminListener(request.raw.socket);
    if (parts.hasAdminListener && isWrongListener) throw errors.unknownRoute(http.basePath);
    const open = access === 'anybody' || NO_KEY.some((prefix) => request.url.startsWith(prefix));
    const isUnknown = request.is404 || wrongMethod;
    // The operator's calls and health checks are not rate limited.
    if (access === 'operator') {
      const found = authenticateOperator(request, reply);
      return found ? void found.then(() => done(), done) : done();
    }
    if (open && !isUnknown) return done();
    parts.limits.address(request.ip, reply, lookup);
    if (isUnknown) return done();
    const sends = hasBody(request);
    if (sends) parts.rations.check(null, request.ip, reply);
    const rejected = (error: unknown): never => {
      // A valid key without permission is not a bad key.
      if ((error as { code?: number }).code === 403 && request.account === null) parts.limits.badKey(request.ip, reply);
      throw error;
    };
    try {
      const found = authenticate(request, parts.findAccount, (account) => {
        request.account = parts.loopbackOpen && isForwarded(request) ? { ...account, forwarded: true } : account;
        if (account.scopes !== undefined) checkScopes(request, account.scopes);
        parts.limits.account(account, reply, lookup);
        if (sends) parts.rations.check(account, request.ip, reply);
      });
      if (found) return void found.catch(rejected).then(() => done(), done);
    } catch (error) {
      rejected(error);
    }
    done();
  });
}

function reportRequests(app: FastifyInstance, { onRequest }: HttpParts, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    onRequest(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    const { account, operator } = request;
    log.debug('request', {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(account ? { account: account.id, key: account.keyId } : {}),
      ...(operator === null ? {} : { operator: operator.name }),
    });
    done();
  });
}

/** Headers that proxies add. A client that sends one only loses callbacks to its own machine. */
const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto', 'x-forwarded-host', 'via'];
const isForwarded = ({ headers }: FastifyRequest): boolean => FORWARDING.some((name) => headers[name] !== undefined);
