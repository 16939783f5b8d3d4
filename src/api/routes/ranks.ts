// Positions of a domain in the caller's stored SERPs.
import type { FastifyInstance } from 'fastify';
import { errors } from '../../contract/errors.ts';
import type { Account } from '../../contract/order.ts';
import { Ranks, RanksQuery } from '../../contract/ranks.ts';
import type { RanksAsk } from '../../products/serp/ranks.ts';
import { readText } from '../object-filter.ts';
import { queryCheckerOf } from '../validation.ts';
import { accountOf, LIST_STATUSES, responses } from './operation.ts';

export interface RanksRouteParts {
  readonly ranks: (ask: RanksAsk, account: Account) => Promise<Ranks>;
}

const [DAYS_DEFAULT, PAGES_DEFAULT] = [30, 100];
const DAY_MS = 86_400_000;

/** Accepts `https://www.Shop.example/shoes` as well. Returns the host name. */
function readDomain(text: string): string {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#:].*$/, '')
    .replace(/\.$/, '');
  try {
    const { hostname } = new URL(`http://${bare}/`);
    if (/^(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(hostname)) return hostname;
  } catch {
    // Rejected below.
  }
  throw errors.badParameter('domain', 'must be a domain name', 'Send a name such as shop.example.');
}

export function ranksRoutes(app: FastifyInstance, parts: RanksRouteParts): void {
  const checkQuery = queryCheckerOf<RanksQuery>(RanksQuery);
  app.get(
    '/ranks',
    {
      schema: {
        tags: ['objects'],
        summary: 'Get the positions of a domain in stored result pages',
        description:
          'Checks the newest matching ready SERPs, at most `limit` of them and 64 MiB of text. `next` continues with older ones. No new search is made and nothing is charged.',
        querystring: RanksQuery,
        response: responses(Ranks, LIST_STATUSES),
      },
    },
    async (request) => {
      const given = request.query as { keywords?: string | string[] };
      const query = checkQuery({ ...given, ...(given.keywords === undefined ? {} : { keywords: [given.keywords].flat() }) });
      for (const [index, keyword] of (query.keywords ?? []).entries()) readText(`keywords[${index}]`, keyword);
      return parts.ranks(
        {
          domain: readDomain(query.domain),
          keywords: query.keywords,
          engine: query.engine,
          region: readText('region', query.region),
          from: new Date(Date.now() - (query.days ?? DAYS_DEFAULT) * DAY_MS),
          after: query.after ?? null,
          pagesMax: query.limit ?? PAGES_DEFAULT,
        },
        accountOf(request),
      );
    },
  );
}
