// Naver SearchAd's spelling of keywords: no spaces, upper case, letters and digits only.

const CHARACTERS_MAX = 50;

/** Returns null if nothing is left. A comma or another mark would make Naver reject the whole request. */
export function toNaverSpelling(keyword: string): string | null {
  const spelling = keyword
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toUpperCase();
  return spelling === '' || [...spelling].length > CHARACTERS_MAX ? null : spelling;
}
