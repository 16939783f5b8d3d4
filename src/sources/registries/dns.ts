// The records of a domain that tell of the services behind it: mail, texts, name servers, aliases.
import { Resolver } from 'node:dns/promises';
import type { DnsEvidence } from './fingerprints.ts';

const MS_MAX = 2000;

/** Records that cannot be had are none; the page still speaks. */
export async function dnsEvidenceOf(name: string): Promise<DnsEvidence> {
  const resolver = new Resolver({ timeout: MS_MAX, tries: 1 });
  const or = <T>(asked: Promise<T[]>): Promise<T[]> => asked.catch(() => []);
  const [mx, txt, dmarc, ns, cname, soa] = await Promise.all([
    or(resolver.resolveMx(name)),
    or(resolver.resolveTxt(name)),
    // The rules for forged mail stand under a name of their own.
    or(resolver.resolveTxt(`_dmarc.${name}`)),
    or(resolver.resolveNs(name)),
    or(resolver.resolveCname(`www.${name}`)),
    or(resolver.resolveSoa(name).then((record) => [record])),
  ]);
  return {
    mx: mx.map(({ exchange }) => exchange),
    txt: [...txt, ...dmarc].map((parts) => parts.join('')),
    ns,
    cname,
    soa: soa.map(({ nsname, hostmaster }) => `${nsname} ${hostmaster}`),
  };
}
