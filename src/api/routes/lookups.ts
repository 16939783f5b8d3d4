// WHOIS and technologies lookups.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LookupCall } from '../../business/orders/lookup.ts';
import type { Store } from '../../business/orders/objects.ts';
import Type from '../../contract/schema.ts';
import type { WhoisSource } from '../../contract/vocabulary.ts';
import { type Technologies, type Whois, WhoisQuery } from '../../contract/whois.ts';
import { hashOf, idempotencyOf } from '../idempotency.ts';
import { type AskedLookup, repeatedLookup } from '../repeats.ts';
import { queryCheckerOf } from '../validation.ts';
import { accountOf, reference, responses } from './operation.ts';

/** Finds the keys of earlier equal lookups. */
export interface LookupRouteParts {
  readonly lastKey: Store['lastKey'];
}

export interface WhoisRouteParts extends LookupRouteParts {
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
        params: Type.Object({ domain: Type.String({ example: 'shop.example' }) }),
        querystring: WhoisQuery,
        response: responses(reference('Whois'), [400, 403, 429, 500, 502, 503, 504]),
      },
    },
    async (request, reply) => {
      const { source = 'auto' } = checkQuery(request.query);
      const { domain } = request.params;
      return parts.whois(domain, source, await lookupCallOf(request, reply, { kind: 'whois', domain, source }, parts));
    },
  );
}

export interface TechnologiesRouteParts extends LookupRouteParts {
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
        params: Type.Object({ domain: Type.String({ example: 'shop.example' }) }),
        response: responses(reference('Technologies'), [400, 402, 403, 500, 502, 503, 504]),
      },
    },
    async (request, reply) => {
      const { domain } = request.params;
      return parts.technologies(domain, await lookupCallOf(request, reply, { kind: 'technologies', domain }, parts));
    },
  );
}

/** `asked` is what a key stands for, as the body is on creates. */
async function lookupCallOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, ...asked }: AskedLookup,
  parts: LookupRouteParts,
): Promise<LookupCall> {
  const account = accountOf(request);
  const repeated = await repeatedLookup(request, account, { kind, ...asked }, parts);
  return {
    account,
    idempotency: repeated?.idempotency ?? idempotencyOf(request, request.routeOptions.url ?? '', () => hashOf(asked)),
    told: (cost, replayed) => {
      reply.header('Credits-Cost', repeated && replayed ? 0 : cost);
      if (replayed) reply.header('Idempotent-Replayed', 'true');
    },
  };
}
