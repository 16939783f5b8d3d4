// Countries: names, local names, criteria ids and populations; their centres come from their towns.
import { COUNTRY_NAMES, EXTRA_CRITERIA, UNINHABITED } from './facts.mjs';
import { mainLanguage } from './local-names.mjs';

/** Two-letter codes that Unicode lists with a number but ISO has withdrawn or never gave to a country. */
const WITHDRAWN = new Set('AA AN BU CS DD EU FX NT SU TP YD YU ZR ZZ XK'.split(' '));

export function readCountries(sources, bridge) {
  const { codeMappings } = sources.read('cldr-core', 'supplemental', 'codeMappings.json').supplemental;
  const { territoryInfo } = sources.read('cldr-core', 'supplemental', 'territoryInfo.json').supplemental;
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const countries = [];
  for (const [code, mapping] of Object.entries(codeMappings)) {
    const withNumber = /^[A-Z]{2}$/.test(code) && mapping._numeric && !WITHDRAWN.has(code) && !/^(Q[M-Z]|X[A-Z])$/.test(code);
    if (!withNumber && !EXTRA_CRITERIA[code]) continue;
    const language = mainLanguage(territoryInfo[code]);
    countries.push({
      id: String(EXTRA_CRITERIA[code] ?? 2000 + Number(mapping._numeric)),
      name: COUNTRY_NAMES[code] ?? english.of(code),
      local: new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code),
      language: language.split('-')[0],
      country: code,
      type: 'country',
      parent: null,
      population: Number(territoryInfo[code]?._population) || null,
      at: UNINHABITED[code] ?? null,
      geonames: bridge[code]?.reference?.geonames ?? null,
    });
  }
  return countries;
}
