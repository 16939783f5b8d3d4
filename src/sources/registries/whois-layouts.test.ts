// Invented records in layouts of no particular registry. The parser must return the values that were written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LAYOUTS, model, write } from '../../../test/whois-layouts.ts';
import { readWhoisText } from './whois-text.ts';

const RUNS = Number(process.env.SEXTANT_FUZZ_RUNS ?? 300);

describe('contacts', () => {
  it.each(Object.entries(LAYOUTS))('with %s are read as written', (_name, layout) => {
    fc.assert(
      fc.property(model, (made) => {
        const text = write(layout, made);
        const { contacts } = readWhoisText(text, { kind: 'domain', name: 'lantern.example', tld: 'example' });
        for (const [role, contact] of made.contacts) {
          const { street, ...rest } = contact;
          expect({ ...contacts[role], street: contacts[role]?.street?.join(' ') ?? null }, `${role}\n${text}`).toMatchObject({
            ...rest,
            street,
          });
        }
      }),
      { numRuns: RUNS },
    );
  });
});
