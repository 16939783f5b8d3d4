// Parses contacts in RDAP: jCard (RFC 7095), a vCard as nested arrays.
import { EMPTY_CONTACT, type WhoisContact } from './record.ts';
import { splitAddress } from './whois-address.ts';

const PROPERTIES_MAX = 60;

type Property = readonly [name: string, parameters: unknown, type: unknown, value: unknown];

const text = (value: unknown): string | null => {
  const flat = Array.isArray(value) ? value.filter((part) => typeof part === 'string' && part !== '').join(' ') : value;
  return typeof flat === 'string' && flat.trim() !== '' ? flat.trim() : null;
};

/** Returns null without a card, or for an empty one. */
export function readVcard(card: unknown): WhoisContact | null {
  if (!Array.isArray(card) || !Array.isArray(card[1])) return null;
  const properties = card[1]
    .filter((entry): entry is Property => Array.isArray(entry) && typeof entry[0] === 'string')
    .slice(0, PROPERTIES_MAX);
  const first = (name: string) => properties.find((property) => property[0].toLowerCase() === name);
  const phones = properties.filter((property) => property[0].toLowerCase() === 'tel');
  const fax = phones.find((property) => typesOf(property).includes('fax'));
  const voice = phones.find((property) => property !== fax);
  const contact: WhoisContact = {
    ...EMPTY_CONTACT,
    ...addressOf(first('adr')),
    name: text(first('fn')?.[3]) ?? nameIn(first('n')),
    org: text(first('org')?.[3]),
    email: text(first('email')?.[3]),
    phone: phoneOf(voice),
    fax: phoneOf(fax),
  };
  return Object.values(contact).some((value) => value !== null) ? contact : null;
}

/** Returns the website of a card. */
export function readVcardUrl(card: unknown): string | null {
  const properties: unknown[] = Array.isArray(card) && Array.isArray(card[1]) ? card[1].slice(0, PROPERTIES_MAX) : [];
  const url = properties.find((entry): entry is Property => Array.isArray(entry) && entry[0] === 'url')?.[3];
  return typeof url === 'string' && /^https?:\/\//i.test(url) ? url : null;
}

function typesOf(property: Property): string[] {
  const type = (property[1] as { type?: unknown } | null)?.type;
  return (Array.isArray(type) ? type : [type]).map((entry) => String(entry).toLowerCase());
}

const phoneOf = (property: Property | undefined): string | null => text(property?.[3])?.replace(/^tel:/i, '') ?? null;

/** Family name, given name, further names, prefixes, suffixes. */
function nameIn(property: Property | undefined): string | null {
  const [family, given, further] = Array.isArray(property?.[3]) ? property[3].map(text) : [];
  return text([given, further, family]);
}

/** Post office box, extension, street, city, state, postal code, country. Some registries have one label instead. */
function addressOf(property: Property | undefined): Partial<WhoisContact> {
  if (!property) return {};
  const parameters = property[1] as { label?: unknown; cc?: unknown } | null;
  const parts = Array.isArray(property[3]) ? property[3] : [];
  const streets = [parts[0], parts[1], parts[2]]
    .flatMap((part) => (Array.isArray(part) ? part : [part]))
    .flatMap((part) => text(part) ?? []);
  const label =
    typeof parameters?.label === 'string'
      ? parameters.label
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
      : [];
  const [city, state, postal, country] = [text(parts[3]), text(parts[4]), text(parts[5]), text(parts[6]) ?? text(parameters?.cc)];
  // Only the label has the town when the parts are empty.
  const split = streets.length === 0 && city === null && postal === null ? splitAddress(label) : null;
  const lines = split?.street ?? (streets.length > 0 ? streets : label);
  return {
    street: lines.length > 0 ? lines : null,
    city: city ?? split?.city ?? null,
    state: state ?? split?.state ?? null,
    postal: postal ?? split?.postal ?? null,
    country: country ?? split?.country ?? null,
  };
}
