import { describe, expect, test } from 'vitest';
import { createHosts } from './db-hosts.ts';

describe('a database URL', () => {
  test('with one host stays as it is', () => {
    const url = 'postgres://me:p,w@localhost/sextant?host=%2Frun';
    const hosts = createHosts(url);
    expect([hosts.many, hosts.current(), hosts.addresses]).toEqual([false, url, [url]]);
  });
  test('with several hosts begins with the first, and `use` selects another', () => {
    const hosts = createHosts('postgres://me:secret@one:5432,two:5433/sextant?sslmode=require');
    const [one, two] = ['one:5432', 'two:5433'].map((host) => `postgres://me:secret@${host}/sextant?sslmode=require`);
    expect([hosts.many, hosts.current(), hosts.addresses]).toEqual([true, one, [one, two]]);
    hosts.use(two!);
    expect(hosts.current()).toBe(two);
  });
});
