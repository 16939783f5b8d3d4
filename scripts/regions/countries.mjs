// Countries: names, local names, criteria IDs and populations. Their centres come from their towns.
import { COUNTRY_NAMES, FIXED_CENTRES, WITHOUT_NUMBER } from './facts.mjs';
import { mainLanguage } from './local-names.mjs';

/** Two-letter codes that Unicode lists with a number, but that ISO has withdrawn or never assigned to a country. */
const WITHDRAWN = new Set('AA AN BU CS DD EU FX NT SU TP YD YU ZR ZZ XK'.split(' '));

/** Languages in which a country names itself, where the figures suggest another one. */
const LANGUAGES = { BY: 'be', CD: 'fr', CF: 'fr', CM: 'fr', IE: 'en', KZ: 'kk', LU: 'lb', MU: 'en', PH: 'fil', SN: 'fr' };
/** Their full local names are titles of their status, so the short ones are used. */
const SHORT = new Set(['HK', 'MO', 'PS']);

export function readCountries(sources, bridge) {
  const { codeMappings } = sources.read('cldr-core', 'supplemental', 'codeMappings.json').supplemental;
  const { territoryInfo } = sources.read('cldr-core', 'supplemental', 'territoryInfo.json').supplemental;
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const countries = [];
  for (const [code, mapping] of Object.entries(codeMappings)) {
    const withNumber = /^[A-Z]{2}$/.test(code) && mapping._numeric && !WITHDRAWN.has(code) && !/^(Q[M-Z]|X[A-Z])$/.test(code);
    if (!withNumber && !WITHOUT_NUMBER.has(code)) continue;
    const language = LANGUAGES[code] ?? mainLanguage(territoryInfo[code]);
    const name = COUNTRY_NAMES[code] ?? english.of(code);
    const local = new Intl.DisplayNames([language, 'en'], { type: 'region', style: SHORT.has(code) ? 'short' : 'long' });
    countries.push({
      id: withNumber ? String(2000 + Number(mapping._numeric)) : code,
      name,
      local: language === 'en' ? name : local.of(code),
      language: language.split('-')[0],
      country: code,
      type: 'country',
      parent: null,
      population: Number(territoryInfo[code]?._population) || null,
      at: FIXED_CENTRES[code] ?? null,
      geonames: bridge[code]?.reference?.geonames ?? null,
    });
  }
  return countries;
}
