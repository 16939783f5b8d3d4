// Finds city, region, postal code and country in the lines of a postal address.

export interface Address {
  readonly street: readonly string[];
  readonly city: string | null;
  readonly state: string | null;
  readonly postal: string | null;
  readonly country: string | null;
}

const LINES_MAX = 12;
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'hr', 'cs', 'sv', 'tr', 'ro', 'ru', 'uk'];
const MORE_COUNTRIES =
  'usa|us of america|united states of america|uk|great britain|england|scotland|wales|northern ireland|holland|' +
  'the netherlands|republic of korea|' +
  'korea|south korea|viet nam|czech republic|p r china|pr china|prc|peoples republic of china|russian federation|uae|turkey|macedonia|' +
  'ivory coast|hong kong|taiwan|macau|turkiye|republic of ireland|moldova|islamic republic of iran|slovak republic|brasil';

/** Regions that are on a separate line in English addresses. */
const REGIONS = new Set(
  (
    'alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|' +
    'kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|' +
    'new jersey|new mexico|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|' +
    'south dakota|tennessee|' +
    'texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming|ontario|quebec|british columbia|alberta|manitoba|' +
    'nova scotia|saskatchewan|new south wales|victoria|queensland|south australia|western australia|tasmania|gauteng|western cape|' +
    'bedfordshire|berkshire|berks|buckinghamshire|bucks|cambridgeshire|cambs|cheshire|cornwall|cumbria|derbyshire|devon|dorset|durham|' +
    'east sussex|west sussex|essex|gloucestershire|greater london|greater manchester|hampshire|hants|herefordshire|' +
    'hertfordshire|herts|kent|' +
    'lancashire|lancs|leicestershire|lincolnshire|merseyside|middlesex|middx|norfolk|northamptonshire|northumberland|' +
    'nottinghamshire|notts|' +
    'oxfordshire|oxon|shropshire|somerset|staffordshire|suffolk|surrey|sussex|tyne and wear|warwickshire|west midlands|wiltshire|wilts|' +
    'worcestershire|north yorkshire|south yorkshire|west yorkshire|yorkshire|england|scotland|wales|northern ireland|co dublin|co cork'
  ).split('|'),
);

/** Postal codes of countries. Five and six digits are most common. */
const POSTAL =
  '(?:[A-Z]{2}-\\d{3}|(?:[A-Z]{1,2}-)?(?:\\d{5}-\\d{3,4}|\\d{4}-\\d{3}|\\d{2}-\\d{3}|\\d{3}-\\d{4}|\\d{4} ?[A-Z]{2}|\\d{3} \\d{2}|' +
  '\\d{2} \\d{3}|\\d{4,7}|' +
  '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}|[A-Z]\\d[A-Z] ?\\d[A-Z]\\d))';
const HAS_POSTAL = new RegExp(`\\b${POSTAL}$|^${POSTAL}\\b`, 'i');
export const ONLY_POSTAL = new RegExp(`^${POSTAL}$`, 'i');
export const POSTAL_CITY = new RegExp(`^(${POSTAL})[ ,]{1,3}(\\D{2,60})$`);
const CITY_STATE_POSTAL = new RegExp(`^(\\D{2,60}?),? {1,2}([A-Z]{2,3}),? {1,3}(${POSTAL})$`);
const CITY_POSTAL = new RegExp(`^(\\D{2,60}?) ?,? ?(?<=[ ,])(${POSTAL})$`);
const CITY_STATE = /^(\D{2,60}), ?([A-Z]{2})$/;

/** `Boise ID` above the postal code. */
const CITY_CODE = /^(\p{Lu}\p{Ll}[\p{L} .-]{1,40}) ([A-Z]{2})$/u;

let countries: Set<string> | null = null;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** True for names and codes of countries, in the languages of addresses in registries. */
export function isCountry(text: string): boolean {
  if (countries === null) {
    countries = new Set(MORE_COUNTRIES.split('|'));
    const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    const codes = LETTERS.flatMap((one) => LETTERS.map((other) => one + other)).filter(
      (code) => english.of(code) !== undefined && code !== 'ZZ',
    );
    for (const code of codes) countries.add(code.toLowerCase());
    for (const language of LANGUAGES) {
      const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
      for (const code of codes) countries.add(plain(names.of(code) ?? code));
    }
  }
  const name = plain(text);
  const short = name
    .replace(/^(?:the )?(?:(?:islamic |democratic )?(?:republic|kingdom|state|sultanate|principality) of )?(?:the )?/, '')
    .replace(/ and /g, ' ');
  return text.length < 50 && (countries.has(name) || countries.has(short)) && (text.length > 2 || text === text.toUpperCase());
}

/** True for a street, or a remark instead of one. */
const isNoCity = (text: string | undefined): boolean =>
  text !== undefined && /\d|\b(?:hidden|redacted|disclosed|privacy|protected)\b/i.test(text);
/** Letters and digits in capitals, directly above the country: a postal code in an unknown format. */
const isUnknownPostal = (text: string): boolean => /^(?=.*\d)(?=.*[A-Z])[A-Z\d]{2,5}[ -]?[A-Z\d]{2,5}$/.test(text);
/** True for `Praha 7` below a street with its number. */
const isDistrict = (text: string, above: string): boolean => /^\p{L}[\p{L} .-]{2,30} \d{1,2}$/u.test(text) && /\d/.test(above);
const isRegion = (text: string): boolean => /^[A-Z]{2,3}$/.test(text) || REGIONS.has(plain(text));

/** True for a line with a city and its postal code. */
export const isTown = (line: string): boolean => CITY_STATE_POSTAL.test(line) || POSTAL_CITY.test(line) || CITY_POSTAL.test(line);

/** Lines that cannot be identified stay in the street. */
export function splitAddress(lines: readonly string[]): Address {
  const rest = pieces(lines.slice(0, LINES_MAX));
  const found: Parsed = { city: null, state: null, postal: null, country: null };
  splitCountry(rest);
  const last = rest.at(-1);
  if (rest.length > 1 && last !== undefined && isCountry(last)) found.country = rest.pop()!;
  // Some addresses have the postal code below the country.
  if (found.country === null && rest.length > 2 && ONLY_POSTAL.test(rest.at(-1)!) && isCountry(rest.at(-2)!))
    found.country = rest.splice(-2, 1)[0]!;
  // Some addresses repeat the postal code below the city.
  if (rest.length > 2 && ONLY_POSTAL.test(rest.at(-1)!) && rest.at(-2)!.endsWith(` ${rest.at(-1)!}`)) rest.pop();
  const at = rest.findLastIndex((line, index) => index > 0 && HAS_POSTAL.test(line));
  const line = at > 0 ? rest[at]! : '';
  const together = CITY_STATE_POSTAL.exec(line);
  const before = POSTAL_CITY.exec(line);
  const after = CITY_POSTAL.exec(line);
  const isBelowTown = at > 1 && /\D,\d/.test(line) && !isNoCity(rest[at - 1]);
  if (ONLY_POSTAL.test(line)) splitAround(rest, at, found);
  else if (together) [found.city, found.state, found.postal] = [together[1]!, together[2]!, together[3]!];
  else if (before) [found.postal, found.city] = [before[1]!, before[2]!];
  else if (after && isBelowTown) splitRegion(rest, at, after, found);
  else if (after && rest.length - at <= 2) [found.city, found.postal] = [after[1]!, after[2]!];
  else if (found.country !== null && rest.length > 2 && isUnknownPostal(rest.at(-1)!)) splitAround(rest, rest.length - 1, found);
  else if (found.country !== null && rest.length > 1) splitEnd(rest, found);
  if (line !== '' && found.postal !== null && !ONLY_POSTAL.test(line) && !(after && isBelowTown)) {
    const next = rest[at + 1];
    if (next !== undefined && found.country === null && isCountry(next)) found.country = next;
    else if (next !== undefined && found.state === null) found.state = next;
    rest.splice(at, next !== undefined && (found.state === next || found.country === next) ? 2 : 1);
  }
  const town = /^([^,]{2,40})(?:, | - (?=[A-Z]{2}$))([^,\d]{2,40})$/.exec(found.city ?? '');
  if (town && found.state === null) [found.city, found.state] = [town[1]!, town[2]!];
  return { ...found, city: found.city?.replace(/^[ ,-]+|[ ,-]+$/g, '') || null, street: rest };
}

const POSTAL_COUNTRY = new RegExp(`^(.{3,80}\\b${POSTAL}),? (\\p{L}[\\p{L} .]{2,40})$`, 'u');

/** `Harbourtown ON K1A 0B1 Canada`: the country in the line of the postal code. */
function splitCountry(rest: string[]): void {
  const [, town, country] = POSTAL_COUNTRY.exec(rest.at(-1) ?? '') ?? [];
  if (town !== undefined && rest.length > 1 && isCountry(country!)) rest.splice(-1, 1, town, country!);
}

/** One line may contain the whole address, with commas. */
function pieces(lines: readonly string[]): string[] {
  const clean = lines.map((line) => line.trim()).filter((line) => line !== '');
  const only = clean.length === 1 ? clean[0]!.split(/\s*[,;]\s*/).filter((part) => part !== '') : [];
  return only.length > 2 && isCountry(only.at(-1)!) ? only : clean;
}

type Parsed = { city: string | null; state: string | null; postal: string | null; country: string | null };

/** `Mumbai` above `Maharashtra,400001`. */
function splitRegion(rest: string[], at: number, [, state, postal]: RegExpExecArray, found: Parsed): void {
  [found.city, found.state, found.postal] = [rest[at - 1]!, state!.replace(/,$/, ''), postal!];
  rest.splice(at - 1, 2);
}

/** A postal code on a separate line: the city is above it, or below it if a street is above. */
function splitAround(rest: string[], at: number, found: Parsed): void {
  found.postal = rest[at]!;
  const below = rest.slice(at + 1);
  const above = rest[at - 1]!;
  if (below.length === 1 && (at === 1 || isNoCity(above)) && !isRegion(below[0]!)) {
    found.city = below[0]!;
    rest.splice(at);
  } else if (below.length <= 1) {
    found.state = below[0] ?? null;
    rest.splice(at);
    if (found.state === null && rest.length > 2 && isRegion(rest.at(-1)!)) found.state = rest.pop()!;
    splitCity(rest, found);
  } else found.postal = null;
}

/** The last line may be the city, or end with it after a comma. */
function splitCity(rest: string[], found: Parsed): void {
  const last = rest.at(-1)!;
  const code = found.country !== null && found.state === null && rest.length > 1 ? CITY_CODE.exec(last) : null;
  if (code) {
    [found.city, found.state] = [code[1]!, code[2]!];
    rest.pop();
    return;
  }
  const comma = last.lastIndexOf(',');
  const town = CITY_STATE.exec(last);
  if (town && found.state === null && rest.length > 1) {
    [found.city, found.state] = [town[1]!, town[2]!];
    rest.pop();
  } else if (comma > 0 && isNoCity(last.slice(0, comma))) {
    found.city = last.slice(comma + 1).trim();
    rest[rest.length - 1] = last.slice(0, comma).trim();
  } else if (rest.length > 1 && (!isNoCity(last) || isDistrict(last, rest.at(-2)!))) {
    found.city = last;
    rest.pop();
  }
}

/** Without a postal code but with a country, the last lines before it are region and city. */
function splitEnd(rest: string[], found: Parsed): void {
  const town = CITY_STATE.exec(rest.at(-1)!);
  if (town) {
    [found.city, found.state] = [town[1]!, town[2]!];
    rest.pop();
    return;
  }
  const short = rest.length > 3 && isRegion(rest.at(-1)!) && /^\d{1,3}$/.test(rest.at(-2)!);
  if (short || (rest.length > 2 && !isNoCity(rest.at(-1)) && !isNoCity(rest.at(-2)))) found.state = rest.pop()!;
  if (short) found.postal = rest.pop()!;
  if (rest.length > 1 && !isRegion(rest.at(-1)!) && !isNoCity(rest.at(-1)) && rest.at(-1)!.length < 40) found.city = rest.pop()!;
}
