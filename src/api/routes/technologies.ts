// Technologies lookups (older variant).
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { LookupCall } from '../../business/orders/lookup.ts';
import type { Technologies } from '../../contract/whois.ts';
import { lookupCallOf } from '../lookup.ts';
import { answers, reference } from './operation.ts';

export interface TechnologiesRouteParts {
  readonly technologies: (domain: string, call: LookupCall) => Promise<Technologies>;
}

export function technologiesRoutes(app: FastifyInstance, parts: TechnologiesRouteParts): void {
  app.get<{ Params: { domain: string } }>(
    '/technologies/:domain',
    {
      config: { lookup: true },
      schema: {
        tags: ['lookups'],
        summary: 'Find the technologies of a website',
        params: Type.Object({ domain: Type.String({ example: 'shop.example' }) }),
        response: answers(reference('Technologies'), [400, 402, 403, 500, 502, 503, 504]),
      },
    },
    async (request, reply) => {
      const { domain } = request.params;
      return parts.technologies(domain, lookupCallOf(request, reply, { domain }));
    },
  );
}
