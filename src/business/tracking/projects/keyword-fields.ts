// Reads tags and target URLs of tracked keywords.
import { errors } from '../../../contract/errors.ts';
import { hasControls, isUrl } from '../../../contract/text.ts';
import { TAGS_MAX } from '../../../contract/tracking.ts';

/** Tags differ only by their text without case. */
export const foldTag = (tag: string): string => tag.toLowerCase();

/** Commas separate tags in queries, semicolons in CSV. */
export function readTags(tags: readonly string[] | undefined, at: string): string[] {
  const found = new Map<string, string>();
  for (const [index, text] of (tags ?? []).entries()) {
    const tag = text.replace(/\s+/gu, ' ').trim();
    if (tag === '' || /[,;]/.test(tag) || hasControls(tag))
      throw errors.badParameter(`${at}[${index}]`, 'must have characters other than spaces, and no comma or semicolon');
    if (!found.has(foldTag(tag))) found.set(foldTag(tag), tag);
  }
  return [...found.values()];
}

/** Throws when a keyword would have too many tags. */
export function checkTagCount(count: number, at: string): void {
  if (count > TAGS_MAX) throw errors.badParameter(at, `would give a keyword more than ${TAGS_MAX} tags`);
}

export function readTargetUrl(url: string | null | undefined, at: string): string | null {
  const text = url?.trim() ?? '';
  if (text === '') return null;
  if (!/^https?:\/\//i.test(text) || !isUrl(text)) throw errors.badParameter(at, 'must be a URL that begins with https:// or http://');
  return text;
}
