// RDAP: the server table first, then the object.
import { describe, expect, it } from 'vitest';
import type { Page, PageRequest, SourceError } from '../adapter.ts';
import { readBootstrap } from './bootstrap.ts';
import { createRdap, hasRdap, rdap } from './rdap.ts';
import type { RegistryQuery } from './record.ts';

const query: RegistryQuery = { kind: 'domain', name: 'lantern.shop', tld: 'shop' };
const page = (request: PageRequest, body: unknown, status = 200, headers: Record<string, string> = {}): Page => ({
  request,
  url: request.url,
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
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
const toObject = (): PageRequest => rdap.start(query);

describe('RDAP', () => {
  it('queries the server of the table', () => {
    const table = readBootstrap('{"services":[[["shop"],["http://plain.example/","https://rdap.registry.example/v1"]]]}');
    expect(createRdap(table).start(query).url).toBe('https://rdap.registry.example/v1/domain/lantern.shop');
    expect(rdap.start({ kind: 'domain', name: 'lantern.com', tld: 'com' }).url).toBe('https://rdap.verisign.com/com/v1/domain/lantern.com');
    expect(() => rdap.start({ kind: 'domain', name: 'lantern.zz', tld: 'zz' })).toThrow('no RDAP server');
    expect(hasRdap(table, query)).toBe(true);
    expect(hasRdap(table, { kind: 'domain', name: 'lantern.com', tld: 'com' })).toBe(false);
  });

  it('queries one registry about every IP address, which redirects to the others', () => {
    expect(rdap.start({ kind: 'ip', name: '192.0.2.9', tld: null }).url).toBe('https://rdap.arin.net/registry/ip/192.0.2.9');
  });

  it('parses a domain with its contacts', () => {
    const { found } = rdap.parse(page(toObject(), OBJECT), query);
    expect(found).toMatchObject({
      domain: 'lantern.shop',
      registered: true,
      createdAt: '2001-02-03T04:05:06+0000',
      updatedAt: '2026-02-03T04:05:06+0000',
      expiredAt: '2027-02-03T04:05:06+0000',
      nameServers: ['ns1.lantern.shop', 'ns2.lantern.shop'],
      status: ['clientTransferProhibited'],
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

  it('follows a thin registry to the registrar, once, and only with encryption', () => {
    const link = (href: string) => [
      { rel: 'self', href: 'https://self.example/' },
      { rel: 'related', type: 'application/rdap+json', href },
    ];
    const thin = { ...OBJECT, entities: OBJECT.entities.slice(0, 1), links: link('https://rdap.quay.example/domain/lantern.shop') };
    const { found, next } = rdap.parse(page(toObject(), thin), query);
    expect(found!.contacts.registrant).toBeNull();
    expect(next!.url).toBe('https://rdap.quay.example/domain/lantern.shop');
    expect(rdap.parse(page(next!, thin), query).next).toBeUndefined();
    expect(rdap.parse(page(toObject(), { ...thin, links: link('http://rdap.quay.example/') }), query).next).toBeUndefined();
    expect(rdap.parse(page(toObject(), { ...OBJECT, links: thin.links }), query).next).toBeUndefined();
  });

  it('reports a free name for 404', () => {
    expect(rdap.parse(page(toObject(), { errorCode: 404 }, 404), query).found).toMatchObject({ registered: false, domain: 'lantern.shop' });
  });

  it('does not report a free name for the page of a server that has moved', () => {
    expect(() => rdap.parse(page(toObject(), '<h1>Not here</h1>', 404), query)).toThrow('rejected');
    const typed = { 'content-type': 'application/rdap+json' };
    expect(rdap.parse(page(toObject(), '', 404, typed), query).found).toMatchObject({ registered: false });
  });

  it('has the recovery of each error', () => {
    const outcome = (body: unknown, status: number, request = toObject()): string => {
      try {
        rdap.parse(page(request, body, status, { 'retry-after': '9' }), query);
        return 'none';
      } catch (error) {
        return `${(error as SourceError).outcome} ${(error as SourceError).cooldownSeconds}`;
      }
    };
    expect(outcome({}, 429)).toBe('blocked 9');
    expect(outcome({}, 503)).toBe('unreachable 0');
    expect(outcome('<html>', 200)).toBe('unparsed 0');
    expect(outcome({ objectClassName: 'entity' }, 200)).toBe('unparsed 0');
  });
});
