// Gemini with Google Search. It resembles AI Mode but is another product, so the item names the model.
import type { OrganicItem, Reference } from '../../../contract/items.ts';
import { type PageRequest, unreadable } from '../../adapter.ts';
import { answerItem, organicItem, serpPage } from '../../items.ts';
import { type Json, objects, text } from '../../model-json.ts';
import { plainText } from '../../plain-text.ts';
import { coordinatesOf } from '../../providers/coordinates.ts';
import { customParametersOf } from '../../providers/custom-parameters.ts';
import { createGoogleProvider } from '../../providers/google-errors.ts';
import { plainIn } from '../../providers/markup.ts';
import { addressOf, countIn, objectIn, readJson, unknownFormat, webAddressIn } from '../../providers/response.ts';
import type { ProviderSource } from '../../providers/source.ts';
import type { SerpPage, SerpQuery } from '../../serp.ts';
import { hostOf } from '../../urls.ts';

export interface GeminiSettings {
  readonly apiKey: string;
  readonly model: string;
  /** For example `https://generativelanguage.googleapis.com`. */
  readonly baseUrl: string;
}

const GEMINI = createGoogleProvider('Gemini');
const RESULTS_MAX = 10;
const DECLINED = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'LANGUAGE']);

function requestFor(query: SerpQuery, settings: GeminiSettings): PageRequest {
  customParametersOf(query, GEMINI, []);
  const language = new Intl.DisplayNames(['en'], { type: 'language' }).of(query.language) ?? query.language;
  const coordinates = coordinatesOf(query);
  return {
    url: addressOf(settings.baseUrl, `/v1beta/models/${encodeURIComponent(settings.model)}:generateContent`),
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': settings.apiKey },
    body: JSON.stringify({
      // The prompt is only the customer's keyword. Language and region are sent separately.
      systemInstruction: {
        parts: [{ text: `Search the web. Answer in ${language}. The question is asked in ${query.region.canonicalName}.` }],
      },
      contents: [{ role: 'user', parts: [{ text: query.keyword }] }],
      tools: [{ google_search: {} }],
      ...(coordinates ? { toolConfig: { retrievalConfig: { latLng: coordinates, languageCode: query.language } } } : {}),
    }),
  };
}

/** Google returns redirect URLs, which automated clients may not open, and the site name as the title. */
function referencesOf(grounding: Json): { readonly references: Reference[]; readonly indexOf: ReadonlyMap<number, number> } {
  const references: Reference[] = [];
  const indexOf = new Map<number, number>();
  for (const [chunk, { web }] of objects(grounding.groundingChunks).entries()) {
    const { uri, title: name, domain: site } = objectIn(web);
    const [url, title] = [webAddressIn(uri), plainIn(name)];
    if (url === null) continue;
    const known = references.findIndex((reference) => reference.url === url);
    indexOf.set(chunk, known === -1 ? references.length : known);
    if (known !== -1) continue;
    const named = [text(site), title].find((candidate) => candidate !== null && /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i.test(candidate));
    const domain = named?.toLowerCase() ?? hostOf(url);
    references.push({ position: references.length + 1, title, url, domain, source: named ? null : title, snippet: null });
  }
  return { references, indexOf };
}

function pageOf(response: Json, settings: GeminiSettings): SerpPage {
  const candidate = objects(response.candidates)[0];
  if (text(objectIn(response.promptFeedback).blockReason) !== null || DECLINED.has(text(candidate?.finishReason) ?? '')) {
    throw unreadable('The AI model declined to answer.');
  }
  if (!candidate) throw unknownFormat(GEMINI);
  const parts = objects(objectIn(candidate.content).parts).filter((part) => part.thought !== true);
  const markdown = parts.map((part) => text(part.text) ?? '').join('');
  if (markdown.trim() === '') throw unreadable('The AI model gave no answer.');
  const grounding = objectIn(candidate.groundingMetadata);
  const { references, indexOf } = referencesOf(grounding);
  if (references.length === 0) throw unreadable('The AI model answered without searching.');
  const blocks = objects(grounding.groundingSupports).flatMap((support) => {
    const said = text(objectIn(support.segment).text);
    const indices = Array.isArray(support.groundingChunkIndices) ? support.groundingChunkIndices : [];
    const cited = indices.flatMap((index) => indexOf.get(countIn(index) ?? -1) ?? []);
    return said === null
      ? []
      : [{ type: 'paragraph', title: null, text: plainText(said), markdown: said, references: [...new Set(cited)] }];
  });
  const model = text(response.modelVersion) ?? settings.model;
  const item = answerItem({ type: 'ai_mode', text: plainText(markdown), markdown: markdown.trim(), blocks, references, model, rank: 1 });
  const organic: OrganicItem[] = references
    .slice(0, RESULTS_MAX)
    .map(({ title, url, domain, source, position }) =>
      organicItem({ title: title ?? domain, url, domain, siteName: source, rank: position + 1 }),
    );
  return serpPage({ answers: [item], organic });
}

export const createGemini = (settings: GeminiSettings): ProviderSource => ({
  name: 'gemini',
  engines: ['google-aimode'],
  pageSize: RESULTS_MAX,
  fills: ['answers', 'organic'],
  adapter: {
    start: (query) => requestFor(query, settings),
    parse: (page) => ({ found: pageOf(readJson(page, GEMINI), settings) }),
  },
});
