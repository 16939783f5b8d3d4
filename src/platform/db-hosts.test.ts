import { describe, expect, test } from 'vitest';
import { createHosts } from './db-hosts.ts';

describe('a database URL', () => {
  test('with one host stays as it is, whatever fails', () => {
    const url = 'postgres://me:p,w@localhost/sextant?host=%2Frun';
    const hosts = createHosts(url);
    hosts.failed(url);
    expect([hosts.many, hosts.current()]).toEqual([false, url]);
  });
  test('with several hosts uses one after the other, in a circle', () => {
    const hosts = createHosts('postgres://me:secret@one:5432,two:5433/sextant?sslmode=require');
    const [one, two] = ['one:5432', 'two:5433'].map((host) => `postgres://me:secret@${host}/sextant?sslmode=require`);
    expect([hosts.many, hosts.current()]).toEqual([true, one]);
    hosts.failed(one!);
    // Ten failed connections move on by one host only.
    hosts.failed(one!);
    expect(hosts.current()).toBe(two);
    hosts.failed(two!);
    expect(hosts.current()).toBe(one);
  });
});
