// One registration from two responses.
import { describe, expect, it } from 'vitest';
import { EMPTY_CONTACT, freeRecord, mergeRecords, noContacts, type WhoisRecord } from './record.ts';

const query = { kind: 'domain' as const, name: 'lantern.com', tld: 'com' };
const registry: WhoisRecord = {
  ...freeRecord(query, 'registry'),
  registered: true,
  createdAt: '1997-09-15T04:00:00+0000',
  status: ['ok'],
  registrar: { name: 'Quay', email: null, url: null, phone: null },
};
const registrar: WhoisRecord = {
  ...registry,
  rawText: 'registrar',
  createdAt: '1990-01-01T00:00:00+0000',
  expiredAt: '2027-01-01T00:00:00+0000',
  status: ['locked'],
  contacts: { ...noContacts(), registrant: { ...EMPTY_CONTACT, name: 'Ada Vale' } },
  registrar: { name: 'Other', email: 'abuse@quay.example', url: null, phone: null },
};

describe('two records of one name', () => {
  it('are merged: the registration from the registry, missing fields from the registrar', () => {
    expect(mergeRecords(registry, registrar)).toMatchObject({
      createdAt: '1997-09-15T04:00:00+0000',
      expiredAt: '2027-01-01T00:00:00+0000',
      status: ['ok'],
      contacts: { registrant: { name: 'Ada Vale' }, admin: null },
      registrar: { name: 'Quay', email: 'abuse@quay.example' },
      rawText: 'registry\nregistrar',
    });
  });

  it('are not merged when the registrar does not know the name', () => {
    expect(mergeRecords(registry, freeRecord(query, 'none'))).toBe(registry);
  });
});
