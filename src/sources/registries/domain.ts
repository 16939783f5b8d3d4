// Normalises and validates the name in `/whois/{domain}` and `/technologies/{domain}`.
import { domainToASCII, domainToUnicode } from 'node:url';
import ipaddr from 'ipaddr.js';
import { parse } from 'tldts';

export interface DomainName {
  readonly kind: 'domain' | 'ip';
  /** The registrable domain in ASCII and lower case, or the IP address. */
  readonly name: string;
  readonly unicode: string;
  /** The last label, or null for an IP address. */
  readonly tld: string | null;
}

export interface DomainProblem {
  readonly problem: string;
}

const NAME_MAX = 253;
const LABEL_MAX = 63;
/** Names that are never in the public registries (RFC 6761, 6762, 7686, 8375 and ICANN's `internal`). */
const RESERVED_TLDS = new Set(['test', 'invalid', 'localhost', 'local', 'onion', 'alt', 'internal']);

const reject = (problem: string): DomainProblem => ({ problem });

/** `allowExample` is for the sandbox, whose names end in `.example`. */
export function readDomain(text: string, options: { readonly allowExample: boolean }): DomainName | DomainProblem {
  if (text.length > NAME_MAX * 4) return reject('is longer than 253 characters');
  const given = text.trim();
  if (given === '') return reject('is empty');
  if (given.includes('://') || /[/?#\\@]/.test(given)) return reject('is a URL or a path, not a domain');
  if (ipaddr.IPv6.isValid(given) || /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(given)) return readAddress(given);
  if (given.includes(':')) return reject('has a port');
  if (given.includes('*')) return reject('is a wildcard');
  if (/[\s\p{Cc}]/u.test(text)) return reject('has white space in it');
  if (/^[\d.]+$/.test(given)) return readAddress(given);
  return readName(given.replace(/[.\u3002\uff0e\uff61]$/, ''), options.allowExample);
}

function readAddress(text: string): DomainName | DomainProblem {
  const four = ipaddr.IPv4.isValidFourPartDecimal(text) && !/(?:^|\.)0\d/.test(text);
  const six = !four && text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text);
  if (!four && !six) return reject('is not an IP address');
  const address = ipaddr.parse(text);
  const global = four || address.toByteArray()[0]! >> 5 === 1;
  if (address.range() !== 'unicast' || !global) return reject('is a private or reserved IP address');
  return { kind: 'ip', name: address.toString(), unicode: address.toString(), tld: null };
}

function readName(text: string, allowExample: boolean): DomainName | DomainProblem {
  const name = domainToASCII(text).toLowerCase();
  if (name === '') return reject('is not a domain name');
  // URL parsing turns names such as `0x7f.1` into IP addresses. They are rejected here.
  if (ipaddr.isValid(name) || /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(name)) return reject('is not a domain name');
  if (name.length > NAME_MAX) return reject('is longer than 253 characters');
  const labels = name.split('.');
  if (labels.some((label) => label.length > LABEL_MAX)) return reject('has a part longer than 63 characters');
  if (labels.some((label) => !/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label)))
    return reject('has a part that is not made of letters, digits and inner hyphens');
  const tld = labels.at(-1)!;
  if (labels.length < 2) return reject('has only one part');
  if (/(?:^|\.)home\.arpa$/.test(name)) return reject('ends in a reserved top-level domain');
  if (RESERVED_TLDS.has(tld) || (tld === 'example' && !allowExample)) return reject('ends in a reserved top-level domain');
  const { domain } = parse(name, { extractHostname: false, validateHostname: false });
  if (!domain) return reject('is a public suffix, not a registrable domain');
  return { kind: 'domain', name: domain, unicode: domainToUnicode(domain) || domain, tld };
}
