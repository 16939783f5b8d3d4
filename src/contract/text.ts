// How texts of the API are measured: in characters a person counts, which are Unicode code points.

export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Longer than that many characters? Counts only as far as it must. */
export function isLongerThan(text: string, most: number): boolean {
  // A character has one or two units.
  return text.length > most && (text.length > 2 * most || lengthOf(text) > most);
}

/** Most texts show by their first letter that they are not. */
export const isBlank = (text: string): boolean => !(text.charCodeAt(0) > 0x20 && text.charCodeAt(0) < 0x7f) && text.trim() === '';

/** Control characters have no business in headers, cookies and addresses. */
export const hasControls = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text);

/** Can this be read as an address? `URL.canParse` of Node 20 answers no to Latin-1 letters once it runs hot (seen in 20.20, after some 4,000 calls). */
export function isUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base);
    return true;
  } catch {
    return false;
  }
}
