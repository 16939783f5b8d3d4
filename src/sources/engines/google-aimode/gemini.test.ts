// Gemini with Google Search, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalApi, serpQuery, startLocalApi } from '../../../../test/local-api.ts';
import type { ProviderSource } from '../../providers/source.ts';
import { createGemini } from './gemini.ts';

let api: LocalApi;
let gemini: ProviderSource;
beforeAll(async () => {
  api = await startLocalApi();
  gemini = createGemini({ apiKey: 'AIza-secret', model: 'gemini-2.5-flash', baseUrl: api.baseUrl });
});
afterAll(() => api.close());

const query = serpQuery({ engine: 'google-aimode', keyword: 'What are red shoes?' });
const redirect = (number: number) => `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${number}`;
const candidate = (fields: object = {}) => ({
  content: { role: 'model', parts: [{ text: 'Hidden', thought: true }, { text: '**Red shoes** are shoes.' }, { text: ' They are red.' }] },
  finishReason: 'STOP',
  groundingMetadata: {
    webSearchQueries: ['red shoes'],
    groundingChunks: [
      { web: { uri: redirect(1), title: 'shop.example' } },
      { web: { uri: redirect(1), title: 'shop.example' } },
      { web: { uri: 'javascript:alert(1)', title: 'bad.example' } },
      { web: { uri: redirect(2), title: 'All about shoes' } },
    ],
    groundingSupports: [
      { segment: { startIndex: 0, endIndex: 24, text: '**Red shoes** are shoes.' }, groundingChunkIndices: [0, 1, 3] },
      { segment: { text: 'They are red.' }, groundingChunkIndices: [2, 99] },
    ],
  },
  ...fields,
});

describe('Gemini', () => {
  it('receives only the customer’s keyword as prompt, with language and region separately', async () => {
    api.answers(() => ({ body: { candidates: [candidate()] } }));
    await api.search(gemini, query);
    expect(api.asked[0]).toMatchObject({
      path: '/v1beta/models/gemini-2.5-flash:generateContent',
      query: {},
      headers: { 'x-goog-api-key': 'AIza-secret' },
      body: {
        contents: [{ role: 'user', parts: [{ text: 'What are red shoes?' }] }],
        systemInstruction: { parts: [{ text: expect.stringMatching(/German.*Berlin,Berlin,Germany/) }] },
        tools: [{ google_search: {} }],
        toolConfig: { retrievalConfig: { latLng: { latitude: 52.52, longitude: 13.4 }, languageCode: 'de' } },
      },
    });
  });

  it('returns the same fields as AI Mode, names its model, and its sources are results', async () => {
    api.answers(() => ({ body: { candidates: [candidate()], modelVersion: 'gemini-2.5-flash-001' } }));
    const [page] = await api.search(gemini, query);
    expect(page!.answers).toHaveLength(1);
    expect(page!.answers[0]).toMatchObject({
      type: 'ai_mode',
      model: 'gemini-2.5-flash-001',
      text: 'Red shoes are shoes. They are red.',
      markdown: '**Red shoes** are shoes. They are red.',
      references: [
        { position: 1, title: 'shop.example', url: redirect(1), domain: 'shop.example', source: null },
        { position: 2, title: 'All about shoes', url: redirect(2), domain: 'vertexaisearch.cloud.google.com', source: 'All about shoes' },
      ],
      blocks: [
        { text: 'Red shoes are shoes.', references: [0, 1] },
        { text: 'They are red.', references: [] },
      ],
    });
    expect(page!.organic.map(({ title, domain, rank }) => [title, domain, rank])).toEqual([
      ['shop.example', 'shop.example', 2],
      ['All about shoes', 'vertexaisearch.cloud.google.com', 3],
    ]);
    expect(page!.empty).toBe(false);
  });

  it('that declines, returns no text or did not search is an error', async () => {
    for (const body of [
      { promptFeedback: { blockReason: 'SAFETY' } },
      { candidates: [{ finishReason: 'SAFETY' }] },
      { candidates: [candidate({ content: { parts: [{ text: ' ' }] } })] },
      { candidates: [candidate({ groundingMetadata: {} })] },
      { candidates: [] },
      {},
      'x',
    ]) {
      api.answers(() => ({ body }));
      expect(await api.failure(gemini, query), JSON.stringify(body)).toMatchObject({ outcome: 'unparsed', recovery: 'fail' });
    }
  });

  it('has the cooldown that Google requests, and never reveals the key', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12s' }];
    for (const [status, error, outcome, cooldownSeconds] of [
      [400, { details: [{ reason: 'API_KEY_INVALID' }] }, 'unparsed', 0],
      [403, {}, 'unparsed', 0],
      [404, {}, 'unparsed', 0],
      [429, { details }, 'blocked', 13],
      [503, {}, 'unreachable', 0],
    ] as const) {
      api.answers(() => ({ status, body: { error: { code: status, message: 'AIza-secret', ...error } } }));
      const failure = await api.failure(gemini, query);
      expect([failure.outcome, failure.cooldownSeconds], String(status)).toEqual([outcome, cooldownSeconds]);
      expect(failure.message).not.toContain('AIza');
    }
  });
});
