// Builds data/regions.bin.br, the list of regions, from data packages that are installed temporarily.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCountries } from './regions/countries.mjs';
import { placeCountries, readFirstLevel, readSecondLevel } from './regions/divisions.mjs';
import { nameRegions } from './regions/naming.mjs';
import { packRegions } from './regions/pack.mjs';
import {
  readAirports,
  readAmericanPostalCodes,
  readAustralianPostalCodes,
  readCanadianPostalCodes,
  readCongressionalDistricts,
} from './regions/places.mjs';
import { describeSources } from './regions/provenance.mjs';
import { fetchSources, SOURCES } from './regions/sources.mjs';
import { readTowns } from './regions/towns.mjs';
import { readUniversities } from './regions/universities.mjs';

const data = join(dirname(fileURLToPath(import.meta.url)), '..', 'data');

function collect(sources) {
  const bridge = sources.read('iso3166-2-db', 'data', 'iso3166-2.json');
  const countries = readCountries(sources, bridge);
  const byCode = new Map(countries.map((country) => [country.country, country]));
  const towns = readTowns(sources, byCode);
  placeCountries(countries, towns);
  const first = readFirstLevel(sources, bridge, byCode, towns);
  const second = readSecondLevel(sources, first, towns);
  const secondOfTown = new Map();
  for (const town of towns) {
    town.parent = first.get(`${town.country}.${town.first}`) ?? byCode.get(town.country);
    secondOfTown.set(town, second.get(`${town.country}.${town.first}.${town.second}`));
  }
  const american = readAmericanPostalCodes(sources, first);
  const ofType = (...types) => towns.filter((town) => types.includes(town.type));
  const groups = [
    countries,
    [...first.values()],
    ofType('city', 'borough'),
    [...second.values()],
    ofType('neighborhood'),
    [...american.values()],
    readCanadianPostalCodes(sources, first),
    readAustralianPostalCodes(sources, first),
    readAirports(sources, byCode, first, towns),
    readUniversities(sources, first, towns),
    readCongressionalDistricts(sources, american),
  ];
  return nameRegions(groups, (region) => secondOfTown.get(region));
}

/** The first argument may be an existing folder with the packages. It is not deleted. */
function main([folder]) {
  const sources = fetchSources(folder);
  try {
    const { named, dropped } = collect(sources);
    const { file, rows, plainBytes } = packRegions(
      named,
      SOURCES.map((source) => `${source.name}@${source.version}`),
    );
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'regions.bin.br'), file);
    writeFileSync(join(data, 'SOURCES.md'), describeSources(rows, dropped));
    console.log(`${rows.length} regions, ${dropped} duplicates left out, ${file.length} bytes (${plainBytes} uncompressed)`);
  } finally {
    if (!folder) rmSync(sources.folder, { recursive: true, force: true });
  }
}

main(process.argv.slice(2));
