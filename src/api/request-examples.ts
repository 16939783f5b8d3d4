// Examples of request bodies in the OpenAPI document, by operation. A test checks them against the schemas.

const ID = '6737a1f00c2a4b6d8e9f0a1b';
const SERP = { keyword: 'red shoes', region: 'US', language: 'en', maxResults: 20, callback: 'https://receiver.example/done?id={:id:}' };
const KEYWORDS = { keywords: ['red shoes', 'blue shoes'], region: 'US' };
const DEFAULTS = { region: 'US', language: 'en', devices: ['desktop', 'mobile'] };
const RULE = { name: 'Large drops', settings: { kinds: ['dropped', 'leftTop'], top: 10, confirm: 1 } };

export const REQUEST_EXAMPLES: Readonly<Record<string, unknown>> = {
  'POST /serp/new': SERP,
  'POST /serp/new/list': [SERP, { keyword: 'blue shoes', region: 'DE', searchEngine: 'bing' }],
  'POST /serp/list': [ID],
  'POST /keyword/new': KEYWORDS,
  'POST /keyword/new/list': [KEYWORDS],
  'POST /keyword/list': [ID],
  'POST /ai/seo-analysis': { url: 'https://shop.example/', aiService: 'perplexity' },
  'POST /ai/send-prompt': { prompt: 'What is a sextant?', aiService: 'perplexity' },
  'POST /ai/list': [ID],
  'POST /quote': { type: 'serp', request: { keyword: 'red shoes', region: 'US', priority: 'INSTANT' } },
  'POST /tracking/forecast': { defaults: DEFAULTS, keywords: [{ keyword: 'red shoes' }] },
  'POST /projects': { name: 'Shop', domains: [{ domain: 'shop.example' }], defaults: DEFAULTS },
  'PATCH /projects/{id}': { name: 'Shop in the US', state: 'paused' },
  'POST /projects/{id}/run': { dryRun: true },
  'POST /projects/{id}/notes': { day: '2026-11-18', text: 'New home page' },
  'POST /projects/{id}/keywords': { keywords: [{ keyword: 'red shoes', tags: ['shoes'] }], checkNow: true },
  'PATCH /projects/{id}/keywords': { ids: ['1'], addTags: ['important'], starred: true },
  'POST /projects/{id}/keywords/remove': { ids: ['1'] },
  'POST /projects/{id}/import': { text: 'keyword,tags\nred shoes,shoes\n', dryRun: true },
  'POST /projects/{id}/volumes': { dryRun: true },
  'POST /projects/{id}/rules': RULE,
  'PUT /projects/{id}/rules/{ruleId}': RULE,
  'PUT /projects/{id}/delivery': { webhook: 'https://receiver.example/alerts', when: 'daily', at: '08:00' },
  'POST /tracking/alerts/read': { ids: [ID] },
  'POST /projects/{id}/shares': { name: 'For the client', sections: ['summary', 'keywords'], days: 30 },
  'POST /admin/accounts': { name: 'Shop', email: 'seo@shop.example', credits: 1000 },
  'POST /admin/accounts/{id}/feed': { mode: 'live', open: true },
  'POST /admin/accounts/{id}/credits': { total: 1000, mode: 'live' },
  'POST /admin/accounts/{id}/keys': { mode: 'test', name: 'agent', scopes: ['serp', 'read'], budget: 50 },
  'PATCH /admin/accounts/{id}': { limit: { day: 5000, action: 'reject' }, notes: 'Pays by invoice' },
  'POST /admin/delivery-log/resend': { host: 'receiver.example', since: '2026-11-18T00:00:00Z' },
  'POST /admin/alerts/{id}/silence': { minutes: 60 },
  'POST /admin/sources/{engine}/test': { keyword: 'red shoes', region: 'US' },
};
