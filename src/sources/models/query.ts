// The query for every AI model, and its parsed result.
import { unreadable } from '../adapter.ts';
import type { ModelAnswer } from '../model-answers.ts';
import { plainText } from '../plain-text.ts';

export interface PromptQuery {
  readonly prompt: string;
  readonly system: string | null;
  /** The answer must be JSON of this schema, at most 64 KiB, and the model does not search the web. */
  readonly schema: { readonly name: string; readonly schema: object } | null;
  /** ISO 3166-1 alpha-2. The country for the model's web search. */
  readonly country: string | null;
}

export interface PromptParsed extends Omit<ModelAnswer, 'markdown'> {
  readonly text: string;
  /** Null when the answer is JSON. */
  readonly markdown: string | null;
}

const JSON_BYTES_MAX = 64 * 1024;

/** Throws for a truncated answer, so that it is not charged. */
export function foundIn({ markdown, ...rest }: ModelAnswer, query: PromptQuery): PromptParsed {
  if (rest.finishReason === 'length') throw unreadable('The AI model’s answer was cut off.');
  if (query.schema !== null && Buffer.byteLength(markdown) > JSON_BYTES_MAX) throw unreadable('The AI model’s answer is too long.');
  return query.schema === null ? { text: plainText(markdown), markdown, ...rest } : { text: markdown, markdown: null, ...rest };
}
