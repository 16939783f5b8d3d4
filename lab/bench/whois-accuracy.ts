// The share of correct fields of WHOIS records, by the same rules for every parser.

import type { WhoisRecord } from '#product/sources/registries/record.js';

/** A record of any parser. Alternatives do not know every field. */
export interface ReadRecord {
  readonly domain: string | null;
  readonly registered: boolean;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly expiredAt: string | null;
  readonly nameServers: readonly string[];
  readonly status: readonly string[];
  readonly registrar: { readonly name: string | null } | null;
  readonly contacts: Partial<Record<string, object | null>> | WhoisRecord['contacts'] | null;
}

/** The correct values of a text, labelled by hand. */
export interface Label {
  readonly domain?: string;
  readonly registered?: boolean;
  readonly createdAt?: { readonly at: string };
  readonly updatedAt?: { readonly at: string };
  readonly expiredAt?: { readonly at: string };
  readonly nameServers?: readonly string[];
  readonly status?: readonly string[];
  readonly registrar?: { readonly name?: string | null };
  readonly contacts?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface LabelledText {
  readonly text: string;
  /** The registry, for example its top-level domain. */
  readonly group: string;
  readonly label: Label;
}

const flat = (value: unknown): string =>
  (Array.isArray(value) ? value.join(' ') : String(value ?? ''))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
const statusKey = (status: unknown): string =>
  flat(String(status).replace(/https?:\/\/\S+|\(.*?\)/g, '')).replace(/^(?:active|registered)$/, 'ok');
const hostKey = (host: unknown): string => String(host).toLowerCase().replace(/\.$/, '');

/** One contains the other and is at most twice as long. */
function alike(want: unknown, got: unknown): number {
  const [short, long] = [flat(want), flat(got)].sort((one, other) => one.length - other.length) as [string, string];
  return short !== '' && long.includes(short) && short.length * 2 >= long.length ? 1 : 0;
}

function overlap(want: readonly string[], got: readonly string[]): number {
  const [one, other] = [new Set(want), new Set(got)];
  const both = [...one].filter((value) => other.has(value)).length;
  const all = one.size + other.size - both;
  return all === 0 ? 1 : both / all;
}

/** Time zones differ by at most this much when a text does not name one. */
const HOURS_MAX = 14;
const near = (want: { readonly at: string }, got: unknown): number =>
  typeof got === 'string' && Math.abs(Date.parse(want.at) - Date.parse(got.replace('+0000', 'Z'))) <= HOURS_MAX * 3_600_000 ? 1 : 0;

type Judges = {
  readonly [Field in Exclude<keyof Label, 'contacts'>]-?: (want: NonNullable<Label[Field]>, record: ReadRecord) => number | null;
};

const JUDGES: Judges = {
  domain: (want, record) => Number(hostKey(record.domain) === hostKey(want)),
  registered: (want, record) => Number(record.registered === want),
  createdAt: (want, record) => near(want, record.createdAt),
  updatedAt: (want, record) => near(want, record.updatedAt),
  expiredAt: (want, record) => near(want, record.expiredAt),
  nameServers: (want, record) => overlap(want.map(hostKey), record.nameServers.map(hostKey)),
  status: (want, record) => overlap(want.map(statusKey), record.status.map(statusKey)),
  registrar: (want, record) => (want.name ? alike(want.name, record.registrar?.name) : null),
};

type Group = 'main' | 'contacts';
type Accuracy = Record<Group, number> & { readonly contactFields: Readonly<Record<string, number>> };

/** A field that a parser does not return counts as wrong, and so do all fields of a text that it cannot read. */
export function accuracyOf(texts: readonly LabelledText[], read: (text: LabelledText) => ReadRecord | null): Accuracy {
  const sums = { main: { right: 0, all: 0 }, contacts: { right: 0, all: 0 } };
  const fields = new Map<string, { right: number; all: number }>();
  const addTo = (sum: { right: number; all: number }, score: number): void => {
    sum.right += score;
    sum.all++;
  };
  const add = (group: Group, score: number | null): void => {
    if (score !== null) addTo(sums[group], score);
  };
  for (const text of texts) {
    const record = read(text);
    for (const [field, want] of Object.entries(text.label)) {
      const judge = (JUDGES as Partial<Record<string, (want: unknown, record: ReadRecord) => number | null>>)[field];
      if (judge && !(Array.isArray(want) && want.length === 0)) add('main', record === null ? 0 : judge(want, record));
    }
    const contacts = record?.contacts as Partial<Record<string, Partial<Record<string, unknown>>>> | null | undefined;
    for (const [role, parts] of Object.entries(text.label.contacts ?? {}))
      for (const [part, value] of Object.entries(parts)) {
        const score = record === null ? 0 : alike(value, contacts?.[role]?.[part]);
        add('contacts', score);
        const sum = fields.get(part) ?? { right: 0, all: 0 };
        fields.set(part, sum);
        addTo(sum, score);
      }
  }
  const share = ({ right, all }: { right: number; all: number }): number => (all === 0 ? 1 : right / all);
  const contactFields = Object.fromEntries([...fields].map(([field, sum]) => [field, share(sum)]));
  return { main: share(sums.main), contacts: share(sums.contacts), contactFields };
}
