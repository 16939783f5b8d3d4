// WHOIS and technologies lookups.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LookupCall } from '../../business/orders/lookup.ts';
import Type from '../../contract/schema.ts';
import type { WhoisSource } from '../../contract/vocabulary.ts';
import { type Technologies, type Whois, WhoisQuery } from '../../contract/whois.ts';
import { KEY_AND_REPLAY_HEADERS } from '../header-parameters.ts';
import { hashOf, idempotencyOf } from '../idempotency.ts';
import { type AskedLookup, lookupKeyOf, replaySecondsOf } from '../repeats.ts';
import { queryCheckerOf } from '../validation.ts';
import { accountOf, reference, responses } from './operation.ts';

export interface WhoisRouteParts {
  readonly whois: (domain: string, source: WhoisSource, call: LookupCall) => Promise<Whois>;
}

export function whoisRoutes(app: FastifyInstance, parts: WhoisRouteParts): void {
  const checkQuery = queryCheckerOf<{ source?: WhoisSource }>(WhoisQuery);
  app.get<{ Params: { domain: string } }>(
    '/whois/:domain',
    {
      // HEAD would be charged too.
      exposeHeadRoute: false,
      config: { lookup: true },
      schema: {
        tags: ['lookups'],
        summary: 'Look up a domain or IP address',
        headers: KEY_AND_REPLAY_HEADERS,
        params: Type.Object({ domain: Type.String({ example: 'shop.example' }) }),
        querystring: WhoisQuery,
        response: responses(reference('Whois'), [400, 403, 429, 500, 502, 503, 504]),
      },
    },
    async (request, reply) => {
      const { source = 'auto' } = checkQuery(request.query);
      const { domain } = request.params;
      return parts.whois(domain, source, lookupCallOf(request, reply, { kind: 'whois', domain, source }));
    },
  );
}

export interface TechnologiesRouteParts {
  readonly technologies: (domain: string, call: LookupCall) => Promise<Technologies>;
}

export function technologiesRoutes(app: FastifyInstance, parts: TechnologiesRouteParts): void {
  app.get<{ Params: { domain: string } }>(
    '/technologies/:domain',
    {
      // HEAD would be charged too.
      exposeHeadRoute: false,
      config: { lookup: true },
      schema: {
        tags: ['lookups'],
        summary: 'Detect the technologies of a website',
        headers: KEY_AND_REPLAY_HEADERS,
        params: Type.Object({ domain: Type.String({ example: 'shop.example' }) }),
        response: responses(reference('Technologies'), [400, 402, 403, 500, 502, 503, 504]),
      },
    },
    async (request, reply) => {
      const { domain } = request.params;
      return parts.technologies(domain, lookupCallOf(request, reply, { kind: 'technologies', domain }));
    },
  );
}

/** `asked` is what a key stands for, as the body is on creates. */
function lookupCallOf(request: FastifyRequest, reply: FastifyReply, { kind, ...asked }: AskedLookup): LookupCall {
  const replaySeconds = replaySecondsOf(request);
  return {
    account: accountOf(request),
    idempotency:
      replaySeconds === null
        ? idempotencyOf(request, request.routeOptions.url ?? '', () => hashOf(asked))
        : lookupKeyOf({ kind, ...asked }),
    replaySeconds,
    told: (cost, replayed) => {
      reply.header('Credits-Cost', replaySeconds !== null && replayed ? 0 : cost);
      if (replayed) reply.header('Idempotent-Replayed', 'true');
    },
  };
}
