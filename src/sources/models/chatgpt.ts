// ChatGPT's models through OpenAI's Responses API, with web search.
import type { Adapter } from '../adapter.ts';
import { type ModelSettings, readResponses } from '../model-answers.ts';
import { isObject, objects, strings } from '../model-json.ts';
import { foundIn, type PromptParsed, type PromptQuery } from './query.ts';

const DEPTH_MAX = 16;

export function createChatgpt(settings: ModelSettings): Adapter<PromptQuery, PromptParsed> {
  return {
    start: (query) => ({
      url: `${settings.baseUrl}/v1/responses`,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${settings.apiKey}` },
      body: JSON.stringify(bodyOf(query, settings.model)),
    }),

    parse: (page, query) => ({ found: foundIn(readResponses(page), query) }),
  };
}

function bodyOf(query: PromptQuery, model: string): object {
  return {
    model,
    ...(query.system === null ? {} : { instructions: query.system }),
    input: [{ role: 'user', content: query.prompt }],
    ...(query.schema === null ? searching(query.country) : {}),
    store: false,
    ...(query.schema === null
      ? {}
      : { text: { format: { type: 'json_schema', ...query.schema, strict: isStrict(query.schema.schema, 0) } } }),
  };
}

/**
 * Web search is allowed for prompts of the customer. No tools during page analysis: page text is untrusted (prompt
 * injection).
 */
const searching = (country: string | null): object => ({
  tools: [{ type: 'web_search', ...(country === null ? {} : { user_location: { type: 'approximate', country } }) }],
  include: ['web_search_call.action.sources'],
});

/** OpenAI enforces a schema only if every object lists all its properties as required and allows no others. */
function isStrict(schema: unknown, depth: number): boolean {
  if (!isObject(schema) || depth > DEPTH_MAX) return depth <= DEPTH_MAX;
  if (isObject(schema.properties)) {
    const required = new Set(strings(schema.required));
    if (schema.additionalProperties !== false || Object.keys(schema.properties).some((name) => !required.has(name))) return false;
    if (!Object.values(schema.properties).every((property) => isStrict(property, depth + 1))) return false;
  }
  return isStrict(schema.items, depth + 1) && objects(schema.anyOf).every((choice) => isStrict(choice, depth + 1));
}
