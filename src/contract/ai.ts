// AI requests and AI jobs.

import { AiTime, Nullable, OneOf } from './dialect.ts';
import { dryRunField } from './quote.ts';
import Type, { type Static } from './schema.ts';
import { Attempt } from './serp.ts';
import { AI_SERVICES, AI_TYPES, PRIORITIES, VERDICTS } from './vocabulary.ts';

export const PROMPT_LENGTH_MAX = 32_768;
export const SCHEDULE_DAYS_MAX = 365;

const optional = {
  aiService: Type.Optional(OneOf(AI_SERVICES, { default: 'perplexity' })),
  callback: Type.Optional(Type.String({ description: 'URL that receives the complete AIResponse when the job is finished.' })),
  priority: Type.Optional(OneOf(PRIORITIES, { default: 'NORMAL' })),
  scheduleTo: Type.Optional(Type.Integer({ minimum: 1, maximum: SCHEDULE_DAYS_MAX, description: 'Days of delay.' })),
  externalIdentifier: Type.Optional(Type.String({ maxLength: 255, description: 'Your own correlation id.' })),
  ...dryRunField,
};

export const AiSeoAnalysisRequest = Type.Object(
  { url: Type.String({ description: 'The page to analyse.', example: 'https://shop.example/' }), ...optional },
  { $id: 'AISeoAnalysisRequest', title: 'AISeoAnalysisRequest' },
);
export type AiSeoAnalysisRequest = Static<typeof AiSeoAnalysisRequest>;

export const AiSendPromptRequest = Type.Object(
  { prompt: Type.String({ description: '1 to 32,768 characters.', example: 'What is a sextant?' }), ...optional },
  { $id: 'AISendPromptRequest', title: 'AISendPromptRequest' },
);
export type AiSendPromptRequest = Static<typeof AiSendPromptRequest>;

export const AiResponse = Type.Object(
  {
    id: Type.String(),
    type: OneOf(AI_TYPES),
    aiService: OneOf(AI_SERVICES),
    priority: OneOf(PRIORITIES),
    ready: Type.Boolean({ description: 'True when the job is finished, even if it failed.' }),
    createdAt: AiTime('Creation time.'),
    generatedAt: Nullable(AiTime('Time of the provider’s response.')),
    scheduleToDate: Nullable(AiTime('The job does not run before this time.')),
    runtime: Nullable(Type.Number({ description: 'Processing time of the provider in seconds.' })),
    callback: Nullable(Type.String()),
    scheduleTo: Nullable(Type.Integer()),
    externalIdentifier: Nullable(Type.String()),
    error: Nullable(Type.String({ description: 'Why the job failed. Its credits were reversed. Null unless it failed.' })),
    url: Nullable(Type.String({ description: 'seo-analysis jobs.' })),
    prompt: Nullable(Type.String({ description: 'send-prompt jobs.' })),
    isOverLimit: Type.Boolean(),
    callbackExecuted: Type.Boolean(),
    callbackFailed: Type.Boolean(),
    verdict: Nullable(OneOf(VERDICTS)),
    attempts: Type.Array(Attempt),
    response: Nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
  },
  { $id: 'AIResponse', title: 'AIResponse' },
);
export type AiResponse = Static<typeof AiResponse>;
