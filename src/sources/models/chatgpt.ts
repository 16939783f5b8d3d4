// ChatGPT's models through OpenAI's Responses API, with web search.
import { type Adapter, unreachable, unreadable } from '../adapter.ts';
import type { ModelSettings, PromptAsk, PromptFound } from './ask.ts';
import { plainText } from './plain.ts';
import { citationsOf, isObject, type Json, objects, readAnswer, readUsage, strings, text } from './reading.ts';

const DEPTH_MAX = 16;

export function createChatgpt(settings: ModelSettings): Adapter<PromptAsk, PromptFound> {
  return {
    start: (ask) => ({
      url: `${settings.baseUrl}/v1/responses`,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${settings.apiKey}` },
      body: JSON.stringify(bodyOf(ask, settings.model)),
    }),

    parse(page, ask) {
      const answer = readAnswer(page);
      const output = objects(answer.output);
      const finishReason = finishReasonOf(answer);
      const parts = output.filter((entry) => entry.type === 'message').flatMap((entry) => objects(entry.content));
      if (parts.some((part) => part.type === 'refusal')) throw unreadable('The AI model declined to answer.');
      const written = parts.filter((part) => part.type === 'output_text');
      const markdown = written.map((part) => text(part.text) ?? '').join('\n\n');
      if (markdown.trim() === '') throw unreadable('The AI model gave no answer.');
      const searches = output.filter((entry) => entry.type === 'web_search_call');
      return {
        found: {
          text: ask.schema === null ? plainText(markdown) : markdown,
          markdown: ask.schema === null ? markdown : null,
          model: text(answer.model),
          webSearch: searches.length > 0,
          citations: citationsOf(written.flatMap((part) => objects(part.annotations)).filter((note) => note.type === 'url_citation')),
          searchQueries: [...new Set(searches.flatMap(queriesOf))],
          relatedQuestions: [],
          usage: readUsage(answer.usage, 'input_tokens', 'output_tokens'),
          finishReason,
        },
      };
    },
  };
}

function bodyOf(ask: PromptAsk, model: string): object {
  return {
    model,
    ...(ask.system === null ? {} : { instructions: ask.system }),
    input: [{ role: 'user', content: ask.prompt }],
    tools: [{ type: 'web_search', ...(ask.country === null ? {} : { user_location: { type: 'approximate', country: ask.country } }) }],
    include: ['web_search_call.action.sources'],
    store: false,
    ...(ask.schema === null ? {} : { text: { format: { type: 'json_schema', ...ask.schema, strict: isStrict(ask.schema.schema, 0) } } }),
  };
}

/** OpenAI holds the model to a schema only if every object lists all its properties as required and allows no others. */
function isStrict(schema: unknown, depth: number): boolean {
  if (!isObject(schema) || depth > DEPTH_MAX) return depth <= DEPTH_MAX;
  if (isObject(schema.properties)) {
    const required = new Set(strings(schema.required));
    if (schema.additionalProperties !== false || Object.keys(schema.properties).some((name) => !required.has(name))) return false;
    if (!Object.values(schema.properties).every((property) => isStrict(property, depth + 1))) return false;
  }
  return isStrict(schema.items, depth + 1) && objects(schema.anyOf).every((choice) => isStrict(choice, depth + 1));
}

/** The words that other providers use, where OpenAI has its own. */
function finishReasonOf(answer: Json): string {
  if (answer.status === 'completed' || answer.status === undefined) return 'stop';
  if (answer.status === 'incomplete') {
    const reason = isObject(answer.incomplete_details) ? answer.incomplete_details.reason : null;
    return reason === 'max_output_tokens' ? 'length' : (text(reason) ?? 'incomplete');
  }
  if (answer.status === 'failed') throw unreachable('The AI provider could not finish the answer.');
  throw unreadable('The AI provider left the answer unfinished.');
}

function queriesOf(search: Json): string[] {
  if (!isObject(search.action)) return [];
  const queries = strings(search.action.queries);
  return queries.length > 0 ? queries : typeof search.action.query === 'string' ? [search.action.query] : [];
}
