// RDAP: the table first, then the object.
import { describe, expect, it } from 'vitest';
import type { Page, PageRequest, SourceError } from '../adapter.ts';
import { rdap } from './rdap.ts';
import type { RegistryAsk } from './record.ts';

const ask: RegistryAsk = { kind: 'domain', name: 'lantern.shop', tld: 'shop' };
const page = (request: PageRequest, body: unknown, status = 200, headers: Record<string, string> = {}): Page => ({
  request,
  url: request.url,
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const TABLE = {
  services: [
    [
      ['shop', 'store'],
      ['http://plain.example/', 'https://rdap.registry.example/v1/'],
    ],
  ],
};
const card = (...properties: unknown[]) => ['vcard', [['version', {}, 'text', '4.0'], ...properties]];
const OBJECT = {
  objectClassName: 'domain',
  ldhName: 'LANTERN.SHOP',
  status: ['client transfer prohibited'],
  events: [
    { eventAction: 'registration', eventDate: '2001-02-03T04:05:06Z' },
    { eventAction: 'expiration', eventDate: '2027-02-03T04:05:06.000Z' },
    { eventAction: 'last changed', eventDate: '2026-02-03T06:05:06+02:00' },
  ],
  nameservers: [{ ldhName: 'NS1.LANTERN.SHOP.' }, { ldhName: 'ns2.lantern.shop' }],
  entities: [
    {
      roles: ['registrar'],
      handle: '99',
      vcardArray: card(['fn', {}, 'text', 'Quay Names']),
      links: [{ rel: 'about', href: 'https://quay.example' }],
      entities: [
        {
          roles: ['abuse'],
          vcardArray: card(['email', {}, 'text', 'abuse@quay.example'], ['tel', { type: 'voice' }, 'uri', 'tel:+1.5550100']),
        },
      ],
    },
    {
      roles: ['registrant', 'technical'],
      vcardArray: card(
        ['fn', {}, 'text', 'Ada Vale'],
        ['org', {}, 'text', ['Vale Ltd', 'Sales']],
        ['adr', {}, 'text', ['', '', ['1 Quay Road', 'Floor 2'], 'Harbourtown', 'Coast', '12345', 'US']],
        ['tel', { type: ['voice'] }, 'uri', 'tel:+1.5550101'],
        ['tel', { type: 'fax' }, 'uri', 'tel:+1.5550102'],
        ['email', {}, 'text', 'Ada@lantern.shop'],
      ),
    },
  ],
};
const toObject = (): PageRequest => rdap.parse(page(rdap.start(ask), TABLE), ask).next!;

describe('RDAP', () => {
  it('looks its server up in the root registry’s table', () => {
    expect(rdap.start(ask).url).toBe('https://data.iana.org/rdap/dns.json');
    expect(toObject().url).toBe('https://rdap.registry.example/v1/domain/lantern.shop');
  });

  it('needs no table for the largest registries', () => {
    expect(rdap.start({ kind: 'domain', name: 'lantern.com', tld: 'com' }).url).toBe('https://rdap.verisign.com/com/v1/domain/lantern.com');
  });

  it('finds the narrowest block of an address', () => {
    const address: RegistryAsk = { kind: 'ip', name: '192.0.2.9', tld: null };
    const table = {
      services: [
        [['192.0.0.0/8'], ['https://wide.example/']],
        [['192.0.2.0/24'], ['https://narrow.example']],
        [['::/0'], ['https://six.example/']],
      ],
    };
    expect(rdap.parse(page(rdap.start(address), table), address).next!.url).toBe('https://narrow.example/ip/192.0.2.9');
  });

  it('reads a domain with its contacts', () => {
    const { found } = rdap.parse(page(toObject(), OBJECT), ask);
    expect(found).toMatchObject({
      domain: 'lantern.shop',
      registered: true,
      createdAt: '2001-02-03T04:05:06+0000',
      updatedAt: '2026-02-03T04:05:06+0000',
      expiredAt: '2027-02-03T04:05:06+0000',
      nameServers: ['ns1.lantern.shop', 'ns2.lantern.shop'],
      status: ['client transfer prohibited'],
      registrar: { name: 'Quay Names', email: 'abuse@quay.example', url: 'https://quay.example', phone: '+1.5550100' },
    });
    expect(found!.contacts.registrant).toEqual({
      name: 'Ada Vale',
      org: 'Vale Ltd Sales',
      email: 'Ada@lantern.shop',
      postal: '12345',
      city: 'Harbourtown',
      state: 'Coast',
      country: 'US',
      phone: '+1.5550101',
      fax: '+1.5550102',
      street: ['1 Quay Road', 'Floor 2'],
    });
    expect(found!.contacts.tech).toEqual(found!.contacts.registrant);
    expect(found!.contacts.admin).toBeNull();
  });

  it('knows a free name by 404', () => {
    expect(rdap.parse(page(toObject(), { errorCode: 404 }, 404), ask).found).toMatchObject({ registered: false, domain: 'lantern.shop' });
  });

  it('carries the cure of errors', () => {
    const outcome = (body: unknown, status: number, request = toObject()): string => {
      try {
        rdap.parse(page(request, body, status, { 'retry-after': '9' }), ask);
        return 'none';
      } catch (error) {
        return `${(error as SourceError).outcome} ${(error as SourceError).restSeconds}`;
      }
    };
    expect(outcome({}, 429)).toBe('blocked 9');
    expect(outcome({}, 503)).toBe('unreachable 0');
    expect(outcome('<html>', 200)).toBe('unparsed 0');
    expect(outcome({ objectClassName: 'entity' }, 200)).toBe('unparsed 0');
    expect(outcome({ services: [] }, 200, rdap.start(ask))).toBe('unparsed 0');
  });
});
