// Measures the registration parsers on collected responses, if available.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SourceError } from '../adapter.ts';
import { readRdapObject } from './rdap-record.ts';
import type { WhoisRecord } from './record.ts';
import { domainIn, readWhoisText } from './whois-text.ts';

const folder = process.env.SEXTANT_CORPUS ?? '';

interface Label {
  readonly id: string;
  readonly verdict?: readonly string[];
  readonly whois?: {
    readonly registered?: boolean;
    readonly createdAt?: { at: string };
    readonly updatedAt?: { at: string };
    readonly expiredAt?: { at: string };
    readonly status?: readonly string[];
    readonly contacts?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
    readonly nameServers?: readonly string[];
    readonly registrar?: { readonly name?: string };
  };
}

const rowsOf = <T>(name: string): T[] =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

function decode(file: string): string {
  const bytes = readFileSync(join(folder, file));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function read(engine: string, text: string): { verdict: string; record: WhoisRecord | null } {
  try {
    const query = { kind: 'domain' as const, name: domainIn(text) ?? '', tld: null };
    return { verdict: 'valid', record: engine === 'rdap' ? readRdapObject(JSON.parse(text), text, query) : readWhoisText(text, query) };
  } catch (error) {
    return { verdict: (error as SourceError).outcome ?? 'crash', record: null };
  }
}

const near = (want: string, got: string | null): boolean =>
  got !== null && Math.abs(Date.parse(want) - Date.parse(got.replace('+0000', 'Z'))) <= 14 * 3_600_000;

const flat = (value: unknown): string =>
  (Array.isArray(value) ? value.join('') : String(value ?? '')).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
/** True when one contains the other and is not much longer. */
function alike(want: unknown, got: unknown): boolean {
  const [short, long] = [flat(want), flat(got)].sort((one, other) => one.length - other.length) as [string, string];
  return short !== '' && long.includes(short) && short.length * 2 >= long.length;
}
const statusKey = (status: string): string => flat(status.replace(/https?:\S+|\(.*?\)/g, '')).replace(/^(?:active|registered)$/, 'ok');

describe.skipIf(folder === '')('collected registrations', () => {
  it.each([
    ['whois', 0.97],
    ['rdap', 1],
  ])('of %s are parsed', (engine, least) => {
    const labels = new Map(rowsOf<Label>('labels.jsonl').map((label) => [label.id, label]));
    const rows = rowsOf<{ id: string; file: string; engine: string; tier: string }>('index.jsonl').filter(
      (row) => row.engine === engine && row.tier === 'core',
    );
    let [right, all, crashes, verdicts, contactsRight, contacts] = [0, 0, 0, 0, 0, 0];
    for (const row of rows) {
      const label = labels.get(row.id)!;
      const { verdict, record } = read(engine, decode(row.file));
      if (verdict === 'crash') crashes++;
      if (label.verdict?.includes(verdict)) verdicts++;
      const want = label.whois;
      if (!want || !record) continue;
      const checks = [
        want.registered === undefined ? null : record.registered === want.registered,
        want.createdAt ? near(want.createdAt.at, record.createdAt) : null,
        want.updatedAt ? near(want.updatedAt.at, record.updatedAt) : null,
        want.expiredAt ? near(want.expiredAt.at, record.expiredAt) : null,
        want.nameServers ? want.nameServers.every((server) => record.nameServers.includes(server.toLowerCase().replace(/\.$/, ''))) : null,
        want.registrar?.name ? alike(want.registrar.name, record.registrar?.name) : null,
        want.status ? want.status.every((status) => record.status.map(statusKey).includes(statusKey(status))) : null,
      ].filter((check) => check !== null);
      for (const [role, fields] of Object.entries(want.contacts ?? {}))
        for (const [field, value] of Object.entries(fields)) {
          contacts++;
          if (alike(value, record.contacts[role as 'admin']?.[field as 'name'])) contactsRight++;
        }
      right += checks.filter(Boolean).length;
      all += checks.length;
    }
    expect(rows.length).toBeGreaterThan(0);
    expect(crashes).toBe(0);
    expect(verdicts / rows.length).toBeGreaterThanOrEqual(least);
    expect(right / all).toBeGreaterThanOrEqual(least);
    expect(contactsRight / contacts).toBeGreaterThanOrEqual(0.93);
  });
});
