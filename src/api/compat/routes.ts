// The compatibility endpoints. One path can belong to two providers: the request says which one (decision 75).
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { type ApiError, errors } from '../../contract/errors.ts';
import type { Limits } from '../limits.ts';
import { sendFailure } from './dataforseo/parts.ts';
import { namedProviderOf, type Provider, providerOf } from './provider.ts';
import { type CompatParts, errorHandlerOf, type ProviderError } from './search.ts';
import { type AccountParts, handleLocations, handleAccount as serpApiAccount } from './serpapi/account.ts';
import { handleArchive, type SerpApiParts, formatError as serpApiError, handleSearch as serpApiSearch } from './serpapi/handlers.ts';
import {
  handleWebpage,
  rejectUnsupported,
  handleAccount as serperAccount,
  formatError as serperError,
  handleSearch as serperSearch,
} from './serper/handlers.ts';
import { METHODS, UNSUPPORTED, WEBPAGE } from './serper/methods.ts';

export interface CompatRouteParts {
  readonly search: SerpApiParts;
  readonly account: AccountParts;
  readonly limits: Pick<Limits, 'address'>;
}

const FORMATS: Readonly<Record<Provider, (error: ApiError) => ProviderError>> = { serpapi: serpApiError, serper: serperError };

type Endpoint = Provider | 'any';

export function compatRoutes(app: FastifyInstance, { search, account, limits }: CompatRouteParts): void {
  const { log } = search;
  // Without HEAD: it would run the search and charge it, for a response without a body.
  const options = (compatEndpoint: Endpoint): RouteShorthandOptions => ({
    exposeHeadRoute: false,
    config: { compatEndpoint },
    onRequest: checkEncoding,
    schema: { hide: true },
    errorHandler: errorHandlerOf(log, (error, request) => FORMATS[compatEndpoint === 'any' ? providerOf(request) : compatEndpoint](error)),
  });

  for (const path of ['/search.json', '/search.html'])
    app.get(path, options('serpapi'), (request, reply) => serpApiSearch(request, reply, search, path === '/search.html' ? 'html' : 'json'));
  for (const path of ['/searches/:id', '/searches/:token/:id'])
    app.get(path, options('serpapi'), (request, reply) => handleArchive(request, reply, search));
  app.get('/account.json', options('serpapi'), (request) => serpApiAccount(request, account));
  app.get('/account', options('any'), (request, reply) =>
    providerOf(request) === 'serper' ? serperAccount(request, reply, account) : serpApiAccount(request, account),
  );
  const open = options('serpapi');
  // The provider's list needs no key, so only the IP address is limited.
  app.get('/locations.json', { ...open, config: { compatEndpoint: 'serpapi', access: 'anybody' } }, async (request, reply) => {
    limits.address(request.ip, reply, false);
    return handleLocations(request, search.regions);
  });

  for (const method of METHODS) {
    const handler = (request: FastifyRequest, reply: FastifyReply) => serperSearch(request, reply, method, search);
    if (method.name === 'search') {
      app.get('/search', options('any'), (request, reply) =>
        providerOf(request) === 'serper' ? handler(request, reply) : serpApiSearch(request, reply, search),
      );
      app.post('/search', options('any'), (request, reply) => {
        if (providerOf(request) !== 'serper') throw errors.wrongMethod('GET');
        return handler(request, reply);
      });
    } else {
      app.get(`/${method.name}`, options('serper'), handler);
      app.post(`/${method.name}`, options('serper'), handler);
    }
  }
  const webpage = (request: FastifyRequest, reply: FastifyReply) => handleWebpage(request, reply, search);
  app.post(`/${WEBPAGE}`, options('serper'), webpage);
  app.get(`/${WEBPAGE}`, options('serper'), webpage);
  for (const name of UNSUPPORTED) {
    app.post(`/${name}`, options('serper'), async () => rejectUnsupported(name));
    app.get(`/${name}`, options('serper'), async () => rejectUnsupported(name));
  }
}

const queryOf = (url: string | undefined): string => /\?(.*)$/s.exec(url ?? '')?.[1] ?? '';

/** The router leaves parameters that it cannot decode as they are. A search for such a text would be charged. */
function checkEncoding({ raw }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  try {
    decodeURIComponent(queryOf(raw.url));
    done();
  } catch {
    done(errors.badAddress());
  }
}

/** Sends the error of a request that reached no route, because its path cannot be decoded. Returns false when it names no provider. */
export function sendUnrouted(request: FastifyRequest, reply: FastifyReply, error: unknown, log: CompatParts['log']): boolean {
  const { headers, raw } = request;
  if (raw.url?.startsWith('/v3/')) {
    sendFailure(errors.unknownRoute(), request, reply, log);
    return true;
  }
  // The query of such a request was not parsed.
  const provider = namedProviderOf({ headers, query: Object.fromEntries(new URLSearchParams(queryOf(raw.url))) });
  if (provider !== null) errorHandlerOf(log, FORMATS[provider])(error, request, reply);
  return provider !== null;
}

/** Sends an error in the format of the provider that the request names. Returns false when it names none. */
export function sendToProvider(request: FastifyRequest, reply: FastifyReply, error: unknown, log: CompatParts['log']): boolean {
  const provider = namedProviderOf(request);
  if (provider === null) return false;
  errorHandlerOf(log, FORMATS[provider])(error, request, reply);
  return true;
}
