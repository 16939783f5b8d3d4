// Local names of places: from a table of exonyms, the convention of the country, or its script.
import { englishTown, tableOf } from './facts.mjs';

/** Well-known cities whose English name differs from the local one. */
const EXONYMS = {
  AE: 'Dubai=دبي|Abu Dhabi=أبو ظبي',
  AT: 'Vienna=Wien',
  BE: 'Brussels=Bruxelles|Antwerp=Antwerpen|Ghent=Gent|Bruges=Brugge',
  BG: 'Sofia=София',
  CH: 'Geneva=Genève|Zürich=Zürich|Lucerne=Luzern',
  CN: 'Beijing=北京|Shanghai=上海|Guangzhou=广州|Shenzhen=深圳|Tianjin=天津|Wuhan=武汉|Chongqing=重庆|Chengdu=成都',
  CU: 'Havana=La Habana',
  CZ: 'Prague=Praha|Pilsen=Plzeň',
  DE: 'Munich=München|Cologne=Köln|Nuremberg=Nürnberg|Hanover=Hannover|Brunswick=Braunschweig|Frankfurt=Frankfurt am Main',
  DK: 'Copenhagen=København',
  DZ: 'Algiers=الجزائر',
  EG: 'Cairo=القاهرة|Alexandria=الإسكندرية',
  ES: 'Seville=Sevilla',
  GE: 'Tbilisi=თბილისი',
  GR: 'Athens=Αθήνα|Thessaloníki=Θεσσαλονίκη',
  HK: 'Hong Kong=香港',
  IL: 'Jerusalem=ירושלים|Tel Aviv-Yafo=תל אביב|Haifa=חיפה',
  IN: 'Delhi=दिल्ली|New Delhi=नई दिल्ली|Mumbai=मुंबई|Kolkata=কলকাতা|Chennai=சென்னை|Bengaluru=ಬೆಂಗಳೂರು|Hyderabad=హైదరాబాద్',
  IQ: 'Baghdad=بغداد',
  IR: 'Tehran=تهران',
  IT: 'Rome=Roma|Milan=Milano|Naples=Napoli|Turin=Torino|Florence=Firenze|Venice=Venezia|Genoa=Genova|Padua=Padova|Mantua=Mantova',
  JP: 'Tokyo=東京|Osaka=大阪市|Kyoto=京都市|Yokohama=横浜市|Nagoya=名古屋市|Sapporo=札幌市|Kobe=神戸市|Fukuoka=福岡市|Hiroshima=広島市|Sendai=仙台市',
  KR: 'Seoul=서울|Busan=부산|Incheon=인천|Daegu=대구|Daejeon=대전|Gwangju=광주|Ulsan=울산',
  LB: 'Beirut=بيروت',
  LU: 'Luxembourg=Lëtzebuerg',
  MA: 'Casablanca=الدار البيضاء|Rabat=الرباط|Marrakesh=مراكش|Fes=فاس|Tangier=طنجة',
  MX: 'Mexico City=Ciudad de México',
  NL: 'The Hague=Den Haag',
  PL: 'Warsaw=Warszawa|Kraków=Kraków',
  PT: 'Lisbon=Lisboa',
  RO: 'Bucharest=București',
  RS: 'Belgrade=Београд',
  RU: 'Moscow=Москва|Saint Petersburg=Санкт-Петербург|Novosibirsk=Новосибирск|Yekaterinburg=Екатеринбург|Kazan=Казань',
  SA: 'Riyadh=الرياض|Jeddah=جدة|Mecca=مكة|Medina=المدينة المنورة',
  SE: 'Gothenburg=Göteborg',
  SY: 'Damascus=دمشق|Aleppo=حلب',
  TH: 'Bangkok=กรุงเทพมหานคร',
  TR: 'Istanbul=İstanbul|Izmir=İzmir',
  TW: 'Taipei=臺北市|Kaohsiung=高雄市|Taichung=臺中市|Tainan=臺南市',
  UA: 'Kyiv=Київ|Kharkiv=Харків|Lviv=Львів|Odesa=Одеса|Odessa=Одеса|Dnipro=Дніпро',
  VN: 'Hanoi=Hà Nội|Ho Chi Minh City=Thành phố Hồ Chí Minh|Da Nang=Đà Nẵng|Haiphong=Hải Phòng',
};

/** Divisions whose English name differs from the local one. */
const DIVISIONS = {
  AR:
    'Buenos Aires=Ciudad Autónoma de Buenos Aires|Buenos Aires Province=Buenos Aires|' +
    'Cordoba=Córdoba|Tucuman=Tucumán|Entre Rios=Entre Ríos|Rio Negro=Río Negro|Neuquen=Neuquén',
  AT: 'Vienna=Wien|Lower Austria=Niederösterreich|Upper Austria=Oberösterreich|Styria=Steiermark|Tyrol=Tirol|Carinthia=Kärnten',
  BE: 'Flanders=Vlaanderen|Wallonia=Wallonie|Brussels=Bruxelles-Capitale',
  BR: 'Federal District=Distrito Federal',
  CH: 'Zurich=Zürich|Lucerne=Luzern|Geneva=Genève|Grisons=Graubünden|Saint Gallen=St. Gallen|Basel-City=Basel-Stadt',
  DE:
    'Bavaria=Bayern|Hesse=Hessen|Lower Saxony=Niedersachsen|North Rhine-Westphalia=Nordrhein-Westfalen|Saxony=Sachsen|' +
    'Saxony-Anhalt=Sachsen-Anhalt|Thuringia=Thüringen|Rhineland-Palatinate=Rheinland-Pfalz',
  ES:
    'Andalusia=Andalucía|Catalonia=Catalunya|Castile and León=Castilla y León|Castile-La Mancha=Castilla-La Mancha|Canary Islands=Canarias|' +
    'Basque Country=País Vasco|Aragon=Aragón|Balearic Islands=Illes Balears|Navarre=Navarra|Valencia=Comunitat Valenciana',
  FR: 'Brittany=Bretagne|Normandy=Normandie|Corsica=Corse',
  IT: "Lombardy=Lombardia|Sicily=Sicilia|Piedmont=Piemonte|Apulia=Puglia|Tuscany=Toscana|Sardinia=Sardegna|Aosta Valley=Valle d'Aosta",
  MX: 'Mexico City=Ciudad de México',
  NL: 'South Holland=Zuid-Holland|North Holland=Noord-Holland|North Brabant=Noord-Brabant|Friesland=Fryslân',
  PL:
    'Masovian Voivodeship=Mazowieckie|Silesian Voivodeship=Śląskie|Lesser Poland Voivodeship=Małopolskie|' +
    'Lower Silesian Voivodeship=Dolnośląskie|Greater Poland Voivodeship=Wielkopolskie|Łódź Voivodeship=Łódzkie|' +
    'Pomeranian Voivodeship=Pomorskie|Kuyavian-Pomeranian Voivodeship=Kujawsko-Pomorskie|Podkarpackie Voivodeship=Podkarpackie|' +
    'West Pomeranian Voivodeship=Zachodniopomorskie|Lublin Voivodeship=Lubelskie|Warmian-Masurian Voivodeship=Warmińsko-Mazurskie|' +
    'Podlaskie Voivodeship=Podlaskie|Lubusz Voivodeship=Lubuskie|Opole Voivodeship=Opolskie|Świętokrzyskie Voivodeship=Świętokrzyskie',
  PT: 'Lisbon=Lisboa|Azores=Açores',
};

const exonyms = tableOf(EXONYMS);
const divisions = tableOf(DIVISIONS);
/** Countries whose towns have their local names in the source. */
const NAMED_LOCALLY = new Set(
  (
    'US GB IE AU NZ CA DE AT CH LI NL BE LU FR MC IT SM ES PT AD BR AR CL CO PE EC BO PY UY VE MX GT HN SV NI CR PA CU DO PR ' +
    'DK NO SE FI IS EE LV LT PL CZ SK HU SI HR RO TR MT ZA NG GH JM BB TT BS BZ GY PH ID MY SN CI ML BF BJ TG GA CG CM NE GN ' +
    'GP MQ RE GF NC PF'
  ).split(' '),
);

/** Countries whose second-level divisions have English names in the source because English is spoken. */
const ENGLISH = new Set(['US', 'GB', 'IE', 'AU', 'NZ']);

const SCRIPTS = [
  [/^[\p{Script=Greek} .·'-]+$/u, 'GR CY'],
  [/^[\p{Script=Hebrew} ."'-]+$/u, 'IL'],
  [/^[\p{Script=Thai} .]+$/u, 'TH'],
  [/^[\p{Script=Georgian} .-]+$/u, 'GE'],
  [/^[\p{Script=Armenian} .-]+$/u, 'AM'],
  [/^[\p{Script=Hangul} ]+$/u, 'KR KP'],
  [/^[\p{Script=Khmer} ]+$/u, 'KH'],
  [/^[\p{Script=Lao} ]+$/u, 'LA'],
  [/^[\p{Script=Myanmar} ]+$/u, 'MM'],
  [/^[\p{Script=Bengali} .]+$/u, 'BD'],
  [/^[\p{Script=Han}]+$/u, 'CN TW JP HK MO'],
  [/^[\p{Script=Cyrillic} .'’-]+$/u, 'RU BG BY UA KZ MK RS KG MN TJ'],
  [/^[\p{Script=Arabic} ]+$/u, 'AE BH DZ EG IQ IR JO KW LB LY MA OM PK PS QA SA SD SY TN YE AF'],
];
const scriptOf = new Map(SCRIPTS.flatMap(([pattern, codes]) => codes.split(' ').map((code) => [code, pattern])));

const englishByLocal = new Map([...exonyms].map(([key, local]) => [`${key.slice(0, 3)}${local}`, key.slice(3)]));

/** Returns the English name of a town. It differs from the local name for large towns only. */
export function englishNameOfTown(country, name, population) {
  return (population > 50_000 && englishByLocal.get(`${country}:${name}`)) || englishTown(country, name);
}

/**
 * Returns the local name of a town, or null. Alternate names have no language, so only a single one in the country's
 * script is used.
 */
export function localNameOfTown(country, name, alternates) {
  const known = exonyms.get(`${country}:${name}`);
  if (known) return known;
  // Two letters would conflict with country codes in lower case: there is a town called Us in France.
  if (NAMED_LOCALLY.has(country)) return name.length > 2 ? name : null;
  const script = scriptOf.get(country);
  if (!script || !alternates) return null;
  const fitting = alternates.split(',').filter((alternate) => script.test(alternate));
  return fitting.length === 1 ? fitting[0] : null;
}

/**
 * Languages of the source's own names. In Latin script the source mixes in titles and former names, so there the tables
 * decide.
 */
const OTHER_SCRIPTS = new Set(['am', 'ar', 'bn', 'he', 'hi', 'ja', 'ru', 'zh']);

export function localNameOfFirstLevel({ country, language }, name, names) {
  const known = divisions.get(`${country}:${name}`);
  if (known) return known;
  if (OTHER_SCRIPTS.has(language)) return names?.[language]?.replace(/[\u200e\u200f]/g, '') || null;
  return language === 'en' || divisionCountries.has(country) ? name : null;
}
const divisionCountries = new Set(Object.keys(DIVISIONS));

export function localNameOfSecondLevel(country, name) {
  return ENGLISH.has(country) ? name : null;
}

/** Returns the official language that most people of a country share, by Unicode's figures. */
export function mainLanguage(territory) {
  const spoken = Object.entries(territory?.languagePopulation ?? {}).filter(([, facts]) =>
    /^(official|de_facto_official)$/.test(facts._officialStatus ?? ''),
  );
  const written = spoken.filter(([, facts]) => Number(facts._writingPercent ?? 100) > 10);
  const ranked = (written.length ? written : spoken).sort((a, b) => Number(b[1]._populationPercent) - Number(a[1]._populationPercent));
  return ranked[0]?.[0].replace('_', '-') ?? 'en';
}
