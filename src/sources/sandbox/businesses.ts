// Local businesses of the sandbox, with streets and coordinates in the requested region.
import { brandFrom } from './brands.ts';
import { CITIES, type City, citiesOf, cityNamed } from './cities.ts';
import type { Dataset } from './dataset.ts';
import type { Draw } from './draw.ts';
import { ratingFrom } from './page-texts.ts';
import { currencySymbolOf } from './prices.ts';
import type { SandboxRequest } from './site.ts';

export interface Business {
  readonly name: string;
  readonly category: string;
  /** Street and house number. */
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  /** From a range that is reserved for invented numbers. */
  readonly phone: string;
  readonly rating: { readonly value: string; readonly votes: number };
  /** One to three currency symbols. */
  readonly priceLevel: string;
  readonly openState: string;
  readonly latitude: number;
  readonly longitude: number;
}

const GERMAN_STREETS = ['Lindenstraße', 'Gartenweg', 'Bahnhofstraße', 'Marktplatz', 'Schillerallee', 'Am Mühlbach', 'Rosenweg'];
const STREETS: Readonly<Partial<Record<string, readonly string[]>>> = {
  DE: GERMAN_STREETS,
  AT: GERMAN_STREETS,
  CH: GERMAN_STREETS,
  FR: ['Rue des Lilas', 'Avenue de la Gare', 'Rue du Moulin', 'Place du Marché', 'Rue Victor', 'Quai Saint-Pierre'],
  ES: ['Calle Mayor', 'Calle del Molino', 'Avenida del Parque', 'Plaza Nueva', 'Calle de la Luna', 'Paseo del Río'],
  IT: ['Via Garibaldi', 'Via del Mulino', 'Corso Italia', 'Piazza Nuova', 'Via dei Fiori', 'Viale della Stazione'],
};
const ENGLISH_STREETS = ['Mill Lane', 'Station Road', 'Maple Avenue', 'Market Square', 'Church Street', 'Orchard Way', 'Bridge Street'];

/** Numbers that the regulators of these cities reserve for films. The last three digits are free. */
const PHONES: Readonly<Partial<Record<string, string>>> = {
  Berlin: '+49 30 23125',
  Cologne: '+49 221 4710',
  Edinburgh: '+44 131 496 0',
  Frankfurt: '+49 69 90009',
  Hamburg: '+49 40 66969',
  London: '+44 20 7946 0',
  Manchester: '+44 161 496 0',
  Munich: '+49 89 99998',
};

const OPEN_STATES = ['Open ⋅ Closes 7 PM', 'Open ⋅ Closes 10 PM', 'Open ⋅ Closes 6 PM', 'Closes soon ⋅ 5 PM', 'Closed ⋅ Opens 9 AM'];

/** Distance of a business from the centre of its city, in degrees: about four kilometres. */
const [LATITUDE_SPREAD, LONGITUDE_SPREAD] = [0.035, 0.055];

/** Returns the city of a request: the one that its `uule` names, otherwise one of the country. */
export function cityOf({ url }: Pick<SandboxRequest, 'url'>, dataset: Dataset): City {
  const named = cityNamed(regionNameIn(url.searchParams.get('uule')));
  if (named) return named;
  const cities = citiesOf(url.searchParams.get('gl') ?? url.searchParams.get('cc') ?? dataset.country);
  return dataset.pick('city', cities.length > 0 ? cities : CITIES);
}

/** Google's parameter `uule` is `w+` and a protobuf message, whose last field is the name of the region. */
function regionNameIn(uule: string | null): string {
  const bytes = Buffer.from(uule?.replace(/^w[+ ]/, '') ?? '', 'base64');
  // Two numbers of two bytes each, then the field's tag and its length: one byte, or two from 128 on.
  const start = (bytes[5] ?? 0) < 128 ? 6 : 7;
  return bytes.toString('utf8', start);
}

function phoneFrom(draw: Draw, { name }: City): string {
  const [last, series] = [String(draw.number(1000)).padStart(3, '0'), PHONES[name]];
  if (series === undefined) return `(${200 + draw.number(700)}) 555-01${last.slice(1)}`;
  // The British series end in a zero that belongs to the next four digits.
  return series.endsWith(' 0') ? `${series}${last}` : `${series} ${last}`;
}

export function businessFrom(draw: Draw, city: City, { theme, country }: Dataset): Business {
  const category = draw.pick(theme.businesses);
  const houseNumber = 1 + draw.number(120);
  const street = `${draw.pick(STREETS[city.country] ?? ENGLISH_STREETS)} ${houseNumber}`;
  const offset = (spread: number): number => ((draw.number(2001) - 1000) / 1000) * spread;
  return {
    name: brandFrom(draw),
    category,
    street,
    postcode: String(10_000 + draw.number(89_000)),
    city: city.name,
    phone: phoneFrom(draw, city),
    rating: ratingFrom(draw),
    priceLevel: currencySymbolOf(country).repeat(1 + draw.number(3)),
    openState: draw.pick(OPEN_STATES),
    latitude: Number((city.latitude + offset(LATITUDE_SPREAD)).toFixed(4)),
    longitude: Number((city.longitude + offset(LONGITUDE_SPREAD)).toFixed(4)),
  };
}
