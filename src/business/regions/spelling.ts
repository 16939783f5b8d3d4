// Normalises region names for matching. Keep it equal to scripts/regions/spelling.mjs.

/** Letters that Unicode decomposition does not split but that have a plain form. */
const LETTERS: Readonly<Record<string, string>> = {
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
const ASCII = /^[\x20-\x7e]*$/;

/** Returns the name without accents and with plain quotes and dashes. Other scripts stay unchanged. */
export function plain(name: string): string {
  if (ASCII.test(name)) return name;
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’ʻʼ`´ʹ′]/g, "'")
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/[øØłŁđĐðÐßæÆœŒþÞıəƏǝƎħĦŋŊŧŦ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Returns the same key for all spellings of a name. Ignores case, accents and spaces around commas. */
export function keyOf(name: string): string {
  const key = plain(name.trim()).toLowerCase();
  return key.includes(',') ? key.split(',').map(trimmed).join(',') : key;
}
const trimmed = (text: string): string => text.trim();

/** Returns the first part of a canonical name, which is the name of the region. */
export function firstPart(key: string): string {
  const comma = key.indexOf(',');
  return comma < 0 ? key : key.slice(0, comma);
}
