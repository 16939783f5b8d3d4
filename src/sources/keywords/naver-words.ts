// How Naver's ad service spells keywords: without spaces, in capitals, letters and digits only.

const CHARACTERS_MAX = 50;

/** Null if nothing can be asked. A comma or a mark would make Naver refuse the other words of the request too. */
export function toNaverSpelling(keyword: string): string | null {
  const spelling = keyword
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toUpperCase();
  return spelling === '' || [...spelling].length > CHARACTERS_MAX ? null : spelling;
}
