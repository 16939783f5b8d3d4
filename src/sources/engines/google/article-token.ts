// Decodes the token of a Google News link. Until 2024 it contained the URL of the article.
import { absoluteUrl, urlOf } from '../../urls.ts';

const TOKEN = /^\/(?:__i\/)?(?:rss\/)?(?:rd\/)?(?:articles|read)\/([\w-]{8,4000})$/;
const FIELDS_MAX = 16;
const ADDRESS_FIELD = 4;
const ACCELERATED_FIELD = 26;

export interface Article {
  readonly url: string;
  /** The token also contained an AMP URL. */
  readonly isAmp: boolean;
}

/** Returns a protobuf number and its end, or null when the bytes end too early. */
function numberAt(bytes: Uint8Array, from: number): { value: number; end: number } | null {
  let value = 0;
  for (let index = 0; index < 5; index++) {
    const byte = bytes[from + index];
    if (byte === undefined) return null;
    value += (byte & 127) * 128 ** index;
    if (byte < 128) return { value, end: from + index + 1 };
  }
  return null;
}

/** Returns the texts of a protobuf message by field number, or null when it is not one. */
function textsIn(bytes: Uint8Array): Map<number, string> | null {
  const texts = new Map<number, string>();
  let at = 0;
  for (let fields = 0; at < bytes.length && fields < FIELDS_MAX; fields++) {
    const tag = numberAt(bytes, at);
    const number = tag && numberAt(bytes, tag.end);
    if (!tag || !number) return null;
    const kind = tag.value & 7;
    if (kind !== 0 && kind !== 2) return null;
    at = kind === 0 ? number.end : number.end + number.value;
    if (at > bytes.length) return null;
    if (kind === 2) texts.set(tag.value >>> 3, Buffer.from(bytes.subarray(number.end, at)).toString('utf8'));
  }
  return texts;
}

/** Returns the article of a Google News link, or null when the link does not contain it. */
export function articleOf(link: string): Article | null {
  const url = urlOf(link);
  const token = url.hostname === 'news.google.com' ? TOKEN.exec(url.pathname)?.[1] : undefined;
  const texts = token ? textsIn(Buffer.from(token, 'base64url')) : null;
  const address = texts?.get(ADDRESS_FIELD);
  const target = address && /^https?:\/\//.test(address) ? absoluteUrl(address, link) : null;
  return target ? { url: target, isAmp: Boolean(texts?.get(ACCELERATED_FIELD)) } : null;
}
