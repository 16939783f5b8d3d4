// Quotes the price of a request without creating it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AiSendPromptRequest, AiSeoAnalysisRequest } from '../../contract/ai.ts';
import { errors } from '../../contract/errors.ts';
import { KeywordRequestShape } from '../../contract/keyword.ts';
import type { Account, OrderItem } from '../../contract/order.ts';
import { QuoteRequest } from '../../contract/quote.ts';
import Type from '../../contract/schema.ts';
import { SerpRequest } from '../../contract/serp.ts';
import type { Kind, Lookup, QuoteType, WhoisSource } from '../../contract/vocabulary.ts';
import { WhoisQuery } from '../../contract/whois.ts';
import { readEntries } from '../batch.ts';
import { anyOf, objectShape } from '../body-shape.ts';
import { REPLAY_HEADER } from '../header-parameters.ts';
import type { QuoteOrder } from '../quote.ts';
import { isRepeated, isRepeatedLookup } from '../repeats.ts';
import { checkQuoteScope } from '../scopes.ts';
import { checkBatch, checkerOf, isBatch } from '../validation.ts';
import type { AiRouteParts } from './ai.ts';
import type { KeywordRouteParts } from './keyword.ts';
import { accountOf, reference, responses } from './operation.ts';
import type { SerpRouteParts } from './serp.ts';

export interface QuoteRouteParts
  extends Pick<SerpRouteParts, 'readSerp'>,
    Pick<KeywordRouteParts, 'readKeyword'>,
    Pick<AiRouteParts, 'readSendPrompt' | 'readSeoAnalysis' | 'store'> {
  readonly quote: QuoteOrder;
  readonly readWhois: (domain: string, source: WhoisSource, account: Account) => OrderItem;
  readonly readTechnologies: (domain: string, account: Account) => OrderItem;
}

const LookupRequest = Type.Object({ domain: Type.String(), ...WhoisQuery.properties });

const ONE = anyOf([SerpRequest, KeywordRequestShape, AiSendPromptRequest, AiSeoAnalysisRequest, LookupRequest]);
const QUOTE_SHAPE = objectShape([
  ['type', {}],
  ['request', { ...ONE, entries: ONE }],
]);

/** Reads one request as its create or lookup route does. */
type Read = (request: never, account: Account, at: string) => OrderItem;

export function quoteRoutes(app: FastifyInstance, parts: QuoteRouteParts): void {
  // `request` is validated with the schema of its type.
  const check = checkerOf(Type.Object({ type: QuoteRequest.properties.type, request: Type.Unknown() }));
  type LookupBody = { domain: string; source?: WhoisSource };
  const readWhois = ({ domain, source = 'auto' }: LookupBody, account: Account) => parts.readWhois(domain, source, account);
  const readTechnologies = ({ domain }: LookupBody, account: Account) => parts.readTechnologies(domain, account);
  const types: Readonly<Record<QuoteType, { kind: Kind | Lookup; check: ReturnType<typeof checkerOf>; read: Read }>> = {
    serp: { kind: 'serp', check: checkerOf(SerpRequest), read: parts.readSerp as Read },
    keyword: { kind: 'keyword', check: checkerOf(KeywordRequestShape), read: parts.readKeyword as Read },
    'ai-prompt': { kind: 'ai', check: checkerOf(AiSendPromptRequest), read: parts.readSendPrompt as Read },
    'ai-analysis': { kind: 'ai', check: checkerOf(AiSeoAnalysisRequest), read: parts.readSeoAnalysis as Read },
    whois: { kind: 'whois', check: checkerOf(LookupRequest), read: readWhois as Read },
    technologies: { kind: 'technologies', check: checkerOf(LookupRequest), read: readTechnologies as Read },
  };

  const isRepeat = async (request: FastifyRequest, account: Account, kind: Kind | Lookup, item: OrderItem, quoted: unknown) => {
    if (kind !== 'whois' && kind !== 'technologies') return isRepeated(request, account, kind, item, parts);
    const { domain, source } = quoted as LookupBody;
    return isRepeatedLookup(request, account, { kind, domain, ...(source && { source }) }, parts.store);
  };

  app.post(
    '/quote',
    {
      config: { body: { list: { depth: 2, what: 'requests' }, shape: QUOTE_SHAPE } },
      schema: {
        tags: ['account'],
        summary: 'Get the cost and the expected wait of a request',
        description:
          'Validates the request exactly as its create would. Nothing is charged or stored. A key with scopes needs that of the product, or `read`.',
        headers: REPLAY_HEADER,
        body: reference('QuoteRequest'),
        response: responses(reference('Quote'), [400, 403, 429, 500, 502, 504]),
      },
    },
    async (request) => {
      check(request.body);
      const account = accountOf(request);
      const { type, request: quoted } = request.body as QuoteRequest;
      const { kind, check: checkOne, read } = types[type];
      checkQuoteScope(account, kind);
      if (!isBatch(quoted)) {
        checkOne(quoted);
        const item = read(quoted as never, account, '');
        const [quote, isFree] = await Promise.all([parts.quote(account, kind, [item]), isRepeat(request, account, kind, item, quoted)]);
        return isFree ? { ...quote, cost: 0 } : quote;
      }
      if (type !== 'serp' && type !== 'keyword')
        throw errors.badParameter('request', 'must be one request, because only serp and keyword accept lists');
      checkBatch(quoted, 'requests');
      const { items } = await readEntries(request, quoted, (item, at) => {
        checkOne(item, at);
        return read(item as never, account, at);
      });
      const distinct = [...new Map(items.map((item) => [item.request, item])).values()];
      return parts.quote(account, kind, distinct, items.length);
    },
  );
}
