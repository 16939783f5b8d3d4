// Invented RDAP objects in forms that no object of the other tests has.
import { describe, expect, it } from 'vitest';
import { readRdapObject } from './rdap-record.ts';

const card = (...properties: unknown[][]): unknown => ['vcard', [['version', {}, 'text', '4.0'], ...properties]];
const person = (name: string): unknown => card(['fn', {}, 'text', name]);
const contactsOf = (entities: unknown[]) =>
  readRdapObject({ objectClassName: 'domain', ldhName: 'lantern.example', entities }, '', {
    kind: 'domain',
    name: 'lantern.example',
    tld: 'example',
  }).contacts;

describe('an RDAP object', () => {
  it('has the contacts of the domain, not those of its registrar', () => {
    const staff = { objectClassName: 'entity', roles: ['technical', 'administrative', 'billing'], vcardArray: person('Quay Desk') };
    const registrar = { objectClassName: 'entity', roles: ['registrar'], vcardArray: person('Quay Names Ltd'), entities: [staff] };
    const tech = { objectClassName: 'entity', roles: ['technical'], vcardArray: person('Ben Harrow') };
    expect(contactsOf([registrar, tech])).toMatchObject({ tech: { name: 'Ben Harrow' }, admin: null, billing: null });
  });

  it('has the people of its holder when they are nowhere else', () => {
    const nested = { objectClassName: 'entity', roles: ['administrative', 'technical'], vcardArray: person('Ben Harrow') };
    const holder = { objectClassName: 'entity', roles: ['registrant'], vcardArray: person('Vale Ltd'), entities: [nested] };
    const tech = { objectClassName: 'entity', roles: ['technical'], vcardArray: person('Tia Cove') };
    expect(contactsOf([holder, tech])).toMatchObject({
      registrant: { name: 'Vale Ltd' },
      admin: { name: 'Ben Harrow' },
      tech: { name: 'Tia Cove' },
    });
  });

  it('has the town of an address that is only in a label', () => {
    const adr = ['adr', { label: '1 Quay Road\nHarbourtown, CO 80014\nUnited States' }, 'text', ['', '', '', '', '', '', '']];
    const holder = { objectClassName: 'entity', roles: ['registrant'], vcardArray: card(['fn', {}, 'text', 'Ada Vale'], adr) };
    expect(contactsOf([holder]).registrant).toMatchObject({
      street: ['1 Quay Road'],
      city: 'Harbourtown',
      state: 'CO',
      postal: '80014',
      country: 'United States',
    });
  });

  it('has the name in parts when the whole one is empty', () => {
    const vcardArray = card(['fn', {}, 'text', ''], ['n', {}, 'text', ['Vale', 'Ada', '', '', '']]);
    expect(contactsOf([{ objectClassName: 'entity', roles: ['registrant'], vcardArray }]).registrant).toMatchObject({ name: 'Ada Vale' });
  });
});
