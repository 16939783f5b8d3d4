// Collects the fields of one contact, and completes them at the end.
import type { WhoisContact } from './record.ts';
import { type Address, ONLY_POSTAL, POSTAL_CITY, splitAddress } from './whois-address.ts';
import { type Draft, emailsIn, isKnown, isOrganisation, pullReach } from './whois-block.ts';
import { namePartOf } from './whois-keys.ts';

export const isLatin = (text: string): boolean => /[a-z]/i.test(text) || !/\p{L}/u.test(text);

export function put(draft: Draft, field: keyof WhoisContact, values: readonly string[]): void {
  const known = values
    .map((value) =>
      value
        .trim()
        .replace(/^"([^"]*)"$/, '$1')
        .replace(/^tel:(?=\+?\d)|^[a-z]+(?:_[a-z]+)+: |\s*\[0{0,6}\]$/g, ''),
    )
    .filter(isKnown);
  // Registries with two scripts have the Latin one second, and more users can read it.
  const better = known[0] !== undefined && isLatin(known[0]);
  if (field === 'street') {
    if (better && draft.street.length > 0 && !draft.street.some(isLatin)) draft.street = [];
    if (better || !draft.street.some(isLatin)) draft.street.push(...known);
  } else if (better && draft[field] !== null && !isLatin(draft[field])) draft[field] = known[0]!;
  // A code means the same as the country's name, and is easier to use.
  else if (field === 'country' && /^[A-Z]{2}$/.test(known[0] ?? '')) draft.country = known[0]!;
  else draft[field] ??= (field === 'email' ? emailsIn(known.join(' ').replace(/ (?:at|en) /i, '@'))[0] : null) ?? known[0] ?? null;
}

export function putPart(draft: Draft, label: string, value: string | undefined): void {
  const part = namePartOf(label);
  if (part !== null && value !== undefined && isKnown(value)) draft[part] ??= value;
}

/** Removes the postal code `21000` from `21000 Split`. */
const withoutPostal = (city: string | null, postal: string | null): string | null =>
  city !== null && postal !== null && city.startsWith(`${postal} `) ? city.slice(postal.length).trim() : city;

/** True for a line with a legal form, or for two lines without a number above the street. */
const startsWithOrganisation = (lines: readonly string[]): boolean =>
  (lines.length > 2 && isOrganisation(lines[0]!)) ||
  (lines.length > 3 && !/\d/.test(lines[0]! + lines[1]!) && /\d/.test(lines[2]!) && POSTAL_CITY.test(lines.at(-1)!));

/** One line above a country may be a street of a city of that name, so it stays as it is. */
const isSplit = ({ city, postal, country, street }: Address): boolean =>
  (city ?? postal) !== null || (country !== null && (street.length > 1 || country.length === 2));

/** Splits `21000 Split` and `Split, HR 21000` below the label of the city or of the postal code. */
function splitTown(draft: Draft): void {
  if ((draft.city === null) === (draft.postal === null) || ONLY_POSTAL.test(draft.postal ?? '')) return;
  // The first line is never part of a town.
  const { city, state, postal } = splitAddress(['-', draft.city ?? draft.postal!]);
  if (city === null || postal === null) return;
  [draft.city, draft.postal] = [city, postal];
  draft.state ??= state;
}

/** Splits the lines of an address into fields, unless labels have set them. */
export const finish = (draft: Draft | undefined): WhoisContact | null => {
  if (!draft) return null;
  pullReach(draft);
  // Some registries have the organisation above the street, and some repeat the name there.
  if (draft.org === null && draft.name !== null && startsWithOrganisation(draft.street)) draft.org = draft.street[0]!;
  if (draft.street.length > 1 && [draft.name, draft.org].includes(draft.street[0]!)) draft.street = draft.street.slice(1);
  const address = draft.city === null && draft.postal === null ? splitAddress(draft.street) : null;
  const found = address && isSplit(address) ? address : null;
  const street = found?.street ?? draft.street;
  splitTown(draft);
  const { first, last, ...rest } = draft;
  const parts = [first, last ?? (first === undefined ? undefined : draft.name)].filter((part) => part !== undefined && part !== null);
  const contact = {
    ...rest,
    name: parts.length > 0 ? parts.join(' ') : draft.name,
    city: withoutPostal(draft.city, draft.postal) ?? found?.city ?? null,
    state: draft.state ?? found?.state ?? null,
    postal: draft.postal ?? found?.postal ?? null,
    country: draft.country ?? found?.country ?? null,
    street: street.length > 0 ? [...street] : null,
  };
  return Object.values(contact).some((value) => value !== null) ? contact : null;
};

/** Adds the fields of another draft. */
export function copy(from: Draft, to: Draft): void {
  // An address is copied as a whole, from the first source that has one.
  for (const [name, value] of Object.entries(from))
    if (name !== 'street' || to.street.length === 0)
      put(to, name as keyof WhoisContact, Array.isArray(value) ? value : value === null ? [] : [value]);
}
