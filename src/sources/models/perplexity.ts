// Perplexity's Sonar models, which search the web for every answer.
import { type Adapter, unreadable } from '../adapter.ts';
import type { ModelSettings, PromptAsk, PromptFound } from './ask.ts';
import { plainText } from './plain.ts';
import { citationsOf, isObject, type Json, objects, readAnswer, readUsage, strings, text } from './reading.ts';

export function createPerplexity(settings: ModelSettings): Adapter<PromptAsk, PromptFound> {
  return {
    start: (ask) => ({
      url: `${settings.baseUrl}/chat/completions`,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${settings.apiKey}` },
      body: JSON.stringify(bodyOf(ask, settings.model)),
    }),

    parse(page, ask) {
      const answer = readAnswer(page);
      const choice = objects(answer.choices)[0];
      if (!choice || !isObject(choice.message)) throw unreadable('The AI provider answered in a shape that is not known.');
      if (text(choice.message.refusal) !== null) throw unreadable('The AI model declined to answer.');
      const markdown = withoutThoughts(contentOf(choice.message));
      if (markdown === '') throw unreadable('The AI model gave no answer.');
      const citations = citationsOf(sourcesOf(answer));
      return {
        found: {
          text: ask.schema === null ? plainText(markdown) : markdown,
          markdown: ask.schema === null ? markdown : null,
          model: text(answer.model),
          webSearch: citations.length > 0,
          citations,
          searchQueries: strings(answer.search_queries),
          relatedQuestions: strings(answer.related_questions),
          usage: readUsage(answer.usage, 'prompt_tokens', 'completion_tokens'),
          finishReason: text(choice.finish_reason),
        },
      };
    },
  };
}

function bodyOf(ask: PromptAsk, model: string): object {
  const system = ask.system === null ? [] : [{ role: 'system', content: ask.system }];
  return {
    model,
    messages: [...system, { role: 'user', content: ask.prompt }],
    return_related_questions: ask.schema === null,
    ...(ask.country === null ? {} : { web_search_options: { user_location: { country: ask.country } } }),
    ...(ask.schema === null ? {} : { response_format: { type: 'json_schema', json_schema: ask.schema } }),
  };
}

/** The content is a string, or a list of parts with a text each. */
function contentOf(message: Json): string {
  if (typeof message.content === 'string') return message.content;
  return objects(message.content)
    .map((part) => text(part.text) ?? '')
    .join('');
}

/** Reasoning models put their thoughts before the answer. */
function withoutThoughts(content: string): string {
  const end = content.trimStart().startsWith('<think>') ? content.indexOf('</think>') : -1;
  return (end === -1 ? content : content.slice(end + '</think>'.length)).trim();
}

/** `search_results` has titles; the older `citations` has addresses alone, in the order of the marks [1], [2]. */
function sourcesOf(answer: Json): Json[] {
  const results = objects(answer.search_results);
  const addresses = strings(answer.citations);
  if (addresses.length === 0) return results;
  const listed = addresses.map((url) => results.find((result) => result.url === url) ?? { url });
  return [...listed, ...results.filter((result) => !addresses.includes(String(result.url)))];
}
