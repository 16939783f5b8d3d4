// Parses a stored WHOIS text or RDAP object as if it had just arrived.
import { readRdapObject } from './registries/rdap-record.ts';
import { domainIn, readWhoisText } from './registries/whois-text.ts';
import { failedReading, type StoredReading } from './stored-page.ts';

export function readStoredRecord(kind: 'whois' | 'rdap', bytes: Buffer): StoredReading {
  try {
    return kind === 'whois' ? readText(bytes) : readObject(bytes);
  } catch (error) {
    return failedReading(error);
  }
}

function readText(bytes: Buffer): StoredReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    text = bytes.toString('latin1');
  }
  const name = domainIn(text) ?? '';
  return { verdict: 'valid', data: readWhoisText(text, { kind: 'domain', name, tld: name.split('.').at(-1) ?? null }) };
}

function readObject(bytes: Buffer): StoredReading {
  const text = bytes.toString('utf8');
  const value = JSON.parse(text) as { ldhName?: string };
  const name = (value.ldhName ?? '').toLowerCase().replace(/\.$/, '');
  return { verdict: 'valid', data: readRdapObject(value, text, { kind: 'domain', name, tld: null }) };
}
