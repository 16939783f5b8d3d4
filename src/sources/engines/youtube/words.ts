// Parses the texts, numbers, times and URLs in YouTube's data.
import { fold, orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { below, listBelow, textBelow } from './json.ts';

export const ORIGIN = 'https://www.youtube.com';

/** Returns text in any of YouTube's formats: `simpleText`, `runs`, `content`, or a plain string. */
export function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return orNull(fold(value));
  const runs = listBelow(value, 'runs').map((run) => textBelow(run, 'text') ?? '');
  return orNull(fold(textBelow(value, 'simpleText') ?? textBelow(value, 'content') ?? runs.join('')));
}

/** Returns the words in bold. */
export const boldIn = (value: unknown): string[] =>
  listBelow(value, 'runs')
    .filter((run) => below(run, 'bold') === true)
    .map((run) => fold(textBelow(run, 'text') ?? ''))
    .filter((text) => text !== '');

/** Returns the largest picture of a list, which is sorted by size. */
export function pictureOf(value: unknown): string | null {
  const last = [...listBelow(value, 'thumbnails'), ...listBelow(value, 'sources')].at(-1);
  return absoluteUrl(textBelow(last, 'url'), ORIGIN);
}

/** Returns the target of a renderer, without YouTube's tracking parameters. */
export function targetOf(endpoint: unknown): string | null {
  const path = textBelow(endpoint, 'commandMetadata', 'webCommandMetadata', 'url') ?? textBelow(endpoint, 'urlEndpoint', 'url');
  return absoluteUrl(path, ORIGIN);
}

/** Returns `1:02:03` in seconds. */
export function secondsOf(duration: string | null): number | null {
  if (!duration || !/^\d{1,3}(?::\d{1,2}){1,2}$/.test(duration)) return null;
  return duration.split(':').reduce((total, part) => total * 60 + Number(part), 0);
}

const FACTORS: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|tsd|mil\b|mii|тыс|тис|천|千|bin|rb|ribu|nghìn|พัน)/iu, 1e3],
  [/^(?:万|萬|만|หมื่น)/u, 1e4],
  [/^(?:lakh|lk)/iu, 1e5],
  [/^(?:m(?:$|[\s.](?!rd))|mio|mn\b|mi\b|mln|mill|млн|jt|juta|tr\b|triệu|ล้าน|مليون)/iu, 1e6],
  [/^(?:crore|cr\b)/iu, 1e7],
  [/^(?:億|亿|억)/u, 1e8],
  // `B` alone means a billion in English but a thousand in Turkish, so an English word must follow.
  [/^(?:b\s(?:views|subscribers|videos)|mrd|mld|bi\b|млрд|milyar|miliar|tỷ)/iu, 1e9],
];

/**
 * Parses a displayed count, in full (`1,234 views`) or abbreviated (`1.2M`, `1,2 Mio.`). Null for an unknown
 * abbreviation.
 */
export function countOf(text: string | null): number | null {
  const match = text ? /\d(?:[\d.,'’\s]*\d)?/.exec(text) : null;
  if (!text || !match) return null;
  const written = match[0];
  const after = text.slice(match.index + written.length).trimStart();
  const factor = FACTORS.find(([word]) => word.test(after))?.[1];
  const grouped = /^\d{1,3}(?:[.,'’\s]\d{2,3})*[.,'’\s]\d{3}$|^\d+$/.test(written);
  // One to three letters after the number are an abbreviation, known or not.
  const shortened = factor !== undefined || /^\p{L}{1,3}(?:[.\s]|$)/u.test(after);
  if (grouped && !shortened) return Number(written.replace(/\D/g, ''));
  const decimal = /^(\d+)(?:[.,](\d{1,3}))?$/.exec(written);
  if (!decimal || factor === undefined) return null;
  return Math.round(Number(`${decimal[1]}.${decimal[2] ?? 0}`) * factor);
}
