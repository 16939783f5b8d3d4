// Perplexity's Sonar and Search services in the sandbox.
import { bodyOf, isObject, objectAt } from '../../sandbox/body.ts';
import type { Dataset } from '../../sandbox/dataset.ts';
import { fillSchema, proseOf } from '../../sandbox/model-answer.ts';
import { relatedQuestions } from '../../sandbox/questions.ts';
import { json, type SandboxPage, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';

const SEARCH_RESULTS_MAX = 20;

export const perplexity: SandboxSite = {
  name: 'perplexity',
  serves: (url) => url.hostname === 'api.perplexity.ai',
  keywordOf: promptOf,

  results(request, dataset) {
    if (!request.headers.authorization?.startsWith('Bearer ')) return failure(401);
    if (request.url.pathname === '/search') return searchOf(request, dataset);
    const body = bodyOf(request.body);
    const prompt = promptOf(request);
    const format = objectAt(body, 'response_format');
    const { markdown, sources } = proseOf(dataset);
    const asked = format.type === 'json_schema';
    const content = asked ? JSON.stringify(fillSchema(objectAt(format, 'json_schema').schema, prompt, dataset)) : markdown;
    const related =
      body.return_related_questions === true
        ? { related_questions: relatedQuestions({ ...dataset, words: dataset.words.slice(0, 60) }, 2).map(({ question }) => question) }
        : {};
    const searched = {
      citations: sources.map(({ url }) => url),
      search_results: sources.map((source) => ({ ...source, last_updated: dataset.day })),
      ...related,
    };
    return responseOf(body.model, prompt, content, searched, dataset);
  },

  noResults: (request, dataset) =>
    request.url.pathname === '/search'
      ? json({ id: 'search', results: [] })
      : responseOf(bodyOf(request.body).model, promptOf(request), '', {}, dataset),
  blockPage: () => ({ ...failure(429), headers: { 'content-type': 'application/json', 'retry-after': '2' } }),
};

function promptOf(request: SandboxRequest): string {
  const body = bodyOf(request.body);
  if (request.url.pathname === '/search') return String(Array.isArray(body.query) ? (body.query[0] ?? '') : (body.query ?? ''));
  const last = Array.isArray(body.messages) ? body.messages.filter(isObject).at(-1) : undefined;
  return typeof last?.content === 'string' ? last.content : '';
}

function searchOf(request: SandboxRequest, dataset: Dataset): SandboxPage {
  const { max_results: most } = bodyOf(request.body);
  const count = Math.min(typeof most === 'number' && most > 0 ? most : 10, SEARCH_RESULTS_MAX);
  const results = dataset
    .listings(1, count)
    .map(({ title, url, snippet }) => ({ title, url, snippet, date: dataset.day, last_updated: dataset.day }));
  return json({ id: `search-${dataset.number('id', 1_000_000)}`, results });
}

function responseOf(model: unknown, prompt: string, content: string, searched: object, dataset: Dataset): SandboxPage {
  const prompt_tokens = 4 + Math.ceil(prompt.length / 4);
  const completion_tokens = Math.ceil(content.length / 4);
  return json({
    id: `chat-${dataset.number('id', 1_000_000_000)}`,
    model: model ?? 'sonar',
    object: 'chat.completion',
    ...searched,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens, search_context_size: 'low' },
  });
}

const failure = (status: number): SandboxPage =>
  json({ error: { message: 'The sandbox rejects this request.', type: 'refused', code: status } }, status);
