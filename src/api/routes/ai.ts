// AI jobs: analyse a page, send a prompt, fetch.
import type { FastifyInstance } from 'fastify';
import { AiSendPromptRequest, AiSeoAnalysisRequest } from '../../contract/ai.ts';
import type { Account, OrderItem } from '../../contract/order.ts';
import type { CreateParts } from '../create.ts';
import { KEY_AND_REPLAY_HEADERS } from '../header-parameters.ts';
import { createRepeatable } from '../repeats.ts';
import { checkerOf } from '../validation.ts';
import { objectRoutes } from './object.ts';
import { accountOf, CREATE_STATUSES, reference, responses } from './operation.ts';

export interface AiRouteParts extends CreateParts {
  readonly readSendPrompt: (request: AiSendPromptRequest, account: Account) => OrderItem;
  readonly readSeoAnalysis: (request: AiSeoAnalysisRequest, account: Account) => OrderItem;
}

export function aiRoutes(app: FastifyInstance, parts: AiRouteParts): void {
  const checkAnalysis = checkerOf(AiSeoAnalysisRequest);
  const checkPrompt = checkerOf(AiSendPromptRequest);
  const schema = (summary: string, body: string) => ({
    tags: ['ai'],
    summary,
    headers: KEY_AND_REPLAY_HEADERS,
    body: reference(body),
    response: responses(reference('AIResponse'), CREATE_STATUSES),
  });

  app.post('/ai/seo-analysis', { schema: schema('Request the SEO analysis of a page', 'AISeoAnalysisRequest') }, async (request, reply) => {
    checkAnalysis(request.body);
    const account = accountOf(request);
    return createRepeatable(request, reply, account, 'ai', parts.readSeoAnalysis(request.body as AiSeoAnalysisRequest, account), parts);
  });
  app.post('/ai/send-prompt', { schema: schema('Send a prompt', 'AISendPromptRequest') }, async (request, reply) => {
    checkPrompt(request.body);
    const account = accountOf(request);
    return createRepeatable(request, reply, account, 'ai', parts.readSendPrompt(request.body as AiSendPromptRequest, account), parts);
  });
  objectRoutes(app, 'ai', 'AIResponse', parts);
}
