// Writes the contacts of the hand-written WHOIS samples in random layouts: separator, indentation, prefix, order and letter case.
import type { ContactRole, WhoisContact } from '../src/sources/registries/record.ts';
import { FOOTS, HEADS } from './whois-frames.ts';

type Field = Exclude<keyof WhoisContact, 'street'>;
export type Sample = readonly (readonly [ContactRole, Partial<WhoisContact>])[];
/** Returns one of the values, by the next choice of the model. */
export type Pick = <T>(list: readonly T[]) => T;

const ROLES: Readonly<Record<ContactRole, readonly string[]>> = {
  registrant: ['Registrant', 'Owner', 'Holder', 'Domain Holder', 'Titulaire', 'Titular', 'Inhaber', 'Владелец', '登録者名'],
  admin: ['Admin', 'Administrative Contact', 'Admin-C', 'Contact administratif', 'Contacto administrativo', 'Административный контакт'],
  tech: ['Tech', 'Technical Contact', 'Tech-C', 'Contact technique', 'Contacto técnico', 'Технический контакт'],
  billing: ['Billing', 'Billing Contact', 'Contact facturation', 'Contacto de facturación'],
  zone: ['Zone-C', 'Zone Contact'],
};
/** Prefixes before a field, as in `adm-name`. */
const PREFIXES: Readonly<Record<ContactRole, readonly string[]>> = {
  registrant: ['registrant', 'owner', 'holder', 'reg', 'own'],
  admin: ['admin', 'adm', 'administrative'],
  tech: ['tech', 'tec', 'technical'],
  billing: ['billing', 'bill', 'bil'],
  zone: ['zone'],
};
const FIELDS: Readonly<Record<Field | 'street', readonly string[]>> = {
  name: ['Name', 'Full Name', 'Contact Name', 'Nom', 'Nombre'],
  org: ['Organization', 'Organisation', 'Company', 'Org'],
  email: ['Email', 'E-mail', 'E-Mail Address', 'Mail'],
  phone: ['Phone', 'Telephone', 'Tel', 'Phone Number', 'Téléphone'],
  fax: ['Fax', 'Fax Number', 'Facsimile'],
  street: ['Street', 'Address', 'Adresse', 'Dirección'],
  city: ['City', 'Town', 'Ville', 'Ciudad'],
  state: ['State', 'Province', 'State/Province'],
  postal: ['Postal Code', 'Zip', 'Postcode', 'PostalCode'],
  country: ['Country', 'Country Code', 'Pays', 'País'],
};

type Line = readonly [label: string, value: string];
/** Writes one line. `width` is the length of the longest label. */
type Separator = (label: string, value: string, width: number) => string;

const SEPARATORS: readonly Separator[] = [
  (label, value) => `${label}: ${value}`,
  (label, value) => `${label}:${value}`,
  (label, value, width) => `${label.padEnd(width)} : ${value}`,
  (label, value, width) => `${`${label}:`.padEnd(width + 4)}${value}`,
  (label, value) => `${label}:\t${value}`,
  (label, value) => `${label}\t\t${value}`,
  (label, value, width) => `${label.padEnd(width + 4, '.')}: ${value}`,
  (label, value, width) => `${label.padEnd(width + 4, '.')} ${value}`,
  (label, value) => `[${label}] ${value}`,
  (label, value, width) => `${`[${label}]`.padEnd(width + 6)}${value}`,
  (label, value) => `${label} = ${value}`,
  (label, value) => `${label}=${value}`,
  (label, value) => `${label}:\n\t${value}`,
  (label, value) => `${label}:\n    ${value}`,
  (label, value) => `${label} -> ${value}`,
  (label, value) => `- ${label}: ${value}`,
  (label, value) => `"${label}": "${value}",`,
];

const CASES: readonly ((label: string) => string)[] = [(label) => label, (label) => label.toLowerCase(), (label) => label.toUpperCase()];

function linesOf(contact: Partial<WhoisContact>, pick: Pick, words: Map<string, string>): Line[] {
  const wordOf = (field: Field | 'street'): string => {
    const word = words.get(field) ?? pick(FIELDS[field]);
    words.set(field, word);
    return word;
  };
  return Object.entries(contact).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): Line => [wordOf(field as Field), String(one)]),
  );
}

function render(lines: readonly Line[], separator: Separator, letters: (label: string) => string, indent: string): string {
  const width = Math.max(...lines.map(([label]) => label.length));
  return lines
    .flatMap(([label, value]) => separator(letters(label), value, width).split('\n'))
    .map((line) => indent + line)
    .join('\n');
}

/** Joins a role and a field: `Admin Name`, `adm-name`, `tech_name`, `TechName`, `admin.name`. */
const JOINTS: readonly ((role: string, field: string) => string)[] = [
  (role, field) => `${role} ${field}`,
  (role, field) => `${role}-${field.replaceAll(' ', '-')}`,
  (role, field) => `${role}_${field.replaceAll(' ', '_')}`,
  (role, field) => `${role}.${field.replaceAll(' ', '')}`,
  (role, field) => role + field.replace(/(?:^|[ -])(\p{L})/gu, (_all, letter: string) => letter.toUpperCase()),
  (role, field) => `${role} - ${field}`,
  (role, field) => `${role}/${field}`,
];

export type Shape = (sample: Sample, pick: Pick) => string;

export const SHAPES: Readonly<Record<string, Shape>> = {
  'a prefix on each label': (sample, pick) => {
    const [words, joint, separator, letters, gap] = [new Map(), pick(JOINTS), pick(SEPARATORS), pick(CASES), pick(['\n', '\n\n'])] as const;
    const at = pick([0, 1, 2]);
    return sample
      .map(([role, contact]) => {
        const prefix = PREFIXES[role][at % PREFIXES[role].length]!;
        const lines = linesOf(contact, pick, words).map(([label, value]): Line => [joint(prefix, label), value]);
        return render(lines, separator, letters, '');
      })
      .join(gap);
  },
  'a section for each contact': (sample, pick) => {
    const [words, separator, letters] = [new Map(), pick(SEPARATORS), pick(CASES)] as const;
    const [indent, blank] = [pick(['  ', '\t', '     ']), pick(['', '\n'])];
    const header = pick([
      (title: string) => `${title}:`,
      (title: string) => `${title}`,
      (title: string) => `[${title}]`,
      (title: string) => `${title}\n${'-'.repeat(title.length)}`,
      (title: string) => `== ${title} ==`,
      (title: string) => `*** ${title} ***`,
      (title: string) => `<${title}>`,
      (title: string) => `# ${title}`,
    ]);
    return sample
      .map(
        ([role, contact]) =>
          `${header(letters(pick(ROLES[role])))}\n${blank}${render(linesOf(contact, pick, words), separator, letters, indent)}`,
      )
      .join('\n\n');
  },
  'details behind the ids': (sample, pick) => {
    const [words, separator, letters] = [new Map(), pick(SEPARATORS.slice(0, 6)), pick(CASES)] as const;
    const own = pick(['nic-hdl', 'contact-id', 'handle', 'Contact ID', 'ID']);
    const references = sample.map(([role], index): Line => [PREFIXES[role][0]! + pick(['', '-c', '-id', ' ID']), `PV${index + 71}-LNT`]);
    const people = sample.map(([, contact], index) => {
      const lines = linesOf(contact, pick, words);
      const id: Line = [own, `PV${index + 71}-LNT`];
      return render(
        pick([
          [id, ...lines],
          [...lines, id],
        ]),
        separator,
        letters,
        '',
      );
    });
    return `${render(references, separator, letters, '')}\n\n${pick([people, people.toReversed()]).join('\n\n')}`;
  },
  'plain lines below a role': (sample, pick) => {
    const [words, separator, letters] = [new Map(), pick(SEPARATORS.slice(0, 5)), pick(CASES)] as const;
    return sample
      .map(([role, { name, ...contact }]) =>
        render([[pick(ROLES[role]), String(name)], ...linesOf(contact, pick, words)], separator, letters, ''),
      )
      .join('\n\n');
  },
};

export function write(shape: Shape, sample: Sample, picks: readonly number[]): string {
  let next = 0;
  const pick: Pick = (list) => list[picks[next++ % picks.length]! % list.length]!;
  const [head, foot] = [pick(HEADS), pick(FOOTS)];
  return `${head}\n\n${shape(sample, pick)}\n\n${foot}\n`;
}
