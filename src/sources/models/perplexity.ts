// Perplexity's Sonar models, which search the web for every answer.
import type { Adapter } from '../adapter.ts';
import { type ModelSettings, readSonar } from '../model-answers.ts';
import { foundIn, type PromptParsed, type PromptQuery } from './ask.ts';

export function createPerplexity(settings: ModelSettings): Adapter<PromptQuery, PromptParsed> {
  return {
    start: (ask) => ({
      url: `${settings.baseUrl}/chat/completions`,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${settings.apiKey}` },
      body: JSON.stringify(bodyOf(ask, settings.model)),
    }),

    parse: (page, ask) => ({ found: foundIn(readSonar(page), ask) }),
  };
}

function bodyOf(ask: PromptQuery, model: string): object {
  const system = ask.system === null ? [] : [{ role: 'system', content: ask.system }];
  return {
    model,
    messages: [...system, { role: 'user', content: ask.prompt }],
    return_related_questions: ask.schema === null,
    // No tools during page analysis: untrusted page text could trigger them (prompt injection).
    ...(ask.schema === null ? {} : { disable_search: true }),
    ...(ask.country === null ? {} : { web_search_options: { user_location: { country: ask.country } } }),
    ...(ask.schema === null ? {} : { response_format: { type: 'json_schema', json_schema: ask.schema } }),
  };
}
