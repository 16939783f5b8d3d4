// The sandbox's DNS records are deterministic and show technologies that no page shows.
import { describe, expect, it } from 'vitest';
import { detectTechnologies } from '../registries/fingerprints.ts';
import { sandboxRecords } from './records.ts';

const EMPTY = { request: { url: 'https://a.example/' }, url: 'https://a.example/', status: 200, headers: {}, body: '' };
const names = Array.from({ length: 40 }, (_, index) => `harbour${index}.example`);

describe('records of the sandbox', () => {
  it('depend only on the name', () => {
    for (const name of names) expect(sandboxRecords(name)).toEqual(sandboxRecords(name));
    expect(new Set(names.map((name) => JSON.stringify(sandboxRecords(name)))).size).toBeGreaterThan(20);
    expect(sandboxRecords('203.0.113.7')).toEqual({ mx: [], txt: [], ns: [], cname: [], soa: [] });
  });

  it('show a mail service, a name service and a verification record each', () => {
    for (const name of names) {
      const found = detectTechnologies(EMPTY, sandboxRecords(name)).map((item) => item.name);
      expect(found, name).toEqual(expect.arrayContaining(['Sender Policy Framework', 'DMARC']));
      expect(found.length, name).toBeGreaterThanOrEqual(5);
    }
  });
});
