// Invented records of registries that no list knows, and what must never be taken for a contact.
import { describe, expect, it } from 'vitest';
import { composeLabel } from './whois-compose.ts';
import { labelOf } from './whois-labels.ts';
import { readWhoisText } from './whois-text.ts';

const read = (text: string) => readWhoisText(text, { kind: 'domain', name: 'lantern.example', tld: 'example' });
const HEAD = 'Domain: lantern.example\nStatus: ok\nCreated: 2001-02-03\nRegistrar: Quay Names Ltd\n';

describe('a label', () => {
  it.each([
    ['correo del titular', 'registrant email'],
    ['adresse du proprietaire', 'registrant address'],
    ['telefon des inhabers', 'registrant phone'],
    ['numero de telephone du contact technique', 'tech phone'],
    ['kontakt techniczny telefon', 'tech phone'],
    ['kod pocztowy wlasciciela', 'registrant postal code'],
    ['телефон владельца', 'registrant phone'],
    ['postal address of the holder', 'registrant address'],
    ['domain owner name', 'registrant name'],
    ['domain name administrator', 'administrative contact'],
    ['datos del titular', 'registrant'],
  ])('%s is understood by its words', (label, english) => {
    expect(composeLabel(label)).toBe(english);
  });

  it.each([
    'domain name',
    'registrar email',
    'abuse contact phone',
    'ip address',
    'name server',
    'owner type',
    'tax number',
    'reseller name',
  ])('%s is not taken for a contact’s', (label) => expect(composeLabel(label)).toBeNull());

  it('of two words without a space is split', () => {
    expect(labelOf('注册人邮箱')).toBe('registrant email');
    expect(labelOf('技术联系人电话')).toBe('technical phone');
  });
});

describe('a record of an unknown registry', () => {
  it('has the holder below an unknown heading', () => {
    const { contacts } = read(`${HEAD}\nBelongs with:\n   Name: Ada Vale\n   Address: 1 Quay Road\n   Email: ada@lantern.example\n`);
    expect(contacts.registrant).toMatchObject({ name: 'Ada Vale', street: ['1 Quay Road'], email: 'ada@lantern.example' });
  });

  it('has fields with unknown labels, by their form and place', () => {
    const { contacts } = read(
      `${HEAD}\nHolder:\n  Zylna: Ada Vale\n  Company: Vale Ltd\n  Ubrik: 1 Quay Road\n  Postal code: 12345\n  Mopet: Harbourtown\n  Country: NO\n  Wexo: +47.55501000\n  Trilo: ada@lantern.example\n`,
    );
    expect(contacts.registrant).toMatchObject({
      name: 'Ada Vale',
      street: ['1 Quay Road'],
      postal: '12345',
      city: 'Harbourtown',
      country: 'NO',
      phone: '+47.55501000',
      email: 'ada@lantern.example',
    });
  });

  it('has contacts in paragraphs whose labels are unknown, by their id', () => {
    const { contacts } = read(
      `${HEAD}owner: AV1-LNT\ntech-c: BH2-LNT\n\nzylna: AV1-LNT\nname: Ada Vale\n\nzylna: BH2-LNT\nname: Ben Harrow\n`,
    );
    expect([contacts.registrant?.name, contacts.tech?.name]).toEqual(['Ada Vale', 'Ben Harrow']);
  });
});

describe('the holder is never', () => {
  it.each([
    ['the registrar', `${HEAD}\nRegistrar:\n   Name: Quay Names Ltd\n   Address: 2 Quay Road\n   Email: abuse@quay.example\n`],
    [
      'a registrar with an unknown heading',
      `${HEAD}\nSold by:\n   Name: Quay Names Ltd\n   Address: 2 Quay Road\n   Email: help@quay.example\n`,
    ],
    [
      'an unknown company when no registrar is named',
      'Domain: lantern.example\nStatus: ok\n\nZylna:\n   Name: Quay Names Ltd\n   Email: help@quay.example\n',
    ],
    ['the abuse contact', `${HEAD}\nAbuse contact:\n   Name: Quay Abuse Desk\n   Email: abuse@quay.example\n   Phone: +1.5550100\n`],
    ['the registry', `${HEAD}\n% Registry: Harbour Registry, 3 Quay Road\n% Email: help@registry.example\n`],
    ['the reseller', `${HEAD}\nReseller Name: Cove Resale Ltd\nReseller Email: help@cove.example\nReseller Address: 9 Cove\n`],
    ['the name server’s operator', `${HEAD}\nDNS Operator Name: Cove DNS Ltd\nDNS Operator Email: noc@cove.example\n`],
  ])('%s', (_who, text) => {
    expect(read(text).contacts.registrant).toBeNull();
  });

  it('invented for values that the registry withholds', () => {
    const { contacts } = read(`${HEAD}\nRegistrant Name: REDACTED FOR PRIVACY\nRegistrant Email: Not disclosed\nRegistrant Phone: n/a\n`);
    expect(contacts.registrant).toMatchObject({ name: 'REDACTED FOR PRIVACY', phone: null, city: null, country: null, street: null });
  });

  it('invented for a free domain', () => {
    const { registered, contacts } = read(
      'No match for lantern.example.\n\nHelp:\n   Name: Harbour Registry\n   Email: help@registry.example\n',
    );
    expect([registered, contacts.registrant]).toEqual([false, null]);
  });
});
