// An AI job as the API returns it, without `response`, which is appended unparsed.
import { shownCallback } from '../../business/callbacks/callback-url.ts';
import type { AiResponse } from '../../contract/ai.ts';
import { toAiTime } from '../../contract/dates.ts';
import type { Stored } from '../../contract/order.ts';
import type { Attempt } from '../../contract/serp.ts';
import type { StoredAiRequest } from './request.ts';

const DAY_MS = 86_400_000;

export function viewAi(stored: Stored): Omit<AiResponse, 'response'> {
  const request = JSON.parse(stored.request) as StoredAiRequest;
  const { result } = stored;
  const detail = (result ? JSON.parse(result.detail) : {}) as { runtime?: number; error?: string };
  const due = request.scheduleTo === null ? null : new Date(stored.createdAt.getTime() + request.scheduleTo * DAY_MS);
  return {
    id: stored.id,
    type: request.type,
    aiService: request.aiService,
    priority: request.priority,
    ready: result !== null,
    createdAt: toAiTime(stored.createdAt),
    generatedAt: toAiTime(result?.generatedAt ?? null),
    scheduleToDate: toAiTime(due),
    runtime: detail.runtime ?? null,
    callback: shownCallback(request.callback),
    scheduleTo: request.scheduleTo,
    externalIdentifier: request.externalIdentifier,
    error: result?.faulty ? (detail.error ?? 'The AI service did not respond.') : null,
    url: request.url,
    prompt: request.prompt,
    isOverLimit: stored.isOverLimit,
    callbackExecuted: stored.callbackExecuted,
    callbackFailed: stored.callbackFailed,
    verdict: result?.verdict ?? null,
    attempts: result ? (JSON.parse(result.attempts) as Attempt[]) : [],
  };
}
