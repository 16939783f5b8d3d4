// The HTTP API: order of checks, one error form, every route in one list.
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Log } from '../platform/log.ts';
import { isAdminListener } from './admin-listener.ts';
import type { Overload } from './admission.ts';
import { authenticate, type FindAccount } from './auth.ts';
import { ignoreTypeOfNothing } from './bodiless.ts';
import { BODY_BYTES_MAX, readBodies } from './body-read.ts';
import { serpApiRoutes } from './compat/serpapi.ts';
import { serperRoutes } from './compat/serper.ts';
import type { ConnectionSettings } from './connections.ts';
import { createCors } from './cors.ts';
import { sendError } from './errors.ts';
import { createHttpListener, type ListenerParts } from './http-listener.ts';
import type { Limits } from './limits.ts';
import { SCHEMAS } from './openapi.ts';
import { createOperatorAuth, type OperatorAuthParts } from './operator-auth.ts';
import { createRouteTable, type RouteTable, withoutTrailingSlash } from './paths.ts';
import { hasBody, type Rations } from './rations.ts';
import { rejectRaw } from './raw-error.ts';
import { referencePages } from './reference.ts';
import { type AdminRouteParts, adminRoutes } from './routes/admin.ts';
import { type AdminAccountsRouteParts, adminAccountsRoutes } from './routes/admin-accounts.ts';
import { adminObjectsRoutes } from './routes/admin-objects.ts';
import { type AdminOperatorsRouteParts, adminOperatorsRoutes } from './routes/admin-operators.ts';
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
import { buildSerializer } from './serializers.ts';

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
    AdminOperatorsRouteParts,
    AdminOverviewRouteParts,
    HealthRouteParts,
    Omit<OperatorAuthParts, 'limits'> {
  readonly findAccount: FindAccount;
  readonly limits: Limits;
  readonly rations: Rations;
  readonly overload: Overload;
  readonly connections: ConnectionSettings;
  /** The operator's routes live on a listener of their own and nowhere else. */
  readonly operatorApart: boolean;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[];
  /** Callbacks to this machine are allowed, unless their request came through a proxy. */
  readonly loopbackOpen: boolean;
  /** Says over TLS that browsers shall use nothing else. */
  readonly hsts: boolean;
  /** Origins whose pages may call the API; `*` is any. */
  readonly corsOrigins: readonly string[];
  readonly regions: Parameters<typeof regionRoutes>[1]['regions'];
  readonly log: Log;
  readonly onRequest: (route: string, method: string, status: number, seconds: number) => void;
  readonly onRejected: ListenerParts['onRejected'];
  /** Tells clients to reconnect elsewhere. */
  readonly draining: () => boolean;
  /** Pages for people, which other doors know how to show. */
  readonly pages: readonly ((app: FastifyInstance) => void)[];
}

const NO_KEY: readonly string[] = ['/docs', '/openapi.json'];

export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const listener = createHttpListener(parts);
  const app = fastify({
    logger: false,
    serverFactory: (handler) => listener.serverFactory(handler as RequestListener),
    bodyLimit: BODY_BYTES_MAX,
    genReqId: () => randomUUID(),
    trustProxy: parts.trustProxy.length > 0 ? [...parts.trustProxy] : false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 8192, ignoreTrailingSlash: false },
    rewriteUrl: ({ url = '/' }) => withoutTrailingSlash(url),
    // Addresses that cannot be decoded never reach a route, so they are answered here.
    frameworkErrors: (error, request, reply) => {
      security(request as never, reply as never, parts);
      sendError(error, request as never, reply as never, parts.log);
    },
    clientErrorHandler: rejectRaw,
    schemaController: { compilersFactory: { buildSerializer } },
  });
  app.decorateRequest('account', null);
  app.decorateRequest('operator', null);
  readBodies(app, parts.rations);
  // Bodies are held against the schemas by our own checker, which knows the contract's exceptions and words.
  app.setValidatorCompiler(() => () => true);
  for (const schema of SCHEMAS) app.addSchema(schema);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, parts.log));
  let table: RouteTable | undefined;
  const cors = createCors(app, parts.corsOrigins, () => table!);
  hooks(app, parts);
  ignoreTypeOfNothing(app);
  listener.watch(app);

  await referencePages(app);
  await app.register(async (routes) => {
    table = createRouteTable(routes);
    const { methodsOf, separatePlainPaths } = table;
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
    adminOperatorsRoutes(routes, parts);
    adminOverviewRoutes(routes, parts);
    mcpRoutes(routes, parts);
    healthRoutes(routes, parts);
    for (const show of parts.pages) show(routes);
    serpApiRoutes(routes, parts);
    serperRoutes(routes, parts);
    separatePlainPaths();
    app.setNotFoundHandler((request, reply) => {
      const allowed = methodsOf(request.url.split('?')[0]!);
      if (allowed.length === 0) throw errors.unknownRoute();
      if (!cors.preflight(request, reply, allowed)) throw errors.wrongMethod(allowed.join(', '));
    });
  });
  await app.ready();
  return app;
}

function hooks(app: FastifyInstance, parts: ServerParts): void {
  const authenticateOperator = createOperatorAuth(parts);
  // Hooks are plain functions: most requests pass them without waiting, and a promise for each would cost more than the checks.
  app.addHook('onRequest', (request, reply, done) => {
    const { access, lookup = false, adminListener = false, wrongMethod = false } = request.routeOptions.config;
    security(request, reply, parts);
    // Seen from the wrong side a route does not exist; probes are answered on both.
    const elsewhere =
      access === 'operator' || adminListener
        ? !isAdminListener(request.raw.socket)
        : access !== 'anybody' && isAdminListener(request.raw.socket);
    if (parts.operatorApart && elsewhere) throw errors.unknownRoute();
    const open = access === 'anybody' || NO_KEY.some((prefix) => request.url.startsWith(prefix));
    const leadsNowhere = request.is404 || wrongMethod;
    // The operator's own calls and probes are not rationed.
    if (access === 'operator') {
      const found = authenticateOperator(request, reply);
      return found ? void found.then(() => done(), done) : done();
    }
    if (open && !leadsNowhere) return done();
    parts.limits.address(request.ip, reply, lookup);
    if (leadsNowhere) return done();
    const sends = hasBody(request);
    if (sends) parts.rations.check(null, request.ip, reply);
    const refused = (error: unknown): never => {
      // A right key that may not do this is not a wrong one.
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
      if (found) return void found.catch(refused).then(() => done(), done);
    } catch (error) {
      refused(error);
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    parts.onRequest(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    const { account, operator } = request;
    parts.log.debug('request', {
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

/** Headers that proxies add. A client that sends one itself only loses the callbacks to its own machine. */
const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto', 'x-forwarded-host', 'via'];
const isForwarded = ({ headers }: FastifyRequest): boolean => FORWARDING.some((name) => headers[name] !== undefined);

const HSTS = 'max-age=31536000';

function security(request: FastifyRequest, reply: FastifyReply, { hsts }: Pick<ServerParts, 'hsts'>): void {
  // `https` only by the word of a proxy in TRUST_PROXY; browsers ignore the header over plain HTTP anyway.
  if (hsts && request.protocol === 'https') reply.header('strict-transport-security', HSTS);
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('cache-control', 'no-store');
  reply.header('x-frame-options', 'DENY');
  // The documentation sets its own; an answer of the API is never a page.
  if (!request.url.startsWith('/docs')) reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
}
