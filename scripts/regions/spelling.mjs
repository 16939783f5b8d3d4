// Normalises names for matching. src/business/regions/spelling.ts does the same at run time.

const LETTERS = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  ə: 'a',
  Ə: 'A',
  ǝ: 'a',
  Ǝ: 'A',
  ħ: 'h',
  Ħ: 'H',
  ŋ: 'n',
  Ŋ: 'N',
  ŧ: 't',
  Ŧ: 'T',
};

/** Returns the name in plain letters: without accents, with plain quotes and dashes. */
export function plain(name) {
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’ʻʼ`´ʹ′]/g, "'")
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/[øØłŁđĐðÐßæÆœŒþÞıəƏǝƎħĦŋŊŧŦ]/g, (letter) => LETTERS[letter]);
}

/** Returns the same key for different spellings of one canonical name. */
export const keyOf = (name) =>
  plain(name)
    .toLowerCase()
    .replace(/\s*,\s*/g, ',')
    .trim();

/** A part of a canonical name must not contain the separator. */
export const part = (name) =>
  name
    .replace(/\s*,\s*/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
