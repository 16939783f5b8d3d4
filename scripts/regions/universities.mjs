// Universities: in the United States with coordinates, elsewhere at the town in their name.
import { readFileSync } from 'node:fs';
import { keyOf, part } from './spelling.mjs';

const university = (name, parent, at) => ({
  id: null,
  name: part(name),
  local: null,
  country: parent.country,
  type: 'university',
  parent,
  population: null,
  at,
});

export function readUniversities(sources, first, towns) {
  return [...readAmerican(sources, first), ...readOthers(sources, first, towns)];
}

function readAmerican(sources, first) {
  const rows = sources.read('us-colleges', 'data', 'us-colleges.json').filter((row) => row.latitude && row.longitude);
  return rows.flatMap((row) => {
    const parent = first.get(`US.${row.state_abbreviation}`);
    return parent ? [university(row.name, parent, [row.latitude, row.longitude])] : [];
  });
}

/** The name of a smaller town in a university's name is more often a person or another word. */
const TOWN_POPULATION_MIN = 20_000;
/** Words that are town names somewhere, but mean something else in the name of a university. */
const NOT_A_TOWN = new Set(['university', 'college', 'national', 'institute', 'central', 'saint', 'santa', 'federal', 'universal']);

function readOthers(sources, first, towns) {
  const byCountry = townsByWords(towns);
  const lines = readFileSync(sources.path('universities', 'world-universities.csv'), 'utf8').split('\n');
  const seen = new Set();
  return lines.flatMap((line) => {
    const match = /^([A-Z]{2}),(?:"((?:[^"]|"")*)"|([^,]*)),/.exec(line);
    const country = match?.[1] ?? '';
    const name = (match?.[2]?.replaceAll('""', '"') ?? match?.[3] ?? '').trim();
    const key = `${country}:${keyOf(name)}`;
    if (!name || country === 'US' || seen.has(key)) return [];
    seen.add(key);
    const town = townIn(keyOf(name), byCountry.get(country));
    const parent = town && first.get(`${country}.${town.first}`);
    return parent ? [university(name, parent, town.at)] : [];
  });
}

/** Towns of each country by the keys of their English and local names. Of equal names the largest town is used. */
function townsByWords(towns) {
  const byCountry = new Map();
  for (const town of towns) {
    if ((town.population ?? 0) < TOWN_POPULATION_MIN || town.type !== 'city') continue;
    const known = byCountry.get(town.country) ?? new Map();
    byCountry.set(town.country, known);
    for (const name of [town.name, town.local]) {
      const key = name ? wordsOf(keyOf(name)).join(' ') : '';
      if (key.length < 4 || NOT_A_TOWN.has(key)) continue;
      if ((known.get(key)?.population ?? -1) < town.population) known.set(key, town);
    }
  }
  return byCountry;
}

const wordsOf = (key) => key.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const WORDS_MAX = 4;

/** Returns the town with the longest name that occurs in the text as whole words. */
function townIn(text, towns) {
  if (!towns) return null;
  const words = wordsOf(text);
  for (let length = WORDS_MAX; length > 0; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const town = towns.get(words.slice(start, start + length).join(' '));
      if (town) return town;
    }
  }
  return null;
}
