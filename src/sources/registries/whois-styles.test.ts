// Invented records in the styles of about fifty registries and registrars, with reviewed results.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { domainIn, readWhoisText } from './whois-text.ts';

const FOLDER = new URL('./fixtures/whois/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
const expected = JSON.parse(read('expected.json')) as Record<string, { readonly domain: string }>;

const known = (value: object): unknown => Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null));

describe('a record in the style of', () => {
  const styles = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.txt') ? [file.slice(0, -4)] : []));
  it.each(styles)('%s is parsed', (style) => {
    const text = read(`${style}.txt`);
    const name = domainIn(text) ?? `lantern.${style}`;
    const {
      registrar,
      contacts,
      rawText: _text,
      emails: _emails,
      tld: _tld,
      registered,
      ...rest
    } = readWhoisText(text, { kind: 'domain', name, tld: style });
    expect(registered).toBe(true);
    const roles = Object.entries(contacts).flatMap(([role, contact]) => (contact === null ? [] : [[role, known(contact)]]));
    expect({ ...rest, registrar: registrar && known(registrar), contacts: Object.fromEntries(roles) }).toEqual(expected[style]);
  });
});
