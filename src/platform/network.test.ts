import { expect, test } from 'vitest';
import { networkOf, widerNetworkOf } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['::FFFF:203.0.113.7%eth0', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
  ['unknown', 'unknown'],
  ['_hidden', 'unknown'],
  ['2001:db8::9::1', 'unknown'],
  ['0x7f.1', 'unknown'],
  ['x'.repeat(10_000), 'unknown'],
])('%s counts as %s', (text, network) => expect(networkOf(text)).toBe(network));

test.each([
  [128, '2001:db8:12ab:34cd:56ef:0:0:9/128'],
  [80, '2001:db8:12ab:34cd:56ef::/80'],
  [60, '2001:db8:12ab:34c0::/60'],
  [56, '2001:db8:12ab:3400::/56'],
  [48, '2001:db8:12ab::/48'],
  [33, '2001:db8:0::/33'],
  [32, '2001:db8::/32'],
])('with a prefix of %s bits an IPv6 address counts under %s', (prefix, network) =>
  expect(networkOf('2001:db8:12ab:34cd:56ef::9', prefix)).toBe(network),
);

test.each([
  ['203.0.113.7', '203.0'],
  ['2001:db8:1:2::/64', '2001:db8'],
  ['2001:db8::/32', '2001:db8'],
  ['unknown', 'unknown'],
])('the wider network of %s is %s', (network, wider) => expect(widerNetworkOf(network)).toBe(wider));
