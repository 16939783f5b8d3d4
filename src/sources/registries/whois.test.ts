// Port 43: where is asked, and what is read from invented answers in the styles of registries.
import { describe, expect, it } from 'vitest';
import type { Page, PageRequest, SourceError } from '../adapter.ts';
import type { RegistryAsk } from './record.ts';
import { whois } from './whois.ts';
import { readWhoisText } from './whois-text.ts';

const com: RegistryAsk = { kind: 'domain', name: 'lantern.com', tld: 'com' };
const page = (request: PageRequest, body: string): Page => ({ request, url: request.url, status: 200, headers: {}, body });
const outcomeOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return (error as SourceError).outcome;
  }
};

const THIN = `   Domain Name: LANTERN.COM\r
   Registrar WHOIS Server: whois.meridian.example\r
   Registrar URL: http://www.meridian.example\r
   Updated Date: 2025-09-10T04:02:20Z\r
   Creation Date: 1997-09-15T04:00:00Z\r
   Registry Expiry Date: 2028-09-14T04:00:00Z\r
   Registrar: Meridian Names Ltd\r
   Registrar Abuse Contact Email: abuse@meridian.example\r
   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited\r
   Name Server: NS1.LANTERN.COM\r
   Name Server: NS2.LANTERN.COM\r
>>> Last update of whois database: 2026-11-15T00:00:00Z <<<\r
`;
const THICK = `${THIN}Registrant Name: Ada Vale
Registrant Organization: REDACTED FOR PRIVACY
Registrant Street: 1 Quay Road
Registrant Street: Floor 2
Registrant City: Harbourtown
Registrant State/Province: Coast
Registrant Postal Code: 12345
Registrant Country: US
Registrant Phone: +1.5550100
Registrant Email: ada@lantern.com
Tech Name: Ben Harrow
`;

describe('the way of a question', () => {
  it('begins at the registry of the name, in the words that server wants', () => {
    expect(whois.start(com).url).toBe('whois://whois.verisign-grs.com/domain%20lantern.com');
    expect(whois.start({ kind: 'domain', name: 'lantern.jp', tld: 'jp' }).url).toBe('whois://whois.jprs.jp/lantern.jp%2Fe');
    expect(whois.start({ kind: 'domain', name: 'lantern.unknowntld', tld: 'unknowntld' }).url).toBe(
      'whois://whois.iana.org/lantern.unknowntld',
    );
    expect(whois.start({ kind: 'ip', name: '2001:4860::1', tld: null }).url).toBe('whois://whois.iana.org/2001%3A4860%3A%3A1');
  });

  it('follows the root registry, then the registrar, and no further', () => {
    const ask: RegistryAsk = { kind: 'domain', name: 'lantern.unknowntld', tld: 'unknowntld' };
    const root = whois.parse(page(whois.start(ask), 'refer:        whois.registry.example\n\ndomain:       UNKNOWNTLD\n'), ask);
    expect(root.found).toBeNull();
    expect(root.next!.url).toBe('whois://whois.registry.example/lantern.unknowntld');
    const registry = whois.parse(page(root.next!, THIN), ask);
    expect(registry.found!.registered).toBe(true);
    expect(registry.next!.url).toBe('whois://whois.meridian.example/lantern.unknowntld');
    const registrar = whois.parse(page(registry.next!, THIN.replace('whois.meridian.example', 'whois.third.example')), ask);
    expect(registrar.next).toBeUndefined();
  });

  it('does not ask the registrar when the registry has told the contacts', () => {
    expect(whois.parse(page(whois.start(com), THICK), com).next).toBeUndefined();
  });

  it.each(['10.0.0.5', 'localhost', '127.0.0.1:8080', 'whois.verisign-grs.com', '[::1]'])('does not follow a referral to %s', (server) => {
    expect(whois.parse(page(whois.start(com), THIN.replace('whois.meridian.example', server)), com).next).toBeUndefined();
  });

  it('ends at the root registry when nobody knows more', () => {
    const ask: RegistryAsk = { kind: 'domain', name: 'lantern.zz', tld: 'zz' };
    expect(whois.parse(page(whois.start(ask), '% This query returned 0 objects.'), ask).found!.registered).toBe(false);
    expect(outcomeOf(() => whois.parse(page(whois.start(ask), 'domain:       ZZ\norganisation: Nobody\n'), ask))).toBe('unparsed');
  });
});

describe('a text with labels', () => {
  const record = readWhoisText(THICK, com);
  it('tells the registration', () => {
    expect(record).toMatchObject({
      domain: 'lantern.com',
      tld: 'com',
      registered: true,
      createdAt: '1997-09-15T04:00:00+0000',
      updatedAt: '2025-09-10T04:02:20+0000',
      expiredAt: '2028-09-14T04:00:00+0000',
      nameServers: ['ns1.lantern.com', 'ns2.lantern.com'],
      status: ['clientTransferProhibited'],
      registrar: { name: 'Meridian Names Ltd', email: 'abuse@meridian.example', url: 'http://www.meridian.example', phone: null },
      emails: ['abuse@meridian.example', 'ada@lantern.com'],
    });
  });
  it('tells the contacts, and what the registry says in place of those it withholds', () => {
    expect(record.contacts.registrant).toEqual({
      name: 'Ada Vale',
      org: 'REDACTED FOR PRIVACY',
      email: 'ada@lantern.com',
      postal: '12345',
      city: 'Harbourtown',
      state: 'Coast',
      country: 'US',
      phone: '+1.5550100',
      fax: null,
      street: ['1 Quay Road', 'Floor 2'],
    });
    expect(record.contacts.tech!.name).toBe('Ben Harrow');
    expect(record.contacts.billing).toBeNull();
  });
});

describe('other styles', () => {
  it('are read where handles point at paragraphs', () => {
    const text =
      'domain:      lantern.cz\nregistrant:  AV-1\nadmin-c:     BH-2\nnserver:     ns1.lantern.cz (192.0.2.1)\nregistrar:   REG-QUAY\nregistered:  30.08.2004 22:55:00\nchanged:     02.01.2020 10:00:00\nexpire:      30.08.2027\n\ncontact:     AV-1\norg:         Vale Ltd\nname:        Ada Vale\naddress:     1 Quay Road\naddress:     Harbourtown\nregistrar:   REG-QUAY\ncreated:     01.01.2001 00:00:00\n\ncontact:     BH-2\nname:        Ben Harrow\n';
    const record = readWhoisText(text, { kind: 'domain', name: 'lantern.cz', tld: 'cz' });
    expect(record).toMatchObject({
      createdAt: '2004-08-30T22:55:00+0000',
      expiredAt: '2027-08-30T00:00:00+0000',
      nameServers: ['ns1.lantern.cz'],
    });
    expect(record.contacts.registrant).toMatchObject({ name: 'Ada Vale', org: 'Vale Ltd', street: ['1 Quay Road', 'Harbourtown'] });
    expect(record.contacts.admin).toMatchObject({ name: 'Ben Harrow' });
  });

  it('are read where lines stand below headings', () => {
    const text =
      '\n    Domain name:\n        lantern.co.uk\n\n    Registrant:\n        Vale Ltd\n\n    Registrar:\n        Quay Names Ltd [Tag = QUAY]\n        URL: https://quay.example\n\n    Relevant dates:\n        Registered on: 14-Feb-1999\n        Expiry date:  14-Feb-2027\n        Last updated:  13-Jan-2026\n\n    Name servers:\n        ns1.lantern.co.uk\n        ns2.lantern.co.uk  192.0.2.7\n';
    const record = readWhoisText(text, { kind: 'domain', name: 'lantern.co.uk', tld: 'uk' });
    expect(record).toMatchObject({
      createdAt: '1999-02-14T00:00:00+0000',
      expiredAt: '2027-02-14T00:00:00+0000',
      updatedAt: '2026-01-13T00:00:00+0000',
      nameServers: ['ns1.lantern.co.uk', 'ns2.lantern.co.uk'],
    });
    expect(record.registrar).toMatchObject({ name: expect.stringContaining('Quay Names Ltd'), url: 'https://quay.example' });
    expect(record.contacts.registrant).toMatchObject({ name: 'Vale Ltd' });
  });

  it('are read where labels stand in brackets', () => {
    const text =
      '[ JPRS-style notice ]\n\nDomain Information:\n[Domain Name]                   LANTERN.JP\n\n[Registrant]                    Vale Ltd\n\n[Name Server]                   ns1.lantern.jp\n[Name Server]                   ns2.lantern.jp\n\n[Created on]                    2001/03/26\n[Expires on]                    2027/03/31\n[Status]                        Active\n[Last Updated]                  2026/04/01 01:05:12 (JST)\n';
    const record = readWhoisText(text, { kind: 'domain', name: 'lantern.jp', tld: 'jp' });
    expect(record).toMatchObject({
      createdAt: '2001-03-26T00:00:00+0000',
      updatedAt: '2026-03-31T16:05:12+0000',
      status: ['Active'],
      nameServers: ['ns1.lantern.jp', 'ns2.lantern.jp'],
    });
  });

  it('of address registries tell the block', () => {
    const text =
      'inetnum:        192.0.2.0 - 192.0.2.255\nnetname:        QUAY-NET\ncountry:        DE\nadmin-c:        AV1-QUAY\nstatus:         ASSIGNED PA\ncreated:        2011-03-05T10:00:00Z\nlast-modified:  2024-07-09T12:00:00Z\n\nperson:         Ada Vale\nphone:          +49 30 0000\nnic-hdl:        AV1-QUAY\n';
    const record = readWhoisText(text, { kind: 'ip', name: '192.0.2.9', tld: null });
    expect(record).toMatchObject({
      domain: '192.0.2.9',
      tld: null,
      registered: true,
      createdAt: '2011-03-05T10:00:00+0000',
      updatedAt: '2024-07-09T12:00:00+0000',
    });
    expect(record.contacts.admin).toMatchObject({ name: 'Ada Vale', phone: '+49 30 0000' });
  });
});

describe('American and European address registries', () => {
  const ask: RegistryAsk = { kind: 'ip', name: '192.0.2.9', tld: null };
  it('name the holder beside the block', () => {
    const text =
      'NetRange:       192.0.2.0 - 192.0.2.255\nNetName:        QUAY\nRegDate:        2014-03-14\nUpdated:        2019-03-14\n\nOrgName:        Quay LLC\nOrgId:          QUAY\nAddress:        1 Quay Road\nCity:           Harbourtown\nStateProv:      CO\nPostalCode:     12345\nCountry:        US\nRegDate:        2000-03-30\n\nOrgTechHandle: ZG39\nOrgTechName:   Ben Harrow\nOrgTechEmail:  ben@quay.example\n';
    const record = readWhoisText(text, ask);
    expect(record).toMatchObject({ registered: true, createdAt: '2014-03-14T00:00:00+0000', updatedAt: '2019-03-14T00:00:00+0000' });
    expect(record.contacts.registrant).toMatchObject({
      org: 'Quay LLC',
      street: ['1 Quay Road'],
      city: 'Harbourtown',
      state: 'CO',
      postal: '12345',
      country: 'US',
    });
    expect(record.contacts.tech).toMatchObject({ name: 'Ben Harrow', email: 'ben@quay.example' });
  });
  it('or in a paragraph with a handle', () => {
    const text =
      'inetnum:        192.0.2.0 - 192.0.2.255\norg:            ORG-QUAY1-RIPE\nstatus:         ASSIGNED PI\ncreated:        2011-03-05T10:00:00Z\n\norganisation:   ORG-QUAY1-RIPE\norg-name:       Quay AG\ncountry:        CH\naddress:        1 Quay Road\n';
    expect(readWhoisText(text, ask).contacts.registrant).toMatchObject({ org: 'Quay AG', country: 'CH', street: ['1 Quay Road'] });
  });
});

describe('a name that nobody has', () => {
  it.each([
    'No match for "LANTERN.COM".',
    'NOT FOUND',
    'Domain not found.',
    'Status: free',
    'Domain: lantern.be\nStatus:\tAVAILABLE',
    '%ERROR:101: no entries found',
    'The queried object does not exist: DOMAIN NOT FOUND',
    '% nothing found',
    'lantern.nl is free',
    'No Data Found',
  ])('is free after %j', (text) => {
    expect(readWhoisText(text, com)).toMatchObject({ registered: false, createdAt: null, nameServers: [], registrar: null });
  });
});

describe('a registry that does not tell', () => {
  it.each([
    'Query limit exceeded. Try again later.',
    'You have exceeded your quota of queries.',
    'only 1 request per second allowed, try again later',
    'Please go away for 13 Seconds',
  ])('is a wall: %j', (text) => {
    expect(outcomeOf(() => readWhoisText(text, com))).toBe('blocked');
  });
  it.each(['', 'Hello.', 'Welcome to the server of nobody\nPlease read the terms'])('is not guessed at: %j', (text) => {
    expect(outcomeOf(() => readWhoisText(text, com))).toBe('unparsed');
  });
});

describe('a hostile text', () => {
  it('is read in time and cleaned', () => {
    const began = performance.now();
    for (const text of [
      `${'a'.repeat(100_000)}: b`,
      `${'x: y\n'.repeat(20_000)}`,
      `${'Registrant:\n'.repeat(8000)}`,
      `${'no '.repeat(30_000)}`,
      ' '.repeat(90_000),
      `Created: ${'1-'.repeat(40_000)}`,
      `${'a.'.repeat(40_000)}@`,
    ]) {
      outcomeOf(() => readWhoisText(text, com));
    }
    expect(performance.now() - began).toBeLessThan(3000);
    expect(readWhoisText(`${THIN}\u0000\u001b[31mred`, com).rawText).not.toMatch(/[\u0000\u001b]/);
  });
});
