// Truncated, mixed and damaged texts must be parsed in time and never break the parser.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../adapter.ts';
import { readRdapObject } from './rdap-record.ts';
import type { RegistryQuery } from './record.ts';
import { domainIn, readWhoisText } from './whois-text.ts';

const RUNS = Number(process.env.SEXTANT_FUZZ_RUNS ?? 1000);
const TEXT_MS_MAX = 250;
const query: RegistryQuery = { kind: 'domain', name: 'lantern.com', tld: 'com' };

/** Lines of real registries. A mutated text consists of them and noise. */
const LINES = [
  'Domain Name: LANTERN.COM',
  'Registrar: Quay Names Ltd',
  'Creation Date: 1997-09-15T04:00:00Z',
  'Registrant:',
  '   Vale Ltd',
  '   1 Quay Road',
  '   Harbourtown, CO 12345',
  '   United States',
  '[Registrant]    Vale Ltd',
  'nserver:     ns1.lantern.com 192.0.2.1',
  'contact:     AV-1',
  'Owner........: Ada Vale',
  '** Domain Servers:',
  '등록인 : 등대',
  '% comment',
  'Domain  name    lantern.md',
  'Status: OK-UNTIL 20270130',
  'Contact Type:.......HOLDER',
  'descr: Vale Ltd',
  'phone: +1.5550100',
  '',
];
const noise = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'a'.repeat(3000),
    '1-'.repeat(1500),
    ' '.repeat(4000),
    ':'.repeat(2000),
    '.'.repeat(2000),
    '(('.repeat(900),
    '12 '.repeat(900),
  ),
);
const text = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...LINES) }, { weight: 1, arbitrary: noise }), { maxLength: 80 }),
    fc.nat(4000),
  )
  .map(([lines, cut]) => lines.join('\n').slice(0, cut * 20));

/** A SourceError is a valid outcome. Anything else is a bug. Measures CPU time, because other processes run too. */
function read(work: () => unknown): void {
  // The first run may include compilation or garbage collection. A slow text is slow in every run.
  let took = Number.POSITIVE_INFINITY;
  for (let attempts = 0; attempts < 4 && took > TEXT_MS_MAX / 2; attempts++) {
    const began = process.cpuUsage();
    try {
      work();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
    }
    const { user, system } = process.cpuUsage(began);
    took = Math.min(took, (user + system) / 1000);
  }
  slowest = Math.max(slowest, took);
}

let slowest = 0;
// The names of countries are loaded at the first address.
readWhoisText('Domain: lantern.com\nRegistrant:\n Vale\n 1 Quay Road\n 12345 Harbourtown\n US\n', query);

describe('damaged responses', () => {
  it('of port 43 are parsed in time', () => {
    const seed = Date.now() % 2 ** 31;
    console.log(`whois texts: seed ${seed}, ${RUNS} runs`);
    fc.assert(
      fc.property(text, (body) => {
        read(() => readWhoisText(body, query));
        read(() => domainIn(body));
      }),
      { seed, numRuns: RUNS },
    );
    console.log(`slowest: ${slowest.toFixed(1)} ms`);
    expect(slowest).toBeLessThan(TEXT_MS_MAX);
  });

  it('of RDAP are parsed in time', () => {
    const seed = Date.now() % 2 ** 31;
    console.log(`rdap objects: seed ${seed}, ${RUNS} runs`);
    const object = fc.record({
      objectClassName: fc.constantFrom('domain', 'ip network'),
      status: fc.jsonValue(),
      events: fc.jsonValue(),
      nameservers: fc.jsonValue(),
      entities: fc.oneof(
        fc.jsonValue(),
        fc.array(fc.record({ roles: fc.constantFrom(['registrant'], ['registrar'], 'x', null), vcardArray: fc.jsonValue() })),
      ),
    });
    fc.assert(
      fc.property(object, (value) => read(() => readRdapObject(value, '', query))),
      { seed, numRuns: RUNS },
    );
  });
});
