// The regions of DuckDuckGo, in the spelling of its `kl` parameter.

/** Searches without a region. */
const NO_REGION = 'wt-wt';

/** By country. The first one is used when none has the language of the query. */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  AR: ['ar-es'],
  AT: ['at-de'],
  AU: ['au-en'],
  BE: ['be-nl', 'be-fr'],
  BG: ['bg-bg'],
  BR: ['br-pt'],
  CA: ['ca-en', 'ca-fr'],
  CH: ['ch-de', 'ch-fr'],
  CL: ['cl-es'],
  CN: ['cn-zh'],
  CO: ['co-es'],
  CZ: ['cz-cs'],
  DE: ['de-de'],
  DK: ['dk-da'],
  EE: ['ee-et'],
  ES: ['es-es', 'ct-ca'],
  FI: ['fi-fi'],
  FR: ['fr-fr'],
  GB: ['uk-en'],
  GR: ['gr-el'],
  HK: ['hk-tzh'],
  HR: ['hr-hr'],
  HU: ['hu-hu'],
  ID: ['id-en'],
  IE: ['ie-en'],
  IL: ['il-en'],
  IN: ['in-en'],
  IS: ['is-is'],
  IT: ['it-it'],
  JP: ['jp-jp'],
  KR: ['kr-kr'],
  LT: ['lt-lt'],
  LV: ['lv-lv'],
  MX: ['mx-es'],
  MY: ['my-en'],
  NL: ['nl-nl'],
  NO: ['no-no'],
  NZ: ['nz-en'],
  PE: ['pe-es'],
  PH: ['ph-en'],
  PK: ['pk-en'],
  PL: ['pl-pl'],
  PT: ['pt-pt'],
  RO: ['ro-ro'],
  RU: ['ru-ru'],
  SA: ['xa-ar'],
  SE: ['se-sv'],
  SG: ['sg-en'],
  SI: ['sl-sl'],
  SK: ['sk-sk'],
  TH: ['th-en'],
  TR: ['tr-tr'],
  TW: ['tw-tzh'],
  UA: ['ua-uk'],
  US: ['us-en', 'us-es'],
  VN: ['vn-en'],
  ZA: ['za-en'],
};

/** Regions that no country and language lead to, with the country that is nearest. */
const OTHER_REGIONS: Readonly<Record<string, string>> = {
  [NO_REGION]: 'US',
  'ch-it': 'CH',
  'es-ca': 'ES',
  'id-id': 'ID',
  'il-he': 'IL',
  'my-ms': 'MY',
  'ph-tl': 'PH',
  'th-th': 'TH',
  'ue-es': 'US',
  've-es': 'VE',
  'vn-vi': 'VN',
  'xa-en': 'SA',
  'xl-es': 'MX',
};
/** Second parts of regions that are not codes of languages. */
const OTHER_LANGUAGES: Readonly<Record<string, string | null>> = { jp: 'ja', kr: 'ko', tzh: 'zh', wt: null };

const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(REGIONS).flatMap(([country, regions]) => regions.map((region) => [region, country] as const)),
  ...Object.entries(OTHER_REGIONS),
]);
export const REGION_NAMES: readonly string[] = [...COUNTRIES.keys()];

/** Returns the country and the language of a region such as `uk-en`, or null for one that DuckDuckGo does not have. */
export function placeOfRegion(region: string): { readonly countryCode: string; readonly language: string | null } | null {
  const countryCode = COUNTRIES.get(region);
  if (countryCode === undefined) return null;
  const part = region.slice(region.indexOf('-') + 1);
  const language = Object.hasOwn(OTHER_LANGUAGES, part) ? OTHER_LANGUAGES[part]! : part;
  return { countryCode, language };
}

export function regionOf(countryCode: string, language: string): string {
  const regions = REGIONS[countryCode.toUpperCase()] ?? [];
  return regions.find((region) => region.endsWith(`-${language.toLowerCase()}`)) ?? regions[0] ?? NO_REGION;
}
