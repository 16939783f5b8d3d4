// Invented records in the styles of registries.
import { describe, expect, it } from 'vitest';
import type { RegistryQuery } from './record.ts';
import { readWhoisText } from './whois-text.ts';

const com: RegistryQuery = { kind: 'domain', name: 'lantern.com', tld: 'com' };

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

describe('a text with labels', () => {
  const record = readWhoisText(THICK, com);
  it('has the registration', () => {
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
  it('has the contacts, and the registry’s text for those it withholds', () => {
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
  it('are parsed with handles that refer to paragraphs', () => {
    const text = `domain:      lantern.cz
registrant:  AV-1
admin-c:     BH-2
nserver:     ns1.lantern.cz (192.0.2.1)
registrar:   REG-QUAY
registered:  30.08.2004 22:55:00
changed:     02.01.2020 10:00:00
expire:      30.08.2027

contact:     AV-1
org:         Vale Ltd
name:        Ada Vale
address:     1 Quay Road
address:     Harbourtown
registrar:   REG-QUAY
created:     01.01.2001 00:00:00

contact:     BH-2
name:        Ben Harrow
`;
    const record = readWhoisText(text, { kind: 'domain', name: 'lantern.cz', tld: 'cz' });
    expect(record).toMatchObject({
      createdAt: '2004-08-30T22:55:00+0000',
      expiredAt: '2027-08-30T00:00:00+0000',
      nameServers: ['ns1.lantern.cz'],
    });
    expect(record.contacts.registrant).toMatchObject({ name: 'Ada Vale', org: 'Vale Ltd', street: ['1 Quay Road', 'Harbourtown'] });
    expect(record.contacts.admin).toMatchObject({ name: 'Ben Harrow' });
  });

  it('are parsed with lines below headings', () => {
    const text = `
    Domain name:
        lantern.co.uk

    Registrant:
        Vale Ltd

    Registrar:
        Quay Names Ltd [Tag = QUAY]
        URL: https://quay.example

    Relevant dates:
        Registered on: 14-Feb-1999
        Expiry date:  14-Feb-2027
        Last updated:  13-Jan-2026

    Name servers:
        ns1.lantern.co.uk
        ns2.lantern.co.uk  192.0.2.7  2001:db8:fe:53::7
`;
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

  it('are parsed with labels in brackets', () => {
    const text = `[ JPRS-style notice ]

Domain Information:
[Domain Name]                   LANTERN.JP

[Registrant]                    Vale Ltd

[Name Server]                   ns1.lantern.jp
[Name Server]                   ns2.lantern.jp

[Created on]                    2001/03/26
[Expires on]                    2027/03/31
[Status]                        Active
[Last Updated]                  2026/04/01 01:05:12 (JST)
`;
    const record = readWhoisText(text, { kind: 'domain', name: 'lantern.jp', tld: 'jp' });
    expect(record).toMatchObject({
      createdAt: '2001-03-26T00:00:00+0000',
      updatedAt: '2026-03-31T16:05:12+0000',
      status: ['Active'],
      nameServers: ['ns1.lantern.jp', 'ns2.lantern.jp'],
    });
  });

  it('of regional registries have the IP block', () => {
    const text = `inetnum:        192.0.2.0 - 192.0.2.255
netname:        QUAY-NET
country:        DE
admin-c:        AV1-QUAY
status:         ASSIGNED PA
created:        2011-03-05T10:00:00Z
last-modified:  2024-07-09T12:00:00Z

person:         Ada Vale
phone:          +49 30 0000
nic-hdl:        AV1-QUAY
`;
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

describe('American and European regional registries', () => {
  const query: RegistryQuery = { kind: 'ip', name: '192.0.2.9', tld: null };
  it('have the holder beside the block', () => {
    const text = `NetRange:       192.0.2.0 - 192.0.2.255
NetName:        QUAY
RegDate:        2014-03-14
Updated:        2019-03-14

OrgName:        Quay LLC
OrgId:          QUAY
Address:        1 Quay Road
City:           Harbourtown
StateProv:      CO
PostalCode:     12345
Country:        US
RegDate:        2000-03-30

OrgTechHandle: ZG39
OrgTechName:   Ben Harrow
OrgTechEmail:  ben@quay.example
`;
    const record = readWhoisText(text, query);
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
  it('have the holder in a paragraph with a handle', () => {
    const text = `inetnum:        192.0.2.0 - 192.0.2.255
org:            ORG-QUAY1-RIPE
status:         ASSIGNED PI
created:        2011-03-05T10:00:00Z

organisation:   ORG-QUAY1-RIPE
org-name:       Quay AG
country:        CH
address:        1 Quay Road
`;
    expect(readWhoisText(text, query).contacts.registrant).toMatchObject({ org: 'Quay AG', country: 'CH', street: ['1 Quay Road'] });
  });
});
