// OpenAI's Responses API in the sandbox.
import { bodyOf, isObject, objectAt } from '../../sandbox/body.ts';
import type { Dataset } from '../../sandbox/dataset.ts';
import { fillSchema, proseOf } from '../../sandbox/model-answer.ts';
import { json, type SandboxPage, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';

export const openai: SandboxSite = {
  name: 'openai',
  serves: (url) => url.hostname === 'api.openai.com',
  keywordOf: promptOf,

  results(request, dataset) {
    if (!request.headers.authorization?.startsWith('Bearer ')) return failure(401, 'invalid_api_key');
    const body = bodyOf(request.body);
    const prompt = promptOf(request);
    const format = objectAt(objectAt(body, 'text'), 'format');
    if (format.type === 'json_schema')
      return responseOf(body.model, prompt, [messageOf(JSON.stringify(fillSchema(format.schema, prompt, dataset)), [])], dataset);
    const { markdown, sources } = proseOf(dataset);
    const annotations = sources.map(({ title, url }, index) => ({
      type: 'url_citation',
      start_index: markdown.indexOf(`[${index + 1}]`),
      end_index: markdown.indexOf(`[${index + 1}]`) + 3,
      title,
      url: `${url}?utm_source=openai`,
    }));
    const action = { type: 'search', query: dataset.words.slice(0, 200), sources: sources.map(({ url }) => ({ type: 'url', url })) };
    return responseOf(
      body.model,
      prompt,
      [{ id: 'ws_1', type: 'web_search_call', status: 'completed', action }, messageOf(markdown, annotations)],
      dataset,
    );
  },

  /** For "no results" the model declines to answer. */
  noResults: (request, dataset) =>
    responseOf(
      bodyOf(request.body).model,
      promptOf(request),
      [
        {
          id: 'msg_1',
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'refusal', refusal: 'The sandbox declines.' }],
        },
      ],
      dataset,
    ),
  blockPage: () => ({ ...failure(429, 'rate_limit_exceeded'), headers: { 'content-type': 'application/json', 'retry-after': '2' } }),
};

function promptOf(request: SandboxRequest): string {
  const { input } = bodyOf(request.body);
  if (typeof input === 'string') return input;
  const last = Array.isArray(input) ? input.filter(isObject).at(-1) : undefined;
  return typeof last?.content === 'string' ? last.content : '';
}

const messageOf = (text: string, annotations: readonly object[]): object => ({
  id: 'msg_1',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations }],
});

function responseOf(model: unknown, prompt: string, output: readonly object[], dataset: Dataset): SandboxPage {
  const input_tokens = 8 + Math.ceil(prompt.length / 4);
  const output_tokens = Math.ceil(JSON.stringify(output).length / 4);
  const id = `resp_${dataset.number('id', 1_000_000_000)}`;
  return json({
    id,
    object: 'response',
    status: 'completed',
    model: model ?? 'sandbox',
    output,
    error: null,
    incomplete_details: null,
    usage: { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens },
  });
}

const failure = (status: number, code: string): SandboxPage =>
  json({ error: { message: 'The sandbox rejects this request.', type: 'requests', param: null, code } }, status);
