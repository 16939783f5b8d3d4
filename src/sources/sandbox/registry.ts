// Every registry of the test world: WHOIS texts of any name, and of public addresses.
import type { SandboxAnswer, SandboxRequest, SandboxSite } from './site.ts';
import { createWorld, type World } from './world.ts';

const text = (body: string, status = 200): SandboxAnswer => ({ status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body });
const NAMES = ['Ada Vale', 'Ben Harrow', 'Cleo Finch', 'Dan Marsh', 'Eva Quill', 'Finn Wade'];
const CITIES = ['Harbourtown', 'Lanternfield', 'Quaywick', 'Compass Bay'];
const REGISTRARS = ['Meridian Names Ltd', 'Beacon Domains Inc.', 'Anchor Registrations GmbH'];
const STATUSES = ['clientDeleteProhibited', 'clientUpdateProhibited', 'serverTransferProhibited'];

export const registry: SandboxSite = {
  name: 'registry',
  serves: (url) => url.protocol === 'whois:',
  keywordOf: nameIn,

  results(request, world) {
    const name = nameIn(request);
    if (/(?:^|\.)unreachable-/.test(name)) return text('', 599);
    if (request.url.hostname === 'whois.iana.org') return text(referral(name));
    if (/(?:^|\.)unregistered-/.test(name)) return free(name, world);
    return text(/^[\d.]+$|:/.test(name) ? addressRecord(name, world) : domainRecord(name, world));
  },

  noResults: (request, world) =>
    request.url.hostname === 'whois.iana.org' ? registry.results(request, world) : free(nameIn(request), world),
  wall: () => text('% Query limit exceeded. Please try again later.\r\n'),
};

/** The name at the end of the question; servers want different words before it. */
function nameIn(request: SandboxRequest): string {
  let question = request.url.pathname.replace(/^\/+/, '');
  for (let rounds = 0; rounds < 2 && question.includes('%'); rounds++) question = decode(question);
  return (question.trim().split(/\s+/).at(-1) ?? '').replace(/\/e$/, '').toLowerCase();
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const footer = (world: World): string =>
  `>>> Last update of whois database: ${world.day}T00:00:00Z <<<\r\n\r\nNOTICE: This record stands in the test world and describes nobody.\r\n`;
const referral = (name: string): string =>
  `% IANA WHOIS server\r\n\r\nrefer:        whois.registry.example\r\n\r\ndomain:       ${name.split('.').at(-1)!.toUpperCase()}\r\n`;
const free = (name: string, world: World): SandboxAnswer => text(`No match for "${name.toUpperCase()}".\r\n${footer(world)}`);

function domainRecord(name: string, { day }: World): string {
  const world = createWorld(`registry\n${name}`, name, day);
  const year = Number(day.slice(0, 4));
  const two = (label: string, below: number) => String(1 + world.number(label, below)).padStart(2, '0');
  const date = `${two('month', 12)}-${two('day', 28)}T${two('hour', 22)}:${two('minute', 58)}:00Z`;
  const registrar = world.pick('registrar', REGISTRARS);
  const site = `${registrar.split(' ')[1]!.toLowerCase()}.example`;
  return [
    `Domain Name: ${name.toUpperCase()}`,
    `Registry Domain ID: ${100_000 + world.number('id', 900_000)}_DOMAIN-TEST`,
    `Registrar URL: https://www.${site}`,
    `Updated Date: ${year - 1}-${date}`,
    `Creation Date: ${1998 + world.number('age', 22)}-${date}`,
    `Registry Expiry Date: ${year + 1 + world.number('years', 4)}-${date}`,
    `Registrar: ${registrar}`,
    `Registrar Abuse Contact Email: abuse@${site}`,
    `Registrar Abuse Contact Phone: +1.5550${1000 + world.number('abuse', 9000)}`,
    `Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited`,
    `Domain Status: ${world.pick('status', STATUSES)} https://icann.org/epp#${world.pick('status', STATUSES)}`,
    ...['Registrant', 'Admin', 'Tech', 'Zone', 'Billing'].flatMap((role) => contactLines(role, name, world)),
    `Name Server: NS1.${name.toUpperCase()}`,
    `Name Server: NS2.${name.toUpperCase()}`,
    'DNSSEC: unsigned',
    footer(world),
  ].join('\r\n');
}

function contactLines(role: string, name: string, world: World): string[] {
  const phone = `+1.5551${100_000 + world.number(`phone ${role}`, 900_000)}`;
  return [
    `${role} Name: ${world.pick(`name ${role}`, NAMES)}`,
    `${role} Organization: ${name.split('.')[0]} trading company`,
    `${role} Street: ${1 + world.number('house', 200)} Sextant Street`,
    `${role} City: ${world.pick('city', CITIES)}`,
    `${role} State/Province: Test State`,
    `${role} Postal Code: ${10_000 + world.number('postal', 89_999)}`,
    `${role} Country: ${world.pick('country', ['US', 'DE', 'FR', 'BR'])}`,
    `${role} Phone: ${phone}`,
    `${role} Fax: ${phone}9`,
    `${role} Email: ${role.toLowerCase()}@${name}`,
  ];
}

/** In the style of the regional registries: a block, who holds it, and whom to write to. */
function addressRecord(name: string, { day }: World): string {
  const world = createWorld(`registry\n${name}`, name, day);
  const holder = `${world.pick('holder', CITIES)} Networks`;
  const range = name.includes(':')
    ? `inet6num:       ${name.split(':').slice(0, 2).join(':')}::/32`
    : `inetnum:        ${name.replace(/\.\d+$/, '.0')} - ${name.replace(/\.\d+$/, '.255')}`;
  return [
    '% This is the address registry of the test world.',
    '',
    range,
    `netname:        TEST-NET-${world.number('net', 1000)}`,
    `descr:          ${holder}`,
    `country:        ${world.pick('country', ['US', 'DE', 'JP'])}`,
    'admin-c:        AV1-TEST',
    'tech-c:         AV1-TEST',
    'status:         ASSIGNED PA',
    `created:        ${2001 + world.number('age', 18)}-03-05T10:00:00Z`,
    `last-modified:  ${Number(day.slice(0, 4)) - 1}-07-09T12:00:00Z`,
    'source:         TEST',
    '',
    `person:         ${world.pick('person', NAMES)}`,
    `address:        ${1 + world.number('house', 200)} Sextant Street`,
    'phone:          +1 555 0100',
    'e-mail:         noc@networks.example',
    'nic-hdl:        AV1-TEST',
    'source:         TEST',
    '',
  ].join('\r\n');
}
