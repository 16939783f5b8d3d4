// DNS records of the sandbox's domains: mail, name servers and an alias, always the same per name.
import { isIP } from 'node:net';
import { createDataset } from './dataset.ts';

export interface SandboxRecords {
  readonly mx: readonly string[];
  readonly txt: readonly string[];
  readonly ns: readonly string[];
  readonly cname: readonly string[];
  readonly soa: readonly string[];
}

const MAIL = [
  { mx: ['aspmx.l.google.com', 'alt1.aspmx.l.google.com'], spf: 'v=spf1 include:_spf.google.com ~all' },
  { mx: ['harbour-example.mail.protection.outlook.com'], spf: 'v=spf1 include:spf.protection.outlook.com -all' },
  { mx: ['mx.zoho.eu', 'mx2.zoho.eu'], spf: 'v=spf1 include:zoho.eu -all' },
  { mx: ['mail.protonmail.ch', 'mailsec.protonmail.ch'], spf: 'v=spf1 include:_spf.protonmail.ch ~all' },
] as const;
const NAME_SERVERS = [
  ['ns-0001.awsdns-01.example', 'ns-0002.awsdns-02.example'],
  ['ns1.digitalocean.com', 'ns2.digitalocean.com'],
  ['dns1.p01.nsone.net', 'dns2.p01.nsone.net'],
  ['ns01.domaincontrol.com', 'ns02.domaincontrol.com'],
] as const;
const ALIASES = [[], ['d0000000000test.cloudfront.net'], ['cname.vercel-dns.com']] as const;
const PROOFS = ['facebook-domain-verification=test', 'atlassian-domain-verification=test', 'stripe-verification=test'] as const;
const NONE: SandboxRecords = { mx: [], txt: [], ns: [], cname: [], soa: [] };

export function sandboxRecords(name: string): SandboxRecords {
  if (isIP(name) !== 0) return NONE;
  const dataset = createDataset(`records\n${name}`, name, '');
  const mail = dataset.pick('mail', MAIL);
  const ns = dataset.pick('ns', NAME_SERVERS);
  return {
    mx: mail.mx,
    txt: [mail.spf, dataset.pick('proof', PROOFS), 'v=DMARC1; p=quarantine'],
    ns,
    cname: dataset.pick('alias', ALIASES),
    soa: [`${ns[0]} hostmaster.${name}`],
  };
}
