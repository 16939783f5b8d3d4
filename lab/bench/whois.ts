// WHOIS texts parsed per second on one core and the share of correct fields, compared with whoiser on the same texts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readDate } from '#product/sources/registries/whois-dates.js';
import { cleanText, readEntries } from '#product/sources/registries/whois-lines.js';
import { domainIn, readWhoisText } from '#product/sources/registries/whois-text.js';
import { ROOT } from '../paths.ts';
import { loadAlternativeFile } from './alternative.ts';
import type { BenchResult } from './cases.ts';
import type { BenchSettings } from './environment.ts';
import { accuracyOf, type LabelledText, type ReadRecord } from './whois-accuracy.ts';
import { asUnseen, ownWords } from './whois-unseen.ts';

const FIXTURES = path.join(ROOT, 'src', 'sources', 'registries', 'fixtures', 'whois');
const ALTERNATIVE = { name: 'whoiser', version: '1.18.0' };

type Untyped = ReturnType<typeof loadAlternativeFile>;

/** Our invented records, with what they say. */
function fixtureTexts(): LabelledText[] {
  const expected = JSON.parse(readFileSync(path.join(FIXTURES, 'expected.json'), 'utf8'));
  const files = readdirSync(FIXTURES).filter((file) => file.endsWith('.txt'));
  return files.map((file) => {
    const { domain, createdAt, updatedAt, expiredAt, registrar, contacts, ...lists } = expected[file.slice(0, -4)];
    const text = readFileSync(path.join(FIXTURES, file), 'utf8');
    const dates = Object.entries({ createdAt, updatedAt, expiredAt }).flatMap(([name, at]) =>
      at ? [[name, { at: String(at).replace('+0000', 'Z') }] as const] : [],
    );
    // A name that is not in the text was invented for the fixture.
    const named = text.toLowerCase().includes(domain) ? { domain } : {};
    return {
      text,
      group: file.slice(0, -4).replace(/-.*$/, ''),
      label: { ...named, registered: true, ...Object.fromEntries(dates), ...(registrar ? { registrar } : {}), contacts, ...lists },
    };
  });
}

/** Collected responses, when SEXTANT_CORPUS names their folder. */
function corpusTexts(folder: string): LabelledText[] {
  const rows = (name: string): Untyped[] =>
    readFileSync(path.join(folder, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const labels = new Map(rows('labels.jsonl').map((label) => [label.id, label]));
  return rows('index.jsonl')
    .filter(({ engine, tier }) => engine === 'whois' && tier === 'core')
    .map(({ id, file, tld }) => {
      const bytes = readFileSync(path.join(folder, file));
      const utf8 = bytes.toString('utf8');
      return { text: utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8, group: String(tld), label: labels.get(id).whois ?? {} };
    });
}

/** A client knows the name. Only the accuracy test searches for it in the text. */
function readOurs({ text }: Pick<LabelledText, 'text'>, name = domainIn(text) ?? ''): ReadRecord | null {
  try {
    return readWhoisText(text, { kind: 'domain', name, tld: null });
  } catch {
    return null;
  }
}

function readAlternative(parseDomainWhois: Untyped, { text, label }: LabelledText): Untyped {
  try {
    return parseDomainWhois(label.domain ?? '', text, false);
  } catch {
    return null;
  }
}

/** The labels of the alternative as our record, read generously: any spelling counts, and dates go through our parser. */
function fromAlternative(found: Record<string, unknown> | null): ReadRecord | null {
  if (found === null) return null;
  const fields = new Map(
    Object.entries(found).map(([label, value]) => [
      label
        .toLowerCase()
        .replace(/[^a-z]+/g, ' ')
        .trim(),
      value,
    ]),
  );
  const text = (...labels: string[]): string | null =>
    labels.map((label) => fields.get(label)).find((value): value is string => typeof value === 'string' && value !== '') ?? null;
  const list = (label: string): unknown[] => [fields.get(label) ?? []].flat();
  const contact = (...roles: string[]) => {
    const of = (...names: string[]): string | null => text(...roles.flatMap((role) => names.map((name) => `${role} ${name}`.trim())));
    const street = of('street', 'address', 'street address');
    return {
      name: of('name', 'contact', 'contact name', '') ?? null,
      org: of('organization', 'organisation', 'org'),
      email: of('email', 'e mail', 'contact email'),
      postal: of('postal code', 'zip code', 'postalcode'),
      city: of('city'),
      state: of('state province', 'state'),
      country: of('country', 'country code'),
      phone: of('phone', 'telephone', 'phone number'),
      fax: of('fax', 'fax no'),
      street: street === null ? null : [street],
    };
  };
  const dateOf = (label: string): string | null => readDate(text(label) ?? '');
  const [createdAt, updatedAt, expiredAt] = [dateOf('created date'), dateOf('updated date'), dateOf('expiry date')];
  const nameServers = list('name server').map((server) => String(server).toLowerCase().split(/\s/)[0]!);
  return {
    domain: (text('domain name') ?? '').toLowerCase(),
    // It has no such flag. A record with a date, a server or a registrar counts as registered.
    registered: createdAt !== null || nameServers.length > 0 || text('registrar') !== null,
    createdAt,
    updatedAt,
    expiredAt,
    nameServers,
    status: list('domain status').map(String),
    registrar: {
      name: text('registrar', 'registrar name'),
    },
    contacts: {
      registrant: contact('registrant'),
      admin: contact('admin', 'administrative', 'administrative contact'),
      tech: contact('tech', 'technical', 'technical contact'),
      billing: contact('billing', 'billing contact'),
      zone: contact('zone'),
    },
  };
}

/** The contacts when words that only one registry has in its labels are unknown, in all and by field. */
function unseen(texts: readonly LabelledText[]): BenchResult[] {
  const own = ownWords(texts);
  const known = accuracyOf(texts, (text) => readOurs(text));
  const masked = accuracyOf(
    texts.map((text) => asUnseen(text, own)),
    (text) => readOurs(text),
  );
  const row = (name: string, ours: number, bare: number): BenchResult => ({
    name,
    ours: ours * 100,
    bare: bare * 100,
    digits: 1,
    limit: 'the same texts with known words',
  });
  return [
    row('– contacts right with unknown words, %', masked.contacts, known.contacts),
    ...Object.entries(masked.contactFields).map(([field, share]) => row(`–– ${field}`, share, known.contactFields[field]!)),
  ];
}

/** Texts per second of CPU time, after a first round that compiles. */
function rate(texts: readonly LabelledText[], work: (text: LabelledText) => unknown, seconds: number): number {
  for (const text of texts) work(text);
  let [count, used] = [0, 0];
  const before = process.cpuUsage();
  do {
    for (const text of texts) work(text);
    count += texts.length;
    const { user, system } = process.cpuUsage(before);
    used = (user + system) / 1e6;
  } while (used < seconds);
  return count / used;
}

export async function whois({ seconds }: BenchSettings): Promise<BenchResult[]> {
  // It does not export its parser of texts.
  const parseDomainWhois = loadAlternativeFile(ALTERNATIVE.name, ALTERNATIVE.version, 'src/parsers.js')?.parseDomainWhois ?? null;
  const corpus = process.env.SEXTANT_CORPUS;
  const sets: [string, LabelledText[]][] = [['invented records', fixtureTexts()]];
  if (corpus) sets.push(['collected answers', corpusTexts(corpus)]);
  return sets.flatMap(([set, texts]) => {
    const ours = rate(texts, ({ text, label }) => readOurs({ text }, label.domain ?? ''), seconds / 2);
    const lines = rate(texts, ({ text }) => readEntries(cleanText(text)), seconds / 2);
    const results: BenchResult[] = [
      { name: `${set}, texts/s (${texts.length})`, ours, bare: lines, limit: 'the lines alone, without their meaning' },
    ];
    results.push(...unseen(texts));
    if (parseDomainWhois === null) return results;
    const alternative = rate(texts, (text) => readAlternative(parseDomainWhois, text), seconds / 2);
    const mine = accuracyOf(texts, (text) => readOurs(text));
    const theirs = accuracyOf(texts, (text) => fromAlternative(readAlternative(parseDomainWhois, text)));
    const beside = `${ALTERNATIVE.name} ${ALTERNATIVE.version}`;
    return [
      ...results,
      { name: '– the same', ours, bare: alternative, limit: beside },
      { name: '– fields right, %', ours: mine.main * 100, bare: theirs.main * 100, digits: 1, limit: beside },
      { name: '– contacts right, %', ours: mine.contacts * 100, bare: theirs.contacts * 100, digits: 1, limit: beside },
    ];
  });
}
