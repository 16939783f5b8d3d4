// Writes invented WHOIS records in layouts of no particular registry.
import fc from 'fast-check';
import type { ContactRole, WhoisContact } from '../src/sources/registries/record.ts';
import { FOOTS, HEADS } from './whois-frames.ts';

type Field = keyof WhoisContact;
type Person = Partial<Record<Field, string>>;
export interface Model {
  readonly contacts: readonly (readonly [ContactRole, Person])[];
  /** Choices of words and spaces. */
  readonly picks: readonly number[];
}

const NAMES = ['Ada Vale', 'Ben Harrow', 'Zoë Quay', 'Ines Martín', 'Olu Adeyemi', 'Jan de Vries', 'Mila Novak'];
const COMPANIES = ['Vale Shipping Ltd', 'Harrow Brothers GmbH', 'Lantern Media SRL', 'Cove Telecom Inc.', 'University of Harbourtown'];
const STREETS = ['1 Quay Road', '24 Harbour Street, Floor 2', 'Am Kai 17', 'P.O. Box 4711', 'Calle del Faro 9'];
const CITIES = ['Harbourtown', 'Port Vale', 'Kilbrae', 'San Marino', 'Nordhaven'];
const POSTALS = ['12345', '4711', 'AB1 2CD', '110 00', '90210'];
const COUNTRIES = ['US', 'DE', 'Norway', 'Chile', 'GB'];
const digits = (from: number, count: number): string =>
  String(from * 7919)
    .padEnd(count, '3')
    .slice(0, count);

const person: fc.Arbitrary<Person> = fc
  .record(
    {
      name: fc.constantFrom(...NAMES),
      org: fc.constantFrom(...COMPANIES),
      street: fc.constantFrom(...STREETS),
      city: fc.constantFrom(...CITIES),
      postal: fc.constantFrom(...POSTALS),
      country: fc.constantFrom(...COUNTRIES),
      phone: fc.integer({ min: 1000, max: 99_999 }).map((number) => `+${1 + (number % 89)}.${digits(number, 8)}`),
      fax: fc.integer({ min: 1000, max: 99_999 }).map((number) => `+${1 + (number % 89)}.${digits(number + 7, 8)}`),
      email: fc.integer({ min: 1, max: 999 }).map((number) => `person${number}@lantern.example`),
    },
    { requiredKeys: ['name', 'email', 'street', 'city', 'country'] },
  )
  .map(({ name, org, street, city, postal, country, phone, fax, email }) =>
    drop({ name, org, street, city, postal, country, phone, fax, email }),
  );
const drop = (all: Record<string, string | undefined>): Person =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));

export const model: fc.Arbitrary<Model> = fc.record({
  contacts: fc
    .tuple(person, person, person, person, fc.subarray(['admin', 'tech', 'billing'] as const))
    .map(([one, two, three, four, roles]) => [
      ['registrant', one] as const,
      ...roles.map((role, index) => [role, [two, three, four][index]!] as const),
    ]),
  picks: fc.array(fc.nat(1000), { minLength: 64, maxLength: 64 }),
});

const ROLE_WORDS: Readonly<Record<string, readonly string[]>> = {
  registrant: ['Registrant', 'Owner', 'Holder', 'Domain Holder', 'Domain Owner', 'Titular', 'Inhaber'],
  admin: ['Admin', 'Administrative Contact', 'Admin Contact', 'Contacto administrativo', 'Contact administratif'],
  tech: ['Tech', 'Technical Contact', 'Tech Contact', 'Contacto técnico', 'Technischer Kontakt'],
  billing: ['Billing', 'Billing Contact', 'Financial Contact', 'Contacto de facturación'],
};
const FIELD_WORDS: Readonly<Record<Field, readonly string[]>> = {
  name: ['Name', 'Full Name', 'Contact Name', 'Nombre', 'Nom'],
  org: ['Organization', 'Organisation', 'Company', 'Org Name', 'Company Name', 'Empresa'],
  email: ['Email', 'E-mail', 'Email Address', 'Contact Email', 'Correo electrónico'],
  phone: ['Phone', 'Telephone', 'Phone Number', 'Tel.', 'Teléfono', 'Phone No'],
  fax: ['Fax', 'Fax Number', 'Facsimile', 'Fax No.', 'Telefax'],
  street: ['Street', 'Address', 'Street Address', 'Mailing Address', 'Adresse', 'Dirección'],
  city: ['City', 'Town', 'Ciudad', 'Ville', 'City Name'],
  state: ['State', 'Province'],
  postal: ['Postal Code', 'Zip', 'ZIP Code', 'Postcode', 'Código postal', 'PLZ'],
  country: ['Country', 'Country Code', 'País', 'Pays', 'Land'],
};

/** The lines with city and postal code. */
const TOWNS: readonly ((city: string, postal: string | undefined) => string[])[] = [
  (city, postal) => [postal === undefined ? city : `${postal} ${city}`],
  (city, postal) => [postal === undefined ? city : `${city} ${postal}`],
  (city, postal) => [postal === undefined ? city : `${city}, ${postal}`],
  (city, postal) => [postal === undefined ? city : `${city} - ${postal}`],
  (city, postal) => (postal === undefined ? [city] : [city, postal]),
  (city, postal) => (postal === undefined ? [city] : [postal, city]),
];

/** The lines with email, telephone and fax. */
const REACHES: readonly ((contact: Person) => (string | undefined)[])[] = [
  ({ phone, fax, email }) => [phone, fax && `Fax: ${fax}`, email],
  ({ phone, fax, email }) => [email, phone && `Phone: ${phone}`, fax && `Fax: ${fax}`],
  ({ phone, fax, email }) => [`Email: ${email}`, phone && `Tel: ${phone}`, fax && `Fax: ${fax}`],
  ({ phone, fax, email }) => [phone && `Tel. ${phone}`, fax && `Fax. ${fax}`, `E-mail: ${email}`],
  ({ phone, fax, email }) => [phone && `T: ${phone}`, fax && `F: ${fax}`, `<${email}>`],
  ({ phone, fax, email }) => [phone && `${phone} (phone)`, fax && `${fax} (fax)`, `(${email})`],
];

/** Writes the contacts of a record, one way for all of them. */
type Layout = (contacts: Model['contacts'], pick: <T>(list: readonly T[]) => T) => string;

const fieldsOf = (contact: Person): [Field, string][] => Object.entries(contact) as [Field, string][];
const titled = (role: string, pick: <T>(list: readonly T[]) => T): string => pick(ROLE_WORDS[role]!);

/** `Label: value` lines of one contact, in the same words for all contacts of a text. */
function labelled(contact: Person, words: (field: Field) => string, line: (label: string, value: string) => string): string {
  return fieldsOf(contact)
    .map(([field, value]) => line(words(field), value))
    .join('\n');
}

const wordsFor = (pick: <T>(list: readonly T[]) => T): ((field: Field) => string) => {
  const chosen = new Map<Field, string>();
  for (const field of Object.keys(FIELD_WORDS) as Field[]) chosen.set(field, pick(FIELD_WORDS[field]));
  return (field) => chosen.get(field)!;
};

export const LAYOUTS: Readonly<Record<string, Layout>> = {
  'roles before each label': (contacts, pick) => {
    const words = wordsFor(pick);
    const colon = pick([': ', ':', ' : ', ':\t', ':          ']);
    return contacts
      .map(([role, contact]) => {
        const title = titled(role, pick);
        return labelled(contact, words, (label, value) => `${title} ${label}${colon}${value}`);
      })
      .join(pick(['\n', '\n\n']));
  },
  'roles after each label': (contacts, pick) => {
    const words = wordsFor(pick);
    const link = pick([' of ', ' - ', ' (', ' / ']);
    return contacts
      .map(([role, contact]) => {
        const title = pick([ROLE_WORDS[role]![0]!, ROLE_WORDS[role]![1]!]);
        return labelled(contact, words, (label, value) => `${label}${link}${title}${link === ' (' ? ')' : ''}: ${value}`);
      })
      .join('\n');
  },
  'headings with indented labels': (contacts, pick) => {
    const words = wordsFor(pick);
    const [indent, gap] = [pick(['  ', '    ', '\t']), pick(['', '\n'])];
    return contacts
      .map(([role, contact]) => {
        const lines = labelled(contact, words, (label, value) => `${indent}${label}: ${value}`);
        return `${titled(role, pick)}:${gap}\n${lines}`;
      })
      .join('\n\n');
  },
  'headings in brackets': (contacts, pick) => {
    const words = wordsFor(pick);
    return contacts
      .map(([role, contact]) => `[${titled(role, pick)}]\n${labelled(contact, words, (label, value) => `${label}: ${value}`)}`)
      .join(pick(['\n', '\n\n']));
  },
  'underlined headings': (contacts, pick) => {
    const words = wordsFor(pick);
    const rule = pick(['-', '=', '~']);
    return contacts
      .map(([role, contact]) => {
        const title = titled(role, pick);
        return `${title}\n${rule.repeat(title.length)}\n${labelled(contact, words, (label, value) => `${label}: ${value}`)}`;
      })
      .join('\n\n');
  },
  'headings with lines': (contacts, pick) => {
    const [indent, reach, isOrgFirst] = [pick(['  ', '      ', '\t']), pick(REACHES), pick([true, false])];
    const town = pick(TOWNS);
    return contacts
      .map(([role, contact]) => {
        const { name, org, street, city, postal, country } = contact;
        const names = isOrgFirst ? [org, name] : [name, org];
        const lines = [...names, street, ...town(city!, postal), country, ...reach(contact)].filter((line) => line !== undefined);
        return `${titled(role, pick)}:\n${lines.map((line) => indent + line).join('\n')}`;
      })
      .join('\n\n');
  },
  'dotted leaders': (contacts, pick) => {
    const words = wordsFor(pick);
    const end = pick([': ', ' ']);
    return contacts
      .map(([role, contact]) => {
        const title = titled(role, pick);
        return labelled(contact, words, (label, value) => `${`${title} ${label}`.replace(/\.$/, '').padEnd(46, '.')}${end}${value}`);
      })
      .join('\n');
  },
  columns: (contacts, pick) => {
    const words = wordsFor(pick);
    const gap = pick(['\t\t', '          ']);
    return contacts
      .map(([role, contact]) => {
        const title = titled(role, pick);
        return labelled(contact, words, (label, value) => `${title} ${label}${gap}${value}`);
      })
      .join('\n');
  },
  'values on the next line': (contacts, pick) => {
    const words = wordsFor(pick);
    return contacts
      .map(([role, contact]) => {
        const title = titled(role, pick);
        return labelled(contact, words, (label, value) => `${title} ${label}:\n    ${value}`);
      })
      .join('\n\n');
  },
  handles: (contacts, pick) => {
    const words = wordsFor(pick);
    const own = pick(['nic-hdl', 'contact-id', 'handle', 'ref', 'person-id']);
    const link = pick(['-c', '', '-id', '-contact']);
    const refs = contacts.map(
      ([role], index) =>
        `${{ registrant: pick(['registrant', 'holder', 'owner']), admin: 'admin', tech: 'tech', billing: 'billing', zone: 'zone' }[role]}${link}: PV${index + 1}-LNT`,
    );
    const people = contacts.map(
      ([, contact], index) =>
        `${own}: PV${index + 1}-LNT\n${labelled(contact, words, (label, value) => `${label.toLowerCase()}: ${value}`)}`,
    );
    return `${refs.join('\n')}\n\n${people.join('\n\n')}`;
  },
  'a name beside each role': (contacts, pick) => {
    const words = wordsFor(pick);
    const indent = pick(['', '  ']);
    return contacts
      .map(([role, { name, ...contact }]) => {
        const lines = labelled(contact, words, (label, value) => `${indent}${label}: ${value}`);
        return `${titled(role, pick)}: ${name}\n${lines}`;
      })
      .join(pick(['\n', '\n\n']));
  },
  'a blank line inside each contact': (contacts, pick) => {
    const words = wordsFor(pick);
    return contacts
      .map(([role, contact]) => {
        const lines = labelled(contact, words, (label, value) => `    ${label}: ${value}`).split('\n');
        return `${titled(role, pick)}:\n${lines.slice(0, 3).join('\n')}\n\n${lines.slice(3).join('\n')}`;
      })
      .join('\n\n');
  },
  'a role in each paragraph': (contacts, pick) => {
    const words = wordsFor(pick);
    const label = pick(['Contact Type', 'Type', 'Role', 'Contact']);
    return contacts
      .map(([role, contact]) => `${label}: ${ROLE_WORDS[role]![0]}\n${labelled(contact, words, (key, value) => `${key}: ${value}`)}`)
      .join('\n\n');
  },
};

/** Returns the text, and takes its choices in order. */
export function write(layout: Layout, { contacts, picks }: Model): string {
  let next = 0;
  const pick = <T>(list: readonly T[]): T => list[picks[next++ % picks.length]! % list.length]!;
  const [head, foot] = [pick(HEADS), pick(FOOTS)];
  return `${head}\n\n${layout(contacts, pick)}\n\n${foot}\n`;
}
