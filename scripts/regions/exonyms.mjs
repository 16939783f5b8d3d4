// Names of large places in other languages, from GeoNames, normalised for comparison.
import { keyOf } from './spelling.mjs';

/** Smaller places rarely have names in other languages, and their alternate names collide. */
const POPULATION_MIN = 100_000;
const LENGTH_MIN = 3;
/** Airport codes ("MUC") and lower-case transcriptions of other scripts ("mu ni hei") are not names in use. */
const NOT_A_NAME = /^(?:[A-Z]{3,4}|[a-z' ]+)$/;
/** Scripts of the main languages. Names in other scripts are left out. */
const MAIN_SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}\p{Script=Thai}\p{M} .'’ー・-]+$/u;

const isExonym = (name) => name.length >= LENGTH_MIN - 1 && !NOT_A_NAME.test(name) && MAIN_SCRIPTS.test(name) && keyOf(name).length >= 2;

/** Returns the keys of the other names of a town. Empty for small towns. */
export function exonymsOfTown({ name, local, population }, alternates) {
  if (!alternates || (population ?? 0) < POPULATION_MIN) return [];
  return exonymKeys(name, local, alternates.split(','));
}

/** Languages of the names of first-level divisions in the source. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'ru', 'ar', 'zh'];

/** `names` has the names of a division by language. */
export const exonymsOfDivision = (name, local, names) =>
  exonymKeys(
    name,
    local,
    LANGUAGES.flatMap((language) => (names?.[language] ? [names[language].replace(/[\u200e\u200f]/g, '')] : [])),
  );

function exonymKeys(name, local, others) {
  const known = new Set([keyOf(name), ...(local ? [keyOf(local)] : [])]);
  const keys = new Set();
  for (const other of others) {
    const key = keyOf(other);
    // A comma separates the parts of canonical names.
    if (isExonym(other) && !known.has(key) && !key.includes(',')) keys.add(key);
  }
  return [...keys];
}
