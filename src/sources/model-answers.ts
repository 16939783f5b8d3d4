// Parses responses of AI providers, for AI jobs and AI engines.
import { type Page, unreachable, unreadable } from './adapter.ts';
import {
  type Citation,
  citationsOf,
  isObject,
  type Json,
  objects,
  readResponse,
  readUsage,
  strings,
  text,
  type Usage,
} from './model-json.ts';

/** Credentials and endpoint of a provider. */
export interface ModelSettings {
  readonly apiKey: string;
  readonly model: string;
  /** For example `https://api.openai.com`. */
  readonly baseUrl: string;
}

export interface ModelAnswer {
  /** The text exactly as the model wrote it. */
  readonly markdown: string;
  readonly model: string | null;
  /** True when the model searched the web, null when unknown. */
  readonly webSearch: boolean | null;
  readonly citations: readonly Citation[];
  readonly searchQueries: readonly string[];
  readonly relatedQuestions: readonly string[];
  readonly usage: Usage | null;
  readonly finishReason: string | null;
}

/** Parses a response of OpenAI's Responses API. */
export function readResponses(page: Page): ModelAnswer {
  const response = readResponse(page);
  const output = objects(response.output);
  const finishReason = finishReasonOf(response);
  const messages = output.filter((entry) => entry.type === 'message');
  // Some models announce their steps before the answer.
  const final = messages.filter((entry) => entry.phase !== 'commentary');
  const parts = (final.length > 0 ? final : messages).flatMap((entry) => objects(entry.content));
  if (parts.some((part) => part.type === 'refusal')) throw unreadable('The AI model declined to answer.');
  const written = parts.filter((part) => part.type === 'output_text');
  const markdown = written.map((part) => text(part.text) ?? '').join('\n\n');
  if (markdown.trim() === '') throw unreadable('The AI model gave no answer.');
  const searches = output.filter((entry) => entry.type === 'web_search_call');
  return {
    markdown,
    model: text(response.model),
    webSearch: searches.length > 0,
    citations: citationsOf(written.flatMap((part) => objects(part.annotations)).filter((note) => note.type === 'url_citation')),
    searchQueries: [...new Set(searches.flatMap(queriesOf))],
    relatedQuestions: [],
    usage: readUsage(response.usage, 'input_tokens', 'output_tokens'),
    finishReason,
  };
}

/** Returns the finish reason in the terms of the other providers. */
function finishReasonOf(response: Json): string {
  if (response.status === 'completed' || response.status === undefined) return 'stop';
  if (response.status === 'incomplete') {
    const reason = isObject(response.incomplete_details) ? response.incomplete_details.reason : null;
    if (reason === 'content_filter') throw unreadable('The AI provider’s filter stopped the answer.');
    return reason === 'max_output_tokens' ? 'length' : (text(reason) ?? 'incomplete');
  }
  if (response.status === 'failed') throw unreachable('The AI provider could not finish the answer.');
  throw unreadable('The AI provider did not finish the answer.');
}

function queriesOf(search: Json): string[] {
  if (!isObject(search.action)) return [];
  const queries = strings(search.action.queries);
  return queries.length > 0 ? queries : typeof search.action.query === 'string' ? [search.action.query] : [];
}

/** Parses a response of Perplexity's Sonar models. */
export function readSonar(page: Page): ModelAnswer {
  const response = readResponse(page);
  const choice = objects(response.choices)[0];
  if (!choice || !isObject(choice.message)) throw unreadable('The AI provider sent a response in an unknown format.');
  if (text(choice.message.refusal) !== null) throw unreadable('The AI model declined to answer.');
  if (choice.finish_reason === 'content_filter') throw unreadable('The AI provider’s filter stopped the answer.');
  const markdown = withoutReasoning(contentOf(choice.message));
  if (markdown === '') throw unreadable('The AI model gave no answer.');
  const citations = citationsOf(sourcesOf(response));
  return {
    markdown,
    model: text(response.model),
    webSearch: citations.length > 0,
    citations,
    searchQueries: strings(response.search_queries),
    relatedQuestions: strings(response.related_questions),
    usage: readUsage(response.usage, 'prompt_tokens', 'completion_tokens'),
    finishReason: text(choice.finish_reason),
  };
}

/** The content is a string, or a list of parts with one text each. */
function contentOf(message: Json): string {
  if (typeof message.content === 'string') return message.content;
  return objects(message.content)
    .map((part) => text(part.text) ?? '')
    .join('');
}

/** Reasoning models put their reasoning before the answer. */
function withoutReasoning(content: string): string {
  const end = content.trimStart().startsWith('<think>') ? content.indexOf('</think>') : -1;
  return (end === -1 ? content : content.slice(end + '</think>'.length)).trim();
}

/** `search_results` has titles. The older `citations` has only URLs, in the order of the marks [1], [2]. */
function sourcesOf(response: Json): Json[] {
  const results = objects(response.search_results);
  const addresses = strings(response.citations);
  if (addresses.length === 0) return results;
  const listed = addresses.map((url) => results.find((result) => result.url === url) ?? { url });
  return [...listed, ...results.filter((result) => !addresses.includes(String(result.url)))];
}
