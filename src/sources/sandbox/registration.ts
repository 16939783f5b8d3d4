// The registrations of the sandbox, for every protocol.
import { createDataset } from './dataset.ts';

export interface SandboxContact {
  readonly role: string;
  readonly name: string;
  readonly organization: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postal: string;
  readonly country: string;
  readonly phone: string;
  readonly fax: string;
  readonly email: string;
}

export interface Registration {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiredAt: string;
  readonly registrar: { readonly name: string; readonly url: string; readonly email: string; readonly phone: string };
  readonly statuses: readonly string[];
  readonly contacts: readonly SandboxContact[];
  readonly nameServers: readonly string[];
}

export interface AddressBlock {
  readonly range: readonly [first: string, last: string];
  /** The block in the notation of IPv6 registries, or null for IPv4. */
  readonly prefix: string | null;
  readonly netName: string;
  readonly holder: string;
  readonly country: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly person: { readonly name: string; readonly street: string; readonly phone: string; readonly email: string };
}

const NAMES = ['Ada Vale', 'Ben Harrow', 'Cleo Finch', 'Dan Marsh', 'Eva Quill', 'Finn Wade'];
const CITIES = ['Harbourtown', 'Lanternfield', 'Quaywick', 'Compass Bay'];
const REGISTRARS = ['Meridian Names Ltd', 'Beacon Domains Inc.', 'Anchor Registrations GmbH'];
const STATUSES = ['clientDeleteProhibited', 'clientUpdateProhibited', 'serverTransferProhibited'];
const ROLES = ['Registrant', 'Admin', 'Tech', 'Zone', 'Billing'];

export const isAddress = (name: string): boolean => /^[\d.]+$|:/.test(name);

export function registrationOf(name: string, day: string): Registration {
  const dataset = createDataset(`registry\n${name}`, name, day);
  const year = Number(day.slice(0, 4));
  const two = (label: string, below: number) => String(1 + dataset.number(label, below)).padStart(2, '0');
  const date = `${two('month', 12)}-${two('day', 28)}T${two('hour', 22)}:${two('minute', 58)}:00Z`;
  const registrar = dataset.pick('registrar', REGISTRARS);
  const site = `${registrar.split(' ')[1]!.toLowerCase()}.example`;
  return {
    id: `${100_000 + dataset.number('id', 900_000)}_DOMAIN-TEST`,
    createdAt: `${1998 + dataset.number('age', 22)}-${date}`,
    updatedAt: `${year - 1}-${date}`,
    expiredAt: `${year + 1 + dataset.number('years', 4)}-${date}`,
    registrar: {
      name: registrar,
      url: `https://www.${site}`,
      email: `abuse@${site}`,
      phone: `+1.5550${1000 + dataset.number('abuse', 9000)}`,
    },
    statuses: ['clientTransferProhibited', dataset.pick('status', STATUSES)],
    contacts: ROLES.map((role) => {
      const phone = `+1.5551${100_000 + dataset.number(`phone ${role}`, 900_000)}`;
      return {
        role,
        name: dataset.pick(`name ${role}`, NAMES),
        organization: `${name.split('.')[0]} trading company`,
        street: `${1 + dataset.number('house', 200)} Sextant Street`,
        city: dataset.pick('city', CITIES),
        state: 'Test State',
        postal: String(10_000 + dataset.number('postal', 89_999)),
        country: dataset.pick('country', ['US', 'DE', 'FR', 'BR']),
        phone,
        fax: `${phone}9`,
        email: `${role.toLowerCase()}@${name}`,
      };
    }),
    nameServers: [`ns1.${name}`, `ns2.${name}`],
  };
}

export function addressBlockOf(address: string, day: string): AddressBlock {
  const dataset = createDataset(`registry\n${address}`, address, day);
  const prefix = address.includes(':') ? address.split(':').slice(0, 2).join(':') : null;
  return {
    range: prefix === null ? [address.replace(/\.\d+$/, '.0'), address.replace(/\.\d+$/, '.255')] : [`${prefix}::`, `${prefix}:ffff::`],
    prefix: prefix === null ? null : `${prefix}::/32`,
    netName: `TEST-NET-${dataset.number('net', 1000)}`,
    holder: `${dataset.pick('holder', CITIES)} Networks`,
    country: dataset.pick('country', ['US', 'DE', 'JP']),
    createdAt: `${2001 + dataset.number('age', 18)}-03-05T10:00:00Z`,
    updatedAt: `${Number(day.slice(0, 4)) - 1}-07-09T12:00:00Z`,
    person: {
      name: dataset.pick('person', NAMES),
      street: `${1 + dataset.number('house', 200)} Sextant Street`,
      phone: '+1 555 0100',
      email: 'noc@networks.example',
    },
  };
}
