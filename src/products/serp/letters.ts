// Letters of texts: their script, and spellings that count as equal.

/** Patterns without Unicode classes are several times as fast, and most texts need no others. */
export const ASCII = /^[\0-\x7f]*$/;

const LETTER = /\p{L}/u;
const LATIN = /\p{Script=Latin}/u;
/** Ranges in which all characters are letters, and none is Latin: the usual ones of Cyrillic, Japanese, Chinese and Korean. */
const isForeignLetter = (code: number): boolean =>
  (code >= 0x410 && code <= 0x44f) ||
  (code >= 0x3041 && code <= 0x3096) ||
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7a3);

/** Returns whether most letters are Latin. True for a text without letters. */
export function isLatin(text: string): boolean {
  if (ASCII.test(text)) return true;
  let [latin, others] = [0, 0];
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    if (code < 0x80) {
      const lower = code | 0x20;
      if (lower >= 0x61 && lower <= 0x7a) latin++;
    } else if (isForeignLetter(code)) others++;
    else if (LETTER.test(letter)) {
      if (LATIN.test(letter)) latin++;
      else others++;
    }
  }
  return latin >= others;
}

/** Letters that people type without their stroke or as two letters, and that Unicode does not decompose. */
const UNDIVIDED: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };
const UNDIVIDED_LETTERS = /[ßæœøłđðþı]/g;
/** Parts of Korean syllables. Without being joined again, the parts of any two words have much in common. */
const JAMO = /[\u1100-\u11ff]/;

/** A text without case, accents and width, in which equal words of other spellings are equal. */
export function plain(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const divided = bare.replace(UNDIVIDED_LETTERS, (letter) => UNDIVIDED[letter]!);
  return JAMO.test(divided) ? divided.normalize('NFC') : divided;
}
