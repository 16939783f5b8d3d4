// Invented contacts that refer to another one in words, and ids beside their names.
import { describe, expect, it } from 'vitest';
import { readWhoisText } from './whois-text.ts';

const contactsOf = (text: string) =>
  readWhoisText(`Domain: lantern.example\nCreated: 2001-02-03\n\n${text}`, { kind: 'domain', name: 'lantern.example', tld: 'example' })
    .contacts;
const HOLDER =
  'Registrant:\n   Ada Vale\n   Vale Shipping Ltd\n   1 Quay Road\n   Harbourtown, CO 80014\n   US\n   ada@lantern.example\n\n';

describe('a contact', () => {
  it.each([
    'Same as registrant',
    '(same as the registrant)',
    'Identical to the holder',
    'See registrant',
    'Igual que el titular',
    'El mismo que el titular',
    'O mesmo que o titular',
    'Identique au titulaire',
    'Wie Inhaber',
  ])('with the text "%s" is the registrant', (words) => {
    const { admin, tech } = contactsOf(`${HOLDER}Administrative contact: ${words}\n\nTechnical contact:\n   ${words}\n`);
    const registrant = { name: 'Ada Vale', org: 'Vale Shipping Ltd', city: 'Harbourtown', email: 'ada@lantern.example' };
    expect([admin, tech]).toMatchObject([registrant, registrant]);
  });

  it('may refer to one that refers to a third', () => {
    const { tech } = contactsOf(`${HOLDER}Technical contact: same as administrative contact\n\nAdmin contact: same as registrant\n`);
    expect(tech).toMatchObject({ name: 'Ada Vale', email: 'ada@lantern.example' });
  });

  it('keeps its own fields', () => {
    const { tech } = contactsOf(`${HOLDER}Tech Name: Same as registrant\nTech Email: ben@cove.example\n`);
    expect(tech).toMatchObject({ name: 'Ada Vale', email: 'ben@cove.example' });
  });

  it.each(['Same as before', 'See website', 'As agreed', 'Same as billing contact', 'Same as technical contact'])(
    'with the text "%s" names no other contact of the record',
    (words) => {
      expect(contactsOf(`${HOLDER}Tech Name: ${words}\n`).tech).toMatchObject({ name: words, email: null });
    },
  );
});

describe('an id in brackets', () => {
  it.each(['Ada Vale (AV1234)', 'Ada Vale  (AV1234-QUAY)', 'Ada Vale (VALE-DOM)', 'Ada Vale  (AV77)  ada@lantern.example'])(
    'is no part of the name in "%s"',
    (line) => {
      const { admin } = contactsOf(
        `Administrative Contact:\n   ${line}\n   Vale Shipping Company\n   1 Quay Road\n   Harbourtown, CO 80014\n`,
      );
      expect(admin).toMatchObject({ name: 'Ada Vale', org: 'Vale Shipping Company', street: ['1 Quay Road'] });
    },
  );
  it.each(['Vale (Shipping) Ltd', 'Vale Shipping (UK)'])('is not seen in "%s"', (line) => {
    expect(contactsOf(`Registrant:\n   ${line}\n   1 Quay Road\n   Harbourtown, CO 80014\n`).registrant).toMatchObject({ name: line });
  });
});

it('reads the holder of dotted lines that say organisation', () => {
  const { registrant } = readWhoisText(
    'Domain Name.........: lantern.example\nCreation Date.......: 2009-04-17\nOrganisation Name...: Vale & Sons Ltd\nOrganisation Address: 1 Quay Road\n',
    { kind: 'domain', name: 'lantern.example', tld: 'example' },
  ).contacts;
  expect(registrant).toMatchObject({ org: 'Vale & Sons Ltd', street: ['1 Quay Road'] });
});
