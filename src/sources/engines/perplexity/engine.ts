// Queries Perplexity's Sonar models, which search the web, and parses the AI answer.
import { type ModelSettings, readSonar } from '../../model-answers.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { CITED_RESULTS_MAX, citedPage, languageParameter } from '../cited/page.ts';

const COOLDOWN_SECONDS = 60;

const bodyOf = (query: SerpQuery, model: string): object => ({
  model,
  messages: [
    { role: 'system', content: languageParameter(query) },
    { role: 'user', content: query.keyword },
  ],
  return_related_questions: true,
  web_search_options: { user_location: { country: query.region.countryCode.toUpperCase() } },
});

export const createPerplexityEngine = (settings: ModelSettings): Engine => ({
  name: 'perplexity',
  traits: {
    pageSize: CITED_RESULTS_MAX,
    maxResults: CITED_RESULTS_MAX,
    region: 'country',
    mobile: false,
    lockedParameters: [],
    ownOptions: false,
    api: 'perplexity',
    ratePerMinute: 60,
    cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
  },
  start: (query) => ({
    url: `${settings.baseUrl}/chat/completions`,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${settings.apiKey}` },
    body: JSON.stringify(bodyOf(query, settings.model)),
  }),
  parse: (page) => ({ found: citedPage('perplexity', readSonar(page)) }),
});
