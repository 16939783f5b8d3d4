// AI answers of all products in one form: those of AI jobs, AI engines and AI overviews.
import type { AnswerItem } from '../../../src/contract/items.ts';
import { pathOf, resultOf } from './paths.ts';

/** A page that an answer cites. `number` counts from 1 and is the mark in the text. */
export interface CitedSource {
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly domain: string;
  readonly snippet: string | null;
  readonly path: string;
}

export interface AnswerSection {
  readonly markdown: string;
  /** Sources of the whole section, in addition to the marks in its text. */
  readonly cites: readonly number[];
  readonly path: string;
}

export interface Answer {
  /** The engine or service, as a label. */
  readonly name: string;
  readonly model: string | null;
  readonly title: string | null;
  readonly sections: readonly AnswerSection[];
  readonly sources: readonly CitedSource[];
  readonly searchQueries: readonly Line[];
  readonly relatedQuestions: readonly Line[];
  /** Path of the answer, empty for an AI job. */
  readonly path: string;
}

export interface Line {
  readonly text: string;
  readonly path: string;
}

const NAMES: Readonly<Record<string, string>> = {
  ai_overview: 'AI overview',
  ai_mode: 'AI Mode',
  chatgpt: 'ChatGPT',
  perplexity: 'Perplexity',
};
const nameOf = (type: string): string => NAMES[type] ?? 'AI answer';

/** Returns whether an item of `answers` was written by a model. */
export const isAiAnswer = ({ type }: Pick<AnswerItem, 'type'>): boolean => type in NAMES;

/** Returns the AI answers of an object as the API returns it. */
export function answersOf(object: Readonly<Record<string, unknown>>): Answer[] {
  const result = resultOf(object);
  if (Array.isArray(result.answers))
    return (result.answers as readonly AnswerItem[]).flatMap((item, index) =>
      isAiAnswer(item) ? [answerOfItem(item, pathOf('answers', index))] : [],
    );
  return typeof result.markdown === 'string' || typeof result.text === 'string'
    ? [answerOfJob(result as JobResponse, String(object.aiService ?? ''))]
    : [];
}

export function answerOfItem(item: AnswerItem, path: string): Answer {
  const whole = item.markdown ?? item.text;
  const blocks = (item.blocks ?? []).map((block, index) => ({
    markdown: block.markdown ?? block.text ?? block.title ?? '',
    // They count from 0 in the contract.
    cites: block.references.map((reference) => reference + 1),
    path: pathOf(path, 'blocks', index),
  }));
  return {
    name: nameOf(item.type),
    model: item.model ?? null,
    title: item.title ?? null,
    sections: blocks.length > 0 ? blocks : whole ? [{ markdown: whole, cites: [], path: pathOf(path, 'markdown') }] : [],
    sources: citedSources(item.references ?? [], pathOf(path, 'references')),
    searchQueries: [],
    relatedQuestions: linesOf(item.relatedQuestions, pathOf(path, 'relatedQuestions')),
    path,
  };
}

/** The `response` of an AI job. Providers differ in what they return. */
interface JobResponse {
  readonly text?: string;
  readonly markdown?: string | null;
  readonly model?: string | null;
  readonly citations?: readonly Citation[];
  readonly searchQueries?: readonly string[];
  readonly relatedQuestions?: readonly string[];
}
type Citation = Pick<CitedSource, 'url' | 'domain' | 'snippet'> & { readonly title: string | null; readonly source?: string | null };

function answerOfJob(response: JobResponse, service: string): Answer {
  const markdown = response.markdown ?? response.text ?? '';
  return {
    name: nameOf(service),
    model: response.model ?? null,
    title: null,
    sections: [{ markdown, cites: [], path: response.markdown ? 'markdown' : 'text' }],
    sources: citedSources(response.citations ?? [], 'citations'),
    searchQueries: linesOf(response.searchQueries, 'searchQueries'),
    relatedQuestions: linesOf(response.relatedQuestions, 'relatedQuestions'),
    path: '',
  };
}

const citedSources = (citations: readonly Citation[], path: string): CitedSource[] =>
  citations.map(({ title, url, domain, snippet, source }, index) => ({
    number: index + 1,
    title: title ?? source ?? domain,
    url,
    domain,
    snippet,
    path: pathOf(path, index),
  }));

const linesOf = (lines: readonly string[] | undefined, path: string): Line[] =>
  (lines ?? []).map((text, index) => ({ text, path: pathOf(path, index) }));
