// Text checks. Lengths count Unicode code points.

export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Returns whether the text has more than `most` characters, without counting more than necessary. */
export function isLongerThan(text: string, most: number): boolean {
  // A code point has one or two UTF-16 units.
  return text.length > most && (text.length > 2 * most || lengthOf(text) > most);
}

/** The first character of most texts proves that they are not blank, so `trim` rarely runs. */
export const isBlank = (text: string): boolean => !(text.charCodeAt(0) > 0x20 && text.charCodeAt(0) < 0x7f) && text.trim() === '';

/** Headers, cookies and URLs must not contain control characters. */
export const hasControls = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text);

/**
 * Returns whether the text is a valid URL. `URL.canParse` of Node 20 wrongly rejects Latin-1 letters after about 4,000
 * calls (seen in 20.20).
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base);
    return true;
  } catch {
    return false;
  }
}
