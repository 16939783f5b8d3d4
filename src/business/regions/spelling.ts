// How region names are spelled for matching; scripts/regions/spelling.mjs does the same when the list is built.

/** Letters that lose no accent by decomposition and still have a plain form. */
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

/** The name in plain letters: accents dropped, typographic quotes and dashes made plain. Other scripts stay as they are. */
export function plain(name: string): string {
  if (ASCII.test(name)) return name;
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’ʻʼ`´ʹ′]/g, "'")
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/[øØłŁđĐðÐßæÆœŒþÞıəƏǝƎħĦŋŊŧŦ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** What all spellings of one name have in common: case, accents and spaces around commas do not count. */
export function keyOf(name: string): string {
  const key = plain(name.trim()).toLowerCase();
  return key.includes(',') ? key.split(',').map(trimmed).join(',') : key;
}
const trimmed = (text: string): string => text.trim();

/** The first part of a canonical name: the region's own name. */
export function firstPart(key: string): string {
  const comma = key.indexOf(',');
  return comma < 0 ? key : key.slice(0, comma);
}
