// Postal addresses in the formats of several countries.
import { describe, expect, it } from 'vitest';
import { splitAddress } from './whois-address.ts';

describe('an address', () => {
  it.each<[lines: string[], street: string[], city: string | null, state: string | null, postal: string | null, country: string | null]>([
    [['1 Quay Road', 'Harbourtown, CO 12345', 'US'], ['1 Quay Road'], 'Harbourtown', 'CO', '12345', 'US'],
    [['1 Quay Road', 'Harbourtown', 'CA', '94043', 'United States'], ['1 Quay Road'], 'Harbourtown', 'CA', '94043', 'United States'],
    [
      ['Unit 2', 'Quay Road', 'Stockport', 'Cheshire', 'SK1 1AA', 'United Kingdom'],
      ['Unit 2', 'Quay Road'],
      'Stockport',
      'Cheshire',
      'SK1 1AA',
      'United Kingdom',
    ],
    [['Hafen 1', '20095 Hamburg', 'Deutschland'], ['Hafen 1'], 'Hamburg', null, '20095', 'Deutschland'],
    [['Quai 1', 'CH-8001 Zuerich', 'CH'], ['Quai 1'], 'Zuerich', null, 'CH-8001', 'CH'],
    [['Satama 1', '00100', 'HELSINKI'], ['Satama 1'], 'HELSINKI', null, '00100', null],
    [['Molo 1', 'Genova', '16126', 'GE', 'IT'], ['Molo 1'], 'Genova', 'GE', '16126', 'IT'],
    [['Port 1, Tehran, Tehran, IR'], ['Port 1'], 'Tehran', 'Tehran', null, 'IR'],
    [['1 Quay Road, Bangkok', '10900', 'TH'], ['1 Quay Road'], 'Bangkok', null, '10900', 'TH'],
    [['Havenkade 1', '1000 AA Amsterdam', 'Netherlands'], ['Havenkade 1'], 'Amsterdam', null, '1000 AA', 'Netherlands'],
    [['1 Quay Road'], ['1 Quay Road'], null, null, null, null],
    [['Hidden upon user request', 'Germany'], ['Hidden upon user request'], null, null, null, 'Germany'],
    [[], [], null, null, null, null],
  ])('%j', (lines, street, city, state, postal, country) => {
    expect(splitAddress(lines)).toEqual({ street, city, state, postal, country });
  });
});
