// The contacts of the hand-written samples, in random layouts. The parser must return equal contacts for all of them.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Sample, SHAPES, write } from '../../../test/whois-shapes.ts';
import type { ContactRole, WhoisContact } from './record.ts';
import { readWhoisText } from './whois-text.ts';

const RUNS = Number(process.env.SEXTANT_FUZZ_RUNS ?? 300);
const expected = JSON.parse(readFileSync(new URL('./fixtures/whois/expected.json', import.meta.url), 'utf8')) as Record<
  string,
  { readonly contacts: Partial<Record<ContactRole, Partial<WhoisContact>>> }
>;

/** Contacts with a name and enough fields to be told apart, in scripts that every layout can hold. */
const isWhole = (contact: Partial<WhoisContact>): boolean =>
  contact.name !== undefined && Object.keys(contact).length >= 3 && (contact.email ?? contact.phone ?? contact.city) !== undefined;
const samples: Sample[] = Object.values(expected).flatMap(({ contacts }) => {
  const whole = Object.entries(contacts).filter(([, contact]) => isWhole(contact)) as [ContactRole, Partial<WhoisContact>][];
  return whole.length > 0 ? [whole] : [];
});

const model = fc.record({ sample: fc.constantFrom(...samples), picks: fc.array(fc.nat(1000), { minLength: 64, maxLength: 64 }) });

describe('contacts of the samples', () => {
  it.each(Object.entries(SHAPES))('with %s are equal', (_name, shape) => {
    fc.assert(
      fc.property(model, ({ sample, picks }) => {
        const text = write(shape, sample, picks);
        const { contacts } = readWhoisText(text, { kind: 'domain', name: 'lantern.example', tld: 'example' });
        for (const [role, contact] of sample) expect(contacts[role], `${role}\n${text}`).toMatchObject(contact);
      }),
      { numRuns: RUNS },
    );
  });
});
