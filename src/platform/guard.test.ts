import { describe, expect, test } from 'vitest';
import { ForbiddenAddress, isAllowedHost, vettedAddress } from './guard.ts';

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
  test('the machine’s own public addresses, unless the operator names their network', () => {
    const policy = { ...strict, forbidAddresses: ['93.184.216.34', '2606:4700:0:0::1111'] };
    for (const url of ['http://93.184.216.34/', 'http://1572395042/', 'http://[2606:4700::1111]/', 'http://[::ffff:93.184.216.34]/'])
      expect(isAllowedHost(host(url), policy)).toBe(false);
    expect(isAllowedHost('93.184.216.35', policy)).toBe(true);
    expect(isAllowedHost('93.184.216.34', { ...policy, allowNetworks: ['93.184.216.0/24'] })).toBe(true);
  });
  test('a name that answers with one forbidden address among good ones', async () => {
    await expect(vettedAddress('shop.example', strict, async () => ['93.184.216.34', '10.0.0.5'])).rejects.toBeInstanceOf(ForbiddenAddress);
  });
  test('a name that changes its answer is asked only once', async () => {
    let asked = 0;
    const resolve = async () => (asked++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']);
    expect(await vettedAddress('rebind.example', strict, resolve)).toBe('93.184.216.34');
    expect(asked).toBe(1);
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
  test('a network that the operator names', () => {
    const policy = { allowLoopback: false, allowNetworks: ['10.1.0.0/16', 'fd00::/8'] };
    expect(isAllowedHost('10.1.2.3', policy)).toBe(true);
    expect(isAllowedHost('[fd00::5]', policy)).toBe(true);
    expect(isAllowedHost('10.2.0.1', policy)).toBe(false);
  });
});
