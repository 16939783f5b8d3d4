import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../test/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(
    { IP_RATE_PER_MINUTE: '1', IP_RATE_BURST: '20', IP_BAD_KEYS_PER_MINUTE: '5', TRUST_PROXY: '127.0.0.1', IPV6_PREFIX_LENGTH: '56' },
    false,
  );
});
afterAll(() => service.stop());

const statuses = async (addresses: readonly string[], key: string) => {
  const found: number[] = [];
  for (const ip of addresses) found.push((await service.call('GET', '/user', key, undefined, { 'x-forwarded-for': ip })).status);
  return found;
};
const many = (count: number, address: (index: number) => string) => Array.from({ length: count }, (_, index) => address(index));

describe('rates by IP address', () => {
  test('count all IP addresses of one IPv6 network as one', async () => {
    const { test: key } = await service.account();
    const found = await statuses(
      many(25, (index) => `2001:db8:1:4${index.toString(16).padStart(2, '0')}:${index.toString(16)}::${index}`),
      key,
    );
    expect(found).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
    expect(await statuses(['2001:db8:1:500::1'], key)).toEqual([200]);
  });

  test('count bad keys of one IPv6 network together', async () => {
    const found = await statuses(
      many(8, (index) => `2001:db8:2:${index}::1`),
      'wrong',
    );
    expect(found).toEqual([...Array(5).fill(403), ...Array(3).fill(429)]);
  });

  test('count invalid addresses from a proxy as one client, and IPv4-mapped IPv6 as IPv4', async () => {
    const found = await statuses(['unknown', '_hidden', 'x'.repeat(300), '::x', '1.2', 'a', 'b'], 'wrong');
    expect(found).toEqual([...Array(5).fill(403), ...Array(2).fill(429)]);
    const wrapped = await statuses(['::ffff:198.51.100.7', '198.51.100.7', '198.51.100.7:99', '::ffff:c633:6407', '198.51.100.7'], 'wrong');
    expect(wrapped).toEqual(Array(5).fill(403));
    expect(await statuses(['::ffff:198.51.100.7', '198.51.100.8'], 'wrong')).toEqual([429, 403]);
  });
});
