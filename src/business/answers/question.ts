// What identifies an answer: the question, its variant, and the hashed URLs of its results.
import { hash } from 'node:crypto';

export interface AnswerKey {
  readonly question: Buffer;
  readonly variant: number;
}

export interface Question {
  /** Null when accounts share results. */
  readonly accountId: number | null;
  readonly engine: string;
  readonly keyword: string;
  /** Results near one place are others than those near another one. */
  readonly place: string;
  readonly language: string;
  readonly isMobile: boolean;
  readonly maxResults: number;
}

export const QUESTION_BYTES = 16;
export const URLS_MAX = 20;

export function answerKey({ accountId, engine, keyword, place, language, isMobile, maxResults }: Question): AnswerKey {
  // The length of the place shows where the keyword begins, so no two questions have the same text.
  const digest = hash('sha256', `${accountId} ${engine} ${place.length} ${place} ${keyword}`, 'hex');
  return { question: Buffer.from(digest.slice(0, QUESTION_BYTES * 2), 'hex'), variant: hashOf(`${language} ${isMobile} ${maxResults}`) };
}

/** Returns hashes of the first URLs, in order. Schemes, `www.`, fragments and final slashes do not matter. */
export const hashedUrls = (urls: readonly string[]): number[] => urls.slice(0, URLS_MAX).map(hashedUrl);

const URL_START = /https?:\/\/(?:www\.)?/iy;

/** Hashes a part of the URL without copying it: every result of every page is hashed. */
function hashedUrl(url: string): number {
  URL_START.lastIndex = 0;
  const from = URL_START.test(url) ? URL_START.lastIndex : 0;
  const fragment = url.indexOf('#', from);
  const end = fragment < 0 ? url.length : fragment;
  return hashOf(url, from, end > from && url[end - 1] === '/' ? end - 1 : end);
}

/** FNV-1a as a signed number, which is what the database stores. */
function hashOf(text: string, from = 0, to = text.length): number {
  let hash = 0x811c9dc5;
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
}
