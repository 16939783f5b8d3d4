// Queries ChatGPT through OpenAI's Responses API with web search and parses the AI answer.
import { type ModelSettings, readResponses } from '../../model-answers.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { CITED_RESULTS_MAX, citedPage, languageParameter } from '../cited/page.ts';

const COOLDOWN_SECONDS = 60;

const bodyOf = (query: SerpQuery, model: string): object => ({
  model,
  instructions: languageParameter(query),
  input: [{ role: 'user', content: query.keyword }],
  tools: [{ type: 'web_search', user_location: { type: 'approximate', country: query.region.countryCode.toUpperCase() } }],
  // A page without cited results is useless, so the model must search.
  tool_choice: 'required',
  include: ['web_search_call.action.sources'],
  store: false,
});

export const createChatgptEngine = (settings: ModelSettings): Engine => ({
  name: 'chatgpt',
  traits: {
    pageSize: CITED_RESULTS_MAX,
    maxResults: CITED_RESULTS_MAX,
    region: 'country',
    mobile: false,
    lockedParameters: [],
    ownOptions: false,
    api: 'openai',
    ratePerMinute: 60,
    cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
  },
  start: (query) => ({
    url: `${settings.baseUrl}/v1/responses`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${settings.apiKey}` },
    body: JSON.stringify(bodyOf(query, settings.model)),
  }),
  parse: (page) => ({ found: citedPage('chatgpt', readResponses(page)) }),
});
