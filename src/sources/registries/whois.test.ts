// Port 43: queries and referrals, and invented responses in the styles of registries.
import { describe, expect, it } from 'vitest';
import { spentMs } from '../../../test/cpu-time.ts';
import type { Page, PageRequest, SourceError } from '../adapter.ts';
import type { RegistryQuery } from './record.ts';
import { whois } from './whois.ts';
import { readWhoisText } from './whois-text.ts';

const com: RegistryQuery = { kind: 'domain', name: 'lantern.com', tld: 'com' };
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

describe('the route of a query', () => {
  it('begins at the registry of the name, in the format of its server', () => {
    expect(whois.start(com).url).toBe('whois://whois.verisign-grs.com/domain%20lantern.com');
    expect(whois.start({ kind: 'domain', name: 'lantern.jp', tld: 'jp' }).url).toBe('whois://whois.jprs.jp/lantern.jp%2Fe');
    expect(whois.start({ kind: 'domain', name: 'lantern.unknowntld', tld: 'unknowntld' }).url).toBe(
      'whois://whois.iana.org/lantern.unknowntld',
    );
    expect(whois.start({ kind: 'ip', name: '2001:4860::1', tld: null }).url).toBe('whois://whois.iana.org/2001%3A4860%3A%3A1');
  });

  it('follows the root registry, then the registrar, and no further', () => {
    const query: RegistryQuery = { kind: 'domain', name: 'lantern.unknowntld', tld: 'unknowntld' };
    const root = whois.parse(page(whois.start(query), 'refer:        whois.registry.example\n\ndomain:       UNKNOWNTLD\n'), query);
    expect(root.found).toBeNull();
    expect(root.next!.url).toBe('whois://whois.registry.example/lantern.unknowntld');
    const registry = whois.parse(page(root.next!, THIN), query);
    expect(registry.found!.registered).toBe(true);
    expect(registry.next!.url).toBe('whois://whois.meridian.example/lantern.unknowntld');
    const registrar = whois.parse(page(registry.next!, THIN.replace('whois.meridian.example', 'whois.third.example')), query);
    expect(registrar.next).toBeUndefined();
  });

  it('does not query the registrar when the registry has the contacts', () => {
    expect(whois.parse(page(whois.start(com), THICK), com).next).toBeUndefined();
  });

  it.each(['10.0.0.5', 'localhost', '127.0.0.1:8080', 'whois.verisign-grs.com', '[::1]'])('does not follow a referral to %s', (server) => {
    expect(whois.parse(page(whois.start(com), THIN.replace('whois.meridian.example', server)), com).next).toBeUndefined();
  });

  it('ends at the root registry without a referral', () => {
    const query: RegistryQuery = { kind: 'domain', name: 'lantern.zz', tld: 'zz' };
    expect(whois.parse(page(whois.start(query), '% This query returned 0 objects.'), query).found!.registered).toBe(false);
    expect(outcomeOf(() => whois.parse(page(whois.start(query), 'domain:       ZZ\norganisation: Nobody\n'), query))).toBe('unparsed');
  });
});

describe('a free name', () => {
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
  ])('is recognised by %j', (text) => {
    expect(readWhoisText(text, com)).toMatchObject({ registered: false, createdAt: null, nameServers: [], registrar: null });
  });
});

describe('a registry without a result', () => {
  it.each([
    'Query limit exceeded. Try again later.',
    'You have exceeded your quota of queries.',
    'only 1 request per second allowed, try again later',
    'Please go away for 13 Seconds',
  ])('is blocked: %j', (text) => {
    expect(outcomeOf(() => readWhoisText(text, com))).toBe('blocked');
  });
  it.each(['', 'Hello.', 'Welcome to the server of nobody\nPlease read the terms'])('is unparsed: %j', (text) => {
    expect(outcomeOf(() => readWhoisText(text, com))).toBe('unparsed');
  });
});

describe('a hostile text', () => {
  it('is parsed in time and cleaned', () => {
    const began = spentMs();
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
    expect(spentMs() - began).toBeLessThan(3000);
    expect(readWhoisText(`${THIN}\u0000\u001b[31mred`, com).rawText).not.toMatch(/[\u0000\u001b]/);
  });
});
