// WHOIS lookups.
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { LookupCall } from '../../business/orders/lookup.ts';
import type { WhoisSource } from '../../contract/vocabulary.ts';
import { type Whois, WhoisQuery } from '../../contract/whois.ts';
import { lookupCallOf } from '../lookup.ts';
import { queryCheckerOf } from '../validation.ts';
import { answers, reference } from './operation.ts';

export interface WhoisRouteParts {
  readonly whois: (domain: string, source: WhoisSource, call: LookupCall) => Promise<Whois>;
}

export function whoisRoutes(app: FastifyInstance, parts: WhoisRouteParts): void {
  const checkQuery = queryCheckerOf<{ source?: WhoisSource }>(WhoisQuery);
  app.get<{ Params: { domain: string } }>(
    '/whois/:domain',
    {
      config: { lookup: true },
      schema: {
        tags: ['lookups'],
        summary: 'Look a domain or IP address up',
        params: Type.Object({ domain: Type.String({ example: 'shop.example' }) }),
        querystring: WhoisQuery,
        response: answers(reference('Whois'), [400, 403, 429, 500, 502, 503, 504]),
      },
    },
    async (request, reply) => {
      const { source = 'auto' } = checkQuery(request.query);
      const { domain } = request.params;
      return parts.whois(domain, source, lookupCallOf(request, reply, { domain, source }));
    },
  );
}
