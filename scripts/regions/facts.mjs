// Facts about countries that no free list provides: types of divisions and English spellings.

/** Type of the first-level divisions, by country. Countries without an entry have `region`. */
const FIRST_LEVEL = {
  state: 'US DE AT BR IN AU MX MY NG VE SS SD FM PW',
  province:
    'CA AR AF AM AO BG BI CD CN CR CU DO DZ EC GA GQ ID IE IR KH KP KR LA LK MN MZ NL NP PA PG PK PL RW SA SB SL TH TR VN VU ZA ZM ZW',
  department: 'BJ BO CG CO GT HN HT NI PY SV UY',
  governate: 'BH EG IQ JO KW LB OM SY TN YE',
  county: 'AL EE HR HU KE LR LT NO RO SE',
  district: 'AZ BN BS BT BW BZ CI CY IL LC LS LY MD MU NR PT SC SR XK',
  municipality: 'CV LI LV ME MK QA SI TL',
  prefecture: 'CF JP',
  canton: 'CH LU',
  'autonomous community': 'ES',
};

/** Type of the second-level divisions, by country. Countries without an entry have `district`. */
const SECOND_LEVEL = {
  county: 'US GB IE CA PL IR EE HR TW',
  department: 'FR AR BF CI CM NE SN TD ML',
  province: 'IT ES BE PH CL PE BO MA TR',
  municipality: 'BR MX CO VE GT HN SV NI DO CU PR JP PT NL SE NO DK FI BG RS SI BA AU LT LV IS CH UY MK',
  canton: 'EC CR LU',
  prefecture: 'CN GN TG GR',
  governate: 'SA PS',
  region: 'UG',
};

/** First-level divisions with another type than the rest of their country. */
const EXCEPTIONS = [
  ['CA', /^(Yukon|Northwest Territories|Nunavut)$/, 'territory'],
  ['AU', /^(Northern Territory|Australian Capital Territory|ACT)$/, 'territory'],
  [
    'IN',
    /^(Andaman|Chandigarh|Dadra|Daman|Delhi|National Capital|Jammu|Kashmir|Ladakh|Laccadives|Lakshadweep|Pondicherry|Puducherry)/i,
    'union territory',
  ],
  ['MY', /^(Kuala Lumpur|Labuan|Putrajaya)$/, 'territory'],
  ['NG', /^(FCT|Federal Capital|Abuja)/, 'territory'],
  ['PK', /^(Islamabad|Gilgit|Azad)/, 'territory'],
  ['RU', /^(Nenets|Yamalo|Khanty|Chukot)/, 'okrug'],
  ['CN', /^(Beijing|Shanghai|Tianjin|Chongqing)$/, 'municipality'],
  ['CN', /^(Tibet|Xinjiang|Ningxia|Guangxi|Inner Mongolia)/, 'region'],
  ['KR', /^(Ulsan|Daejeon|Daegu|Seoul|Busan|Gwangju|Incheon|Sejong)/, 'region'],
  ['PT', /^(Azores|Madeira)$/, 'region'],
  ['MM', /^(Shan|Rakhine|Mon|Kayah|Kayin|Kachin|Chin)( State)?$/, 'state'],
];

function typeByCountry(table) {
  const byCountry = new Map();
  for (const [type, codes] of Object.entries(table)) for (const code of codes.split(' ')) byCountry.set(code, type);
  return byCountry;
}
const firstLevel = typeByCountry(FIRST_LEVEL);
const secondLevel = typeByCountry(SECOND_LEVEL);

export function firstLevelType(country, name) {
  for (const [code, pattern, type] of EXCEPTIONS) if (code === country && pattern.test(name)) return type;
  return firstLevel.get(country) ?? 'region';
}

export function secondLevelType(country, name) {
  if (country === 'US' && / Borough$/.test(name)) return 'borough';
  if (country === 'US' && / Municipality$/.test(name)) return 'municipality';
  if (country === 'RU' && / Okrug$/.test(name)) return 'okrug';
  return secondLevel.get(country) ?? 'district';
}

/** The source lists the five boroughs as towns. */
export const NEW_YORK_BOROUGHS = new Set(['Manhattan', 'Brooklyn', 'Queens', 'The Bronx', 'Bronx', 'Staten Island']);

/** English country names whose usual spelling in target lists differs from the Unicode display name. */
export const COUNTRY_NAMES = {
  AG: 'Antigua and Barbuda',
  BA: 'Bosnia and Herzegovina',
  BL: 'Saint Barthelemy',
  CC: 'Cocos (Keeling) Islands',
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  CI: "Cote d'Ivoire",
  FK: 'Falkland Islands',
  GS: 'South Georgia and the South Sandwich Islands',
  HK: 'Hong Kong',
  HM: 'Heard Island and McDonald Islands',
  KN: 'Saint Kitts and Nevis',
  LC: 'Saint Lucia',
  MF: 'Saint Martin',
  MM: 'Myanmar (Burma)',
  MO: 'Macao',
  PM: 'Saint Pierre and Miquelon',
  PS: 'Palestine',
  SH: 'Saint Helena',
  SJ: 'Svalbard and Jan Mayen',
  ST: 'Sao Tome and Principe',
  TC: 'Turks and Caicos Islands',
  TT: 'Trinidad and Tobago',
  UM: 'United States Minor Outlying Islands',
  VC: 'Saint Vincent and the Grenadines',
  VA: 'Vatican City',
  WF: 'Wallis and Futuna',
};

/** Latitude and longitude of countries without a known town, or with towns that are very far apart. */
export const FIXED_CENTRES = {
  AQ: [-80, 20],
  BV: [-54.42, 3.36],
  HM: [-53.1, 73.51],
  IO: [-7.31, 72.41],
  SJ: [78.22, 15.64],
  TF: [-49.35, 70.22],
  UM: [19.28, 166.65],
};

/** Kosovo has no ISO number and therefore no criteria ID. Its ID is its code. */
export const WITHOUT_NUMBER = new Set(['XK']);

/** English names of divisions whose spelling in the source differs from target lists. */
const RENAMED_DIVISIONS = {
  AR: 'Buenos Aires=Buenos Aires Province|Buenos Aires F.D.=Buenos Aires',
  BE: 'Brussels Capital=Brussels',
  CZ: 'Hlavni mesto Praha=Prague',
  DE: 'Baden-Wurttemberg=Baden-Württemberg|Rheinland-Pfalz=Rhineland-Palatinate',
  ES: 'Castille and León=Castile and León|Castille-La Mancha=Castile-La Mancha',
  FR: 'New Aquitaine=Nouvelle-Aquitaine',
  IT: 'Basilicate=Basilicata|The Marches=Marche',
  NG: 'FCT=Federal Capital Territory',
  PL:
    'Mazovia=Masovian Voivodeship|Silesia=Silesian Voivodeship|Lesser Poland=Lesser Poland Voivodeship|' +
    'Lower Silesia=Lower Silesian Voivodeship|Greater Poland=Greater Poland Voivodeship|Pomerania=Pomeranian Voivodeship|' +
    'Kujawsko-Pomorskie=Kuyavian-Pomeranian Voivodeship|Subcarpathia=Podkarpackie Voivodeship|' +
    'West Pomerania=West Pomeranian Voivodeship|Lublin=Lublin Voivodeship|Warmia-Masuria=Warmian-Masurian Voivodeship|' +
    'Podlasie=Podlaskie Voivodeship|Lubusz=Lubusz Voivodeship|Świętokrzyskie=Świętokrzyskie Voivodeship',
  RU: "Arkhangelskaya=Arkhangelsk Oblast|Leningradskaya Oblast'=Leningrad Oblast|St.-Petersburg=Saint Petersburg",
  US: 'Washington, D.C.=District of Columbia',
};
const RENAMED_TOWNS = { IL: 'Tel Aviv=Tel Aviv-Yafo', US: 'New York City=New York' };

/** Parses `name=other|name=other` by country into one table. */
export const tableOf = (pairsByCountry) =>
  new Map(
    Object.entries(pairsByCountry).flatMap(([country, pairs]) =>
      pairs.split('|').map((pair) => {
        const [name, other] = pair.split('=');
        return [`${country}:${name}`, other];
      }),
    ),
  );
const divisionNames = tableOf(RENAMED_DIVISIONS);
const townNames = tableOf(RENAMED_TOWNS);

export function englishDivision(country, name) {
  return divisionNames.get(`${country}:${name}`) ?? name.replace(/^(State|County|Municipality) of (?=\p{Lu})/u, '');
}

export const englishTown = (country, name) => townNames.get(`${country}:${name}`) ?? name;

export const AUSTRALIAN_STATES = {
  ACT: 'Australian Capital Territory',
  NSW: 'New South Wales',
  NT: 'Northern Territory',
  QLD: 'Queensland',
  SA: 'South Australia',
  TAS: 'Tasmania',
  VIC: 'Victoria',
  WA: 'Western Australia',
};
