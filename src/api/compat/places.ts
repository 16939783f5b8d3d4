// The place of a search: free text, Google's encoded place, coordinates or a country, resolved as the providers do.
import { looseOf } from '../../business/regions/loose.ts';
import type { Regions } from '../../business/regions/regions.ts';
import { keyOf } from '../../business/regions/spelling.ts';
import type { Region } from '../../contract/region.ts';

/** No name is longer, and each part is compared with many regions. */
const NAME_LENGTH_MAX = 500;
const PARTS_MAX = 6;

/** Codes of the United States and of Canada, which addresses have instead of names. */
const STATES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'al Alabama,ak Alaska,az Arizona,ar Arkansas,ca California,co Colorado,ct Connecticut,de Delaware,dc District of Columbia,' +
    'fl Florida,ga Georgia,hi Hawaii,id Idaho,il Illinois,in Indiana,ia Iowa,ks Kansas,ky Kentucky,la Louisiana,me Maine,md Maryland,' +
    'ma Massachusetts,mi Michigan,mn Minnesota,ms Mississippi,mo Missouri,mt Montana,ne Nebraska,nv Nevada,nh New Hampshire,' +
    'nj New Jersey,nm New Mexico,ny New York,nc North Carolina,nd North Dakota,oh Ohio,ok Oklahoma,or Oregon,pa Pennsylvania,' +
    'pr Puerto Rico,ri Rhode Island,sc South Carolina,sd South Dakota,tn Tennessee,tx Texas,ut Utah,vt Vermont,va Virginia,' +
    'wa Washington,wv West Virginia,wi Wisconsin,wy Wyoming,ab Alberta,bc British Columbia,mb Manitoba,nb New Brunswick,' +
    'nl Newfoundland and Labrador,ns Nova Scotia,nt Northwest Territories,nu Nunavut,on Ontario,pe Prince Edward Island,' +
    'qc Quebec,sk Saskatchewan,yt Yukon'
  )
    .split(',')
    .map((entry) => [entry.slice(0, 2), keyOf(entry.slice(3))]),
);

/** Returns all spellings of one part of a place that its ancestors may have. */
function spellingsOf(part: string, regions: Regions): ReadonlySet<string> {
  const spellings = new Set([part, looseOf(part)]);
  if (Object.hasOwn(STATES, part)) spellings.add(STATES[part]!);
  const country = regions.resolve(countryIn(part, regions) ?? part);
  if (country?.type === 'country') spellings.add(keyOf(country.name));
  return spellings;
}

/** Returns whether the parts occur in this order among the ancestors of the region, with or without others between. */
function isInside(region: Region, parts: readonly ReadonlySet<string>[]): boolean {
  const ancestors = keyOf(region.canonicalName).split(',').slice(1);
  let next = 0;
  for (const ancestor of ancestors) {
    const part = parts[next];
    if (part !== undefined && (part.has(ancestor) || part.has(looseOf(ancestor)))) next++;
  }
  return next === parts.length;
}

/** Returns the most populous place that fits: `Austin`, `Austin, TX`, `Austin,Texas,United States` or an id. */
export function findPlace(text: string, regions: Regions): Region | null {
  if (text.length > NAME_LENGTH_MAX) return null;
  const exact = regions.resolve(/^uk$/i.test(text.trim()) ? 'GB' : text);
  if (exact) return exact;
  const parts = keyOf(text)
    .split(',')
    .filter((part) => part !== '');
  const [name = '', ...rest] = parts;
  if (rest.length === 0 || parts.length > PARTS_MAX) return rest.length === 0 && name !== '' ? regions.resolve(name) : null;
  const ancestors = rest.map((part) => spellingsOf(part, regions));
  const fitting = (title: string): Region | undefined => regions.named(title).find((region) => isInside(region, ancestors));
  return fitting(name) ?? fitting(looseOf(name)) ?? null;
}

/** Google writes a place as a protobuf in base64: a few fixed fields, the length of the name, and the name. */
const UULE = /^w[+ ]([\w+/= -]{8,2000})$/;
const NAME_FIELD = 0x22;
const HEADER = Buffer.from([8, 2, 16, 32, NAME_FIELD]);

/** Returns the canonical name in a `uule`, or null. Other forms contain ids and coordinates that only Google knows. */
export function nameInUule(uule: string): string | null {
  // A plus sign in a query string means a blank.
  const encoded = UULE.exec(uule.trim())?.[1];
  if (encoded === undefined) return null;
  const bytes = Buffer.from(encoded.replaceAll(' ', '+'), 'base64');
  if (!bytes.subarray(0, HEADER.length).equals(HEADER)) return null;
  let [length, at, shift] = [0, HEADER.length, 0];
  for (; at < bytes.length && shift < 21; at++, shift += 7) {
    length |= (bytes[at]! & 0x7f) << shift;
    if (bytes[at]! < 0x80) break;
  }
  const name = bytes.subarray(at + 1, at + 1 + length);
  return name.length === length && length > 0 ? name.toString('utf8') : null;
}

/** Returns the country code of `gl` and similar parameters, or null for an unknown one. */
export function countryIn(code: string, regions: Regions): string | null {
  const upper = code.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(upper)) return null;
  const known = regions.resolve(upper === 'UK' ? 'GB' : upper);
  return known?.type === 'country' ? known.countryCode : null;
}

/** Domains of Google whose last label is not the country's code. */
const OTHER_DOMAINS: Readonly<Record<string, string>> = { com: 'US', cat: 'ES', uk: 'GB' };

/** Returns the country of a domain such as `google.co.uk`, or null for a domain that is none of Google's. */
export function countryOfDomain(domain: string, regions: Regions): string | null {
  const labels = /^(?:www\.)?google\.((?:com?\.)?[a-z]{2,3})$/i.exec(domain.trim())?.[1]?.toLowerCase().split('.');
  const last = labels?.at(-1);
  if (last === undefined) return null;
  return OTHER_DOMAINS[last] ?? countryIn(last, regions);
}
