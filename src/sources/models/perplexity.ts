// Perplexity's Sonar models, which search the web for every answer.
import type { Adapter } from '../adapter.ts';
import { type ModelSettings, readSonar } from '../model-answers.ts';
import { foundIn, type PromptParsed, type PromptQuery } from './query.ts';

export function createPerplexity(settings: ModelSettings): Adapter<PromptQuery, PromptParsed> {
  return {
    start: (query) => ({
      url: `${settings.baseUrl}/chat/completions`,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${settings.apiKey}` },
      body: JSON.stringify(bodyOf(query, settings.model)),
    }),

    parse: (page, query) => ({ found: foundIn(readSonar(page), query) }),
  };
}

function bodyOf(query: PromptQuery, model: string): object {
  const system = query.system === null ? [] : [{ role: 'system', content: query.system }];
  return {
    model,
    messages: [...system, { role: 'user', content: query.prompt }],
    return_related_questions: query.schema === null,
    // No tools during page analysis: untrusted page text could trigger them (prompt injection).
    ...(query.schema === null ? {} : { disable_search: true }),
    ...(query.country === null ? {} : { web_search_options: { user_location: { country: query.country } } }),
    ...(query.schema === null ? {} : { response_format: { type: 'json_schema', json_schema: query.schema } }),
  };
}
