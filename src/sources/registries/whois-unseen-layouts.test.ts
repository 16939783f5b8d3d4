// Invented records in layouts that no registry of the fixtures has.
import { describe, expect, it } from 'vitest';
import { splitAddress } from './whois-address.ts';
import { readWhoisText } from './whois-text.ts';

const read = (text: string) => readWhoisText(text, { kind: 'domain', name: 'lantern.example', tld: 'example' });
const HEAD = 'Domain: lantern.example\nCreated: 2001-02-03\n';
const ADA = { name: 'Ada Vale', email: 'ada@lantern.example' };
const BEN = { name: 'Ben Harrow', email: 'ben@cove.example' };
const FIELDS = (name: string, email: string, indent = ''): string => `${indent}Name: ${name}\n${indent}Email: ${email}\n`;
const ada = (indent = ''): string => FIELDS(ADA.name, ADA.email, indent);
const ben = (indent = ''): string => FIELDS(BEN.name, BEN.email, indent);

describe('the roles of a contact', () => {
  it.each([
    ['two in a heading with a slash', `${HEAD}\nOwner / Billing:\n${ada('  ')}\nAdmin / Tech:\n${ben('  ')}`],
    ['a list above the fields', `${HEAD}\nContact: C-1\nRoles: registrant, billing\n${ada()}\nContact: C-2\nRoles: admin, tech\n${ben()}`],
    ['a list as the type', `${HEAD}Contact Type: Registrant and Billing\n${ada()}Contact Type: Administrative, Technical\n${ben()}`],
    ['a list below the fields', `${HEAD}\n${ada()}Role: Owner, Billing\n\n${ben()}Role: Admin, Tech\n`],
    [
      'a list below the fields, with ids',
      `${HEAD}\nhandle: AV1-LNT\n${ada()}role: registrant, billing\n\nhandle: BH1-LNT\n${ben()}role: admin, tech\n`,
    ],
  ])('are read from %s', (_layout, text) => {
    expect(read(text).contacts).toMatchObject({ registrant: ADA, billing: ADA, admin: BEN, tech: BEN });
  });

  it.each([
    ['numbers and brackets', `${HEAD}\nContact 1 (registrant)\n${ada('  ')}\nContact 2 (technical)\n${ben('  ')}`],
    ['sentences', `${HEAD}\nThe registrant of this domain is:\n${ada('  ')}\nThe technical contact of this domain is:\n${ben('  ')}`],
    ['short words', `${HEAD}\nOWNER CONTACT INFO\n${ada()}\nTECHNICAL CONTACT INFO\n${ben()}`],
    ['a prefix', `${HEAD}owner_name: ${ADA.name}\nreg-mail: ${ADA.email}\ntec-name: ${BEN.name}\ntec-mail: ${BEN.email}\n`],
    [
      'lines with dashes',
      `Domain - lantern.example\nOwner - ${ADA.name}\nOwner email - ${ADA.email}\nTech - ${BEN.name}\nTech email - ${BEN.email}\n`,
    ],
  ])('are read from headings with %s', (_layout, text) => {
    expect(read(text).contacts).toMatchObject({ registrant: ADA, tech: BEN });
  });

  it('are not taken from a role beside the domain', () => {
    const { contacts } = read(`${HEAD}Type: registrant\n\n${ada()}`);
    expect(contacts).toMatchObject({ registrant: ADA, tech: null });
  });

  it('are no numbers of the registry', () => {
    expect(read(`${HEAD}Reg. No: 123\nReg. code: 9\nreg-name: lantern\n`).contacts.registrant).toBeNull();
  });
});

describe('an address', () => {
  const place = { street: ['1 Quay Road'], city: 'Harbourtown', state: 'CO', postal: '80014' };
  it.each([
    ['city, state and postal code below one label', 'Owner street: 1 Quay Road\nOwner City, State, Zip: Harbourtown, CO 80014\n'],
    ['the postal code below the label of the city', 'Owner street: 1 Quay Road\nOwner City: Harbourtown, CO 80014\n'],
    ['a long label with dots', 'Owner Contact Addr. 1:  1 Quay Road\nOwner Contact Locality: Harbourtown CO 80014\n'],
  ])('is split with %s', (_layout, lines) => {
    expect(read(`${HEAD}Owner name: Ada Vale\n${lines}`).contacts.registrant).toMatchObject(place);
  });

  it('keeps a city with a number', () => {
    const { contacts } = read(`${HEAD}Owner name: Ada Vale\nOwner street: 1 Quay Road\nOwner city: Praha 7\n`);
    expect(contacts.registrant).toMatchObject({ city: 'Praha 7', postal: null });
  });

  it('may have the country behind the postal code', () => {
    expect(splitAddress(['1 Quay Road', 'Harbourtown ON K1A 0B1 Canada'])).toEqual({
      ...place,
      state: 'ON',
      postal: 'K1A 0B1',
      country: 'Canada',
    });
  });

  it.each(['Holder address: 1 Quay Road; 12345 Harbourtown; Norway', 'Holder: Ada Vale, 1 Quay Road, 12345 Harbourtown, Norway'])(
    'may be in one line: %s',
    (line) => {
      expect(read(`${HEAD}Holder: Ada Vale\n${line}\n`).contacts.registrant).toMatchObject({
        name: expect.stringContaining('Ada Vale'),
        street: ['1 Quay Road'],
        city: 'Harbourtown',
        postal: '12345',
        country: 'Norway',
      });
    },
  );
});

it('keeps the site of a contact out of its address', () => {
  const { contacts } = read(
    `${HEAD}\nRegistrant:\n   Vale Shipping Ltd\n   1 Quay Road\n   Harbourtown\n   AB1 2CD\n   GB\n   Phone: +44.1632960001\n   Web: https://lantern.example\n`,
  );
  expect(contacts.registrant).toMatchObject({ street: ['1 Quay Road'], city: 'Harbourtown', postal: 'AB1 2CD', country: 'GB' });
});

it('reads the telephone number behind an email address', () => {
  const { contacts } = read(`${HEAD}Admin contact: Ben Harrow, ben@cove.example, +44.1632960002\nTech contact: Tia <tia@cove.example>\n`);
  expect(contacts.admin).toMatchObject({ ...BEN, phone: '+44.1632960002' });
  expect(contacts.tech).toMatchObject({ name: 'Tia', email: 'tia@cove.example', phone: null });
});

it('keeps remarks out of a status', () => {
  expect(read(`${HEAD}Status: serverHold -- by order\n`).status).toEqual(['serverHold']);
});

it('removes quotes around a value', () => {
  expect(read(`${HEAD}owner name: "Ada Vale"\nowner phone: "+44.1632960001"\n`).contacts.registrant).toMatchObject({
    name: 'Ada Vale',
    phone: '+44.1632960001',
  });
});

describe('dates', () => {
  it.each([
    ['Domaincreated', 'Domainexpires', 'Lastupdated'],
    ['CreatedDate', 'ExpiryDate', 'UpdatedDate'],
    ['Registrována', 'Expirace', 'Změněna'],
    ['Registriert seit dem', 'Läuft ab am', 'Letzte Änderung am'],
    ['Створено', 'Дійсний до', 'Оновлено'],
    ['登録日', '有効期限', '更新日'],
    ['註冊日期', '到期日', '更新日期'],
    ['Date de l’enregistrement', 'Échéance', 'Modifié'],
    ['Olusturma', 'Bitis', 'Guncellendi'],
    ['Koniec rejestracji', 'Wygasa dnia', 'Zmieniono dnia'],
  ])('below "%s", "%s" and "%s" are understood', (created, expired, updated) => {
    const record = read(`Domain: lantern.example\n${created}: 2001-02-03\n${expired}: 2027-02-03\n${updated}: 2024-05-06\n`);
    expect([record.expiredAt, record.updatedAt]).toEqual([
      expect.stringContaining(created.startsWith('Koniec') ? '2001' : '2027-02-03'),
      expect.stringContaining('2024-05-06'),
    ]);
    expect(record.createdAt).toEqual(created.startsWith('Koniec') ? null : expect.stringContaining('2001-02-03'));
  });

  it.each([
    ['1er mars 2001', '2001-03-01'],
    ['3rd of February 2001', '2001-02-03'],
    ['03FEB2001', '2001-02-03'],
  ])('written as "%s" are read', (text, at) => {
    expect(read(`Domain: lantern.example\nCreated: ${text}\n`).createdAt).toContain(at);
  });

  it('of the registrar or of a remark are not the domain’s', () => {
    const record = read(
      'Domain: lantern.example\nRegistrar since: 1999-01-01\nRegistrant updated by: 1998-01-01\nnserver: ns1.cove.example\n',
    );
    expect([record.createdAt, record.updatedAt]).toEqual([null, null]);
  });
});

describe('name servers', () => {
  const both = ['ns1.cove.example', 'ns2.cove.example'];
  it.each([
    ['in one line', 'Nameservers: ns1.cove.example ns2.cove.example\n'],
    ['in one line with addresses', 'NS: ns1.cove.example 192.0.2.1 2001:db8::1 ns2.cove.example (192.0.2.2)\n'],
    ['with a slash', 'DNS: ns1.cove.example / ns2.cove.example\n'],
    ['below abbreviations', 'PRI. NAME SERVER: ns1.cove.example\nSEC. NAME SERVER: ns2.cove.example\n'],
    ['below labels of other languages', 'jmenný server: ns1.cove.example\nخادم الأسماء: ns2.cove.example\n'],
    ['below a heading without a colon', '\nServer DNS\n  ns1.cove.example\n  ns2.cove.example 192.0.2.2\n'],
  ])('%s are read', (_layout, lines) => expect(read(HEAD + lines).nameServers).toEqual(both));

  it('are no other servers, and not the domain beside them', () => {
    const text = `${HEAD}Name server: ns1.cove.example lantern.example\nWhois server: whois.cove.example\nWeb server: www.cove.example\n`;
    expect(read(text).nameServers).toEqual(['ns1.cove.example']);
  });
});

describe('a name', () => {
  it.each([
    'lantern.example: domain is unassigned\n',
    'No entries match your request for lantern.example\n',
    'Domain: lantern.example\nStatus: UNREGISTERED\n',
    'Domain: lantern.example\nEstado: Disponible\n',
    'The name lantern.example can be registered.\n',
    'Nessun risultato per lantern.example\n',
    'domain lantern.example has not been registered yet\n',
    'Kein Eintrag gefunden für lantern.example\n',
    'Sorry, we have no record of lantern.example.\n',
  ])('is free in %j', (text) => expect(read(text).registered).toBe(false));

  it.each([
    'Domain: lantern.example\nStatus: connect\nChanged: 2020-01-01\n% A domain which is not registered has no data.\n',
    `${HEAD}Registrar: Quay\nNo records of abuse. The registrant is not registered for tax.\n`,
  ])('is registered in %j', (text) => expect(read(text).registered).toBe(true));
});
