import { describe, expect, test } from 'vitest';
import { ForbiddenAddress, isAllowedHost, vettedAddress } from './ssrf-guard.ts';
import { readTarget } from './ssrf-targets.ts';

const strict = { allowLoopback: false, allowNetworks: [] };
const host = (url: string) => new URL(url).hostname;

describe('addresses that are never reached', () => {
  const SPELLINGS = [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::1]/',
    'http://localhost/',
    'http://localhost./',
    'http://ⓛocalhost/',
    'http://a.localhost/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://169.254.169.254/',
    'http://100.64.0.1/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://198.18.0.1/',
    'http://192.0.2.1/',
    'http://[2001:db8::1]/',
    'http://[2002:7f00:1::]/',
    'http://[100::1]/',
    'http://intranet/',
    'http://db.internal/',
    'http://printer.local/',
    'http://metadata.google.internal/',
  ];
  test.each(SPELLINGS)('%s', (url) => {
    expect(isAllowedHost(host(url), strict)).toBe(false);
  });
  test('the machine’s own public addresses, unless the operator allows their network', () => {
    const policy = { ...strict, forbidAddresses: ['93.184.216.34', '2606:4700:0:0::1111'] };
    for (const url of ['http://93.184.216.34/', 'http://1572395042/', 'http://[2606:4700::1111]/', 'http://[::ffff:93.184.216.34]/'])
      expect(isAllowedHost(host(url), policy)).toBe(false);
    expect(isAllowedHost('93.184.216.35', policy)).toBe(true);
    expect(isAllowedHost('93.184.216.34', { ...policy, allowNetworks: ['93.184.216.0/24'] })).toBe(true);
  });
  test('a name that resolves to one forbidden address among allowed ones', async () => {
    await expect(vettedAddress('shop.example', strict, async () => ['93.184.216.34', '10.0.0.5'])).rejects.toBeInstanceOf(ForbiddenAddress);
  });
  test('a name that changes its addresses is resolved only once', async () => {
    let lookups = 0;
    const resolve = async () => (lookups++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']);
    expect(await vettedAddress('rebind.example', strict, resolve)).toBe('93.184.216.34');
    expect(lookups).toBe(1);
  });
});

describe('addresses that may be reached', () => {
  test.each(['http://93.184.216.34/', 'http://[2606:4700::1111]/', 'https://receiver.example/', 'http://8.8.8.8:8080/'])('%s', (url) => {
    expect(isAllowedHost(host(url), strict)).toBe(true);
  });
  test('loopback, when the service listens there itself', () => {
    const policy = { allowLoopback: true, allowNetworks: [] };
    for (const url of ['http://127.0.0.1:8100/', 'http://[::1]/', 'http://localhost/']) expect(isAllowedHost(host(url), policy)).toBe(true);
    expect(isAllowedHost('10.0.0.1', policy)).toBe(false);
  });
  test('a network that the operator allows', () => {
    const policy = { allowLoopback: false, allowNetworks: ['10.1.0.0/16', 'fd00::/8'] };
    expect(isAllowedHost('10.1.2.3', policy)).toBe(true);
    expect(isAllowedHost('[fd00::5]', policy)).toBe(true);
    expect(isAllowedHost('10.2.0.1', policy)).toBe(false);
  });
});

describe('loopback that must be spelled as such', () => {
  const policy = { allowLoopback: true, loopbackByName: false, allowNetworks: [], ownPorts: new Set([8080]) };
  const here = async () => ['127.0.0.1'];
  test('is reached by its addresses and as localhost, but by no other name', async () => {
    for (const name of ['127.0.0.1', '::1', 'localhost', 'a.localhost.']) await vettedAddress(name, policy, here, undefined, 9000);
    for (const name of ['receiver.example', 'localhost.example'])
      await expect(vettedAddress(name, policy, here, undefined, 9000)).rejects.toBeInstanceOf(ForbiddenAddress);
  });
  test('is never reached at the ports of the service', async () => {
    for (const name of ['127.0.0.1', '127.0.0.9', '[::1]', '[::ffff:7f00:1]', 'localhost', 'a.localhost'])
      expect(isAllowedHost(name, policy, 8080), name).toBe(false);
    await expect(vettedAddress('localhost', policy, here, undefined, 8080)).rejects.toBeInstanceOf(ForbiddenAddress);
  });
});

describe('targets that the operator lists', () => {
  const listed = (...texts: string[]) => ({
    ...strict,
    loopbackByName: false,
    ownPorts: new Set([8080]),
    allowTargets: texts.map((text) => readTarget(text)!),
  });
  test.each([
    ['10.0.0.0/8', 'http://10.2.3.4:9000/', 'http://192.168.3.4:9000/'],
    ['10.0.0.0/8:9000', 'http://10.2.3.4:9000/', 'http://10.2.3.4:9001/'],
    ['10.2.3.4', 'http://10.2.3.4/', 'http://10.2.3.5/'],
    ['fd00::5', 'http://[fd00::5]:1234/', 'http://[fd00::6]:1234/'],
    ['[fd00::/8]:443', 'https://[fd00::6]/', 'http://[fd00::6]/'],
    ['hooks.internal', 'http://HOOKS.internal.:8443/', 'http://x.hooks.internal:8443/'],
    ['receiver:8443', 'https://receiver:8443/', 'https://receiver/'],
    ['127.0.0.1', 'http://127.0.0.1:9000/', 'http://127.0.0.1:8080/'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080/', 'http://localhost:8080/'],
    ['0.0.0.0/0', 'http://127.0.0.1:9000/', 'http://0.0.0.0:8080/'],
  ])('%s opens %s and not %s', (text, open, closed) => {
    const allowed = (url: string) =>
      isAllowedHost(host(url), listed(text), Number(new URL(url).port || (url.startsWith('https') ? 443 : 80)));
    expect([allowed(open), allowed(closed)]).toEqual([true, false]);
  });
  test('may be names with private addresses, except for the ports of the service', async () => {
    expect(await vettedAddress('hooks.internal', listed('hooks.internal'), async () => ['10.0.0.9'], undefined, 8080)).toBe('10.0.0.9');
    expect(await vettedAddress('hooks.internal', listed('hooks.internal'), async () => ['127.0.0.1'], undefined, 9000)).toBe('127.0.0.1');
    await expect(vettedAddress('hooks.internal', listed('hooks.internal'), async () => ['127.0.0.1'], undefined, 8080)).rejects.toThrow();
    await expect(
      vettedAddress('hooks.internal', listed('hooks.internal:9001'), async () => ['10.0.0.9'], undefined, 9000),
    ).rejects.toThrow();
  });
  test.each([
    '',
    ' ',
    '10.0.0.0/33',
    '10.0.0',
    '127.1',
    '0x7f000001',
    'a b',
    '*.internal',
    'http://hooks.internal',
    'a:0',
    'a:70000',
    '[::1',
    'a..b',
    '[hooks]:80',
  ])('“%s” is not a valid target', (text) => {
    expect(readTarget(text)).toBeNull();
  });
});
