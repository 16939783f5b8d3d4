// Sentences of registries in many countries for a free name, or for too many queries.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../adapter.ts';
import type { RegistryQuery } from './record.ts';
import { readWhoisText } from './whois-text.ts';

const query: RegistryQuery = { kind: 'domain', name: 'lantern.com', tld: 'com' };
const markers = JSON.parse(readFileSync(new URL('./fixtures/whois-markers.json', import.meta.url), 'utf8')) as {
  readonly free: readonly string[];
  readonly throttled: readonly string[];
};

function outcomeOf(text: string): string {
  try {
    return readWhoisText(text, query).registered ? 'registered' : 'free';
  } catch (error) {
    if (error instanceof SourceError) return error.outcome;
    throw error;
  }
}

describe('a sentence', () => {
  it.each(markers.free)('means that the name is free: %j', (text) => expect(outcomeOf(text)).toBe('free'));
  it.each(markers.throttled)('means too many queries: %j', (text) => expect(outcomeOf(text)).toBe('blocked'));
  it.each([
    'Domain Name: lantern.com\n>>> This name is not available for registration:\n',
    'Domain: lantern.com\nStatus: NOT AVAILABLE\n',
    'It allows persons to check whether a domain name is still available or not.\nDomain: lantern.com\nRegistrar: Quay\nNS: ns1.lantern.com\n',
  ])('about available names says nothing about this one: %j', (text) => expect(outcomeOf(text)).toBe('registered'));
});
