// Validates AI requests completely before any charge and converts them to order items.
import { type Prices, priceOf } from '../../business/credits/price.ts';
import { readCallback } from '../../business/orders/fields.ts';
import type { LabelOf } from '../../business/orders/labels.ts';
import { type AiSendPromptRequest, type AiSeoAnalysisRequest, PROMPT_LENGTH_MAX } from '../../contract/ai.ts';
import { errors } from '../../contract/errors.ts';
import type { Account, OrderItem } from '../../contract/order.ts';
import { URL_LENGTH_MAX } from '../../contract/request.ts';
import { hasControls, isLongerThan, isUrl } from '../../contract/text.ts';
import type { AiService, Mode } from '../../contract/vocabulary.ts';
import { type GuardPolicy, isAllowedHost } from '../../platform/ssrf-guard.ts';
import type { StoredAiRequest } from './request.ts';

export interface AiOrderParts {
  readonly prices: Prices;
  /** `guard` applies to callbacks, `pageGuard` to the page of an analysis. */
  readonly guard: GuardPolicy;
  readonly pageGuard: GuardPolicy;
  /** Default: no job has a label. */
  readonly labelOf?: LabelOf;
  /** Returns whether this service is available in this mode. */
  readonly hasModel: (service: AiService, mode: Mode) => boolean;
}

export function readSendPrompt(request: AiSendPromptRequest, account: Account, parts: AiOrderParts): OrderItem {
  if (request.prompt.trim() === '' || isLongerThan(request.prompt, PROMPT_LENGTH_MAX))
    throw errors.badParameter('prompt', 'must have 1 to 32,768 characters');
  return itemOf({ ...commonOf(request, account, parts), type: 'send-prompt', url: null, prompt: request.prompt }, account, parts);
}

export function readSeoAnalysis(request: AiSeoAnalysisRequest, account: Account, parts: AiOrderParts): OrderItem {
  const { url } = request;
  if (url.length > URL_LENGTH_MAX || hasControls(url) || !/^https?:\/\//i.test(url) || !isUrl(url)) {
    throw errors.badParameter('url', 'must be an absolute http or https URL of at most 2,048 characters');
  }
  if (!isAllowedHost(new URL(url).hostname, parts.pageGuard)) {
    throw errors.badParameter('url', 'must not point to a private, local or reserved address');
  }
  return itemOf({ ...commonOf(request, account, parts), type: 'seo-analysis', url, prompt: null }, account, parts);
}

function commonOf(request: AiSendPromptRequest | AiSeoAnalysisRequest, account: Account, parts: AiOrderParts) {
  const aiService = request.aiService ?? 'perplexity';
  if (!parts.hasModel(aiService, account.mode)) {
    throw errors.badParameter('aiService', `${aiService} has no credentials on this server`, 'Ask the operator, or use a test key.');
  }
  return {
    aiService,
    priority: request.priority ?? 'NORMAL',
    callback: readCallback(request.callback, parts.guard, ''),
    scheduleTo: request.scheduleTo ?? null,
    externalIdentifier: request.externalIdentifier ?? null,
  };
}

function itemOf(stored: StoredAiRequest, account: Account, parts: AiOrderParts): OrderItem {
  return {
    request: JSON.stringify(stored),
    priority: stored.priority,
    ...priceOf({ kind: 'ai', engine: `ai.${stored.aiService}`, priority: stored.priority }, account, parts.prices),
    hasWaiter: false,
    delayDays: stored.scheduleTo ?? 0,
    label: parts.labelOf?.({ name: 'ai' }, account.mode) ?? '',
  };
}
