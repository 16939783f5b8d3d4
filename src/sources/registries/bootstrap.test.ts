// The table of RDAP servers: the shipped one and custom ones.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBootstrap, readBootstrap } from './bootstrap.ts';

describe('the shipped table', () => {
  const table = loadBootstrap();
  it('has more than a thousand top-level domains, all with encryption', () => {
    expect(table.size).toBeGreaterThan(1000);
    expect(table.serverOf('com')).toBe('https://rdap.verisign.com/com/v1/');
    expect(table.serverOf('fr')).toBe('https://rdap.nic.fr/');
    expect(table.serverOf('example')).toBeNull();
    expect(table.hosts.has('rdap.verisign.com')).toBe(true);
  });
});

describe('a table from the operator', () => {
  it('replaces the shipped one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
    const file = join(folder, 'dns.json');
    writeFileSync(file, '{"version":"1.0","services":[[["ZZ"],["https://rdap.zz.example"]],[["yy"],["http://plain.example/"]]]}');
    const table = loadBootstrap(file);
    rmSync(folder, { recursive: true });
    expect(table.serverOf('zz')).toBe('https://rdap.zz.example/');
    expect(table.serverOf('yy')).toBeNull();
    expect(table.serverOf('com')).toBeNull();
  });

  it.each(['{}', '{"services":[]}', '{"services":[1]}', '[', '{"services":[[["a"],["http://a.example/"]]]}'])('is rejected: %s', (text) => {
    expect(() => readBootstrap(text)).toThrow();
  });
});
