// DNS records of a domain that show its services: mail, texts, name servers, aliases.
import type { Resolver, Share } from '../../platform/resolver.ts';
import type { DnsEvidence } from './fingerprints.ts';

/** Records that cannot be resolved count as none. The page is still checked. */
export async function dnsEvidenceOf(name: string, resolver: Pick<Resolver, 'query'>, share?: Share): Promise<DnsEvidence> {
  const or = <T>(asked: Promise<T[]>): Promise<T[]> => asked.catch(() => []);
  const [mx, txt, dmarc, ns, cname, soa] = await Promise.all([
    or(resolver.query(name, share, (client) => client.resolveMx(name))),
    or(resolver.query(name, share, (client) => client.resolveTxt(name))),
    // The DMARC policy has its own name.
    or(resolver.query(name, share, (client) => client.resolveTxt(`_dmarc.${name}`))),
    or(resolver.query(name, share, (client) => client.resolveNs(name))),
    or(resolver.query(name, share, (client) => client.resolveCname(`www.${name}`))),
    or(resolver.query(name, share, async (client) => [await client.resolveSoa(name)])),
  ]);
  return {
    mx: mx.map(({ exchange }) => exchange),
    txt: [...txt, ...dmarc].map((parts) => parts.join('')),
    ns,
    cname,
    soa: soa.map(({ nsname, hostmaster }) => `${nsname} ${hostmaster}`),
  };
}
