// Names as users type them into the path.
import { describe, expect, it } from 'vitest';
import { spentMs } from '../../../test/cpu-time.ts';
import { readDomain } from './domain.ts';

const test = (text: string) => readDomain(text, { allowExample: true });
const live = (text: string) => readDomain(text, { allowExample: false });

describe('a name that can be looked up', () => {
  it.each([
    ['shop.example', 'shop.example', 'example'],
    ['SHOP.Example.', 'shop.example', 'example'],
    ['www.shop.example', 'shop.example', 'example'],
    ['www.bbc.co.uk', 'bbc.co.uk', 'uk'],
    ['bücher.example', 'xn--bcher-kva.example', 'example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example', 'example'],
    ['a.b.github.io', 'github.io', 'io'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai', 'xn--p1ai'],
    ['unregistered-shop.com', 'unregistered-shop.com', 'com'],
  ])('%s is looked up as %s', (text, name, tld) => {
    expect(test(text)).toMatchObject({ kind: 'domain', name, tld });
  });

  it('has its Unicode form beside the ASCII form', () => {
    expect(test('XN--BCHER-KVA.example')).toMatchObject({ unicode: 'bücher.example' });
  });

  it.each(['8.8.8.8', '2001:4860:4860::8888'])('the IP address %s has no top-level domain', (address) => {
    expect(live(address)).toEqual({ kind: 'ip', name: address, unicode: address, tld: null });
  });
});

describe('a name that is rejected', () => {
  it.each([
    'https://shop.example/',
    'http://shop.example',
    'shop.example/page',
    'shop.example:80',
    '*.shop.example',
    'localhost',
    'shop',
    'shop.invalid',
    'shop.test',
    'shop.localhost',
    'shop.local',
    'shop.onion',
    'red shoes.example',
    'shop..example',
    '-shop.example',
    'shop-.example',
    `${'a'.repeat(64)}.example`,
    `${'abcdefgh.'.repeat(28)}ab.example`,
    '999.1.1.1',
    '1.2.3',
    '10.0.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    'fe80::1',
    'fc00::1',
    '::ffff:8.8.8.8',
    '2001:db8::1',
    '[2001:4860:4860::8888]',
    '0x7f.1',
    '127.1',
    '08.8.8.8',
    'shop.123',
    'co.uk',
    '',
    ' ',
    '.',
    'shop_name.example',
    'user@shop.example',
    'shop.example\r\nHELP',
    'shop.example?x',
    '-h whois.example',
    '..',
    'a\u0000b.example',
    'fe80::1%eth0',
  ])('%j is rejected with a reason', (text) => {
    expect(test(text)).toEqual({ problem: expect.any(String) });
  });

  it('is anything under .example outside the sandbox', () => {
    expect(live('shop.example')).toEqual({ problem: 'ends in a reserved top-level domain' });
  });

  it('is rejected quickly, whatever its length', () => {
    const began = spentMs();
    for (const text of ['a.'.repeat(100_000), ':'.repeat(100_000), '1.'.repeat(400)]) expect(test(text)).toHaveProperty('problem');
    expect(spentMs() - began).toBeLessThan(200);
  });
});
