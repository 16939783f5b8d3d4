// Servers of the sandbox's domains: a few invented data centres on documentation IP addresses.
import { isIP } from 'node:net';
import type { ServerData } from '../host.ts';
import { createDataset } from './dataset.ts';

const CENTRES = [
  { city: 'Frankfurt am Main', country: 'DE', continent: 'EU', latitude: 50.11, longitude: 8.68 },
  { city: 'Ashburn', country: 'US', continent: 'NA', latitude: 39.04, longitude: -77.49 },
  { city: 'Singapore', country: 'SG', continent: 'AS', latitude: 1.29, longitude: 103.85 },
] as const;
const PROVIDERS = ['Sandbox Hosting', 'Example Cloud', 'Test Networks'];

export function sandboxServer(name: string): ServerData {
  const dataset = createDataset(`server\n${name}`, name, '');
  const ip = isIP(name) === 0 ? `203.0.113.${dataset.number('host', 254) + 1}` : name;
  return {
    ip,
    reverseDNS: `host-${dataset.number('reverse', 9000) + 1000}.hosting.example`,
    ...dataset.pick('centre', CENTRES),
    hostingASN: `AS${64_496 + dataset.number('asn', 16)}`,
    hostingPovider: dataset.pick('provider', PROVIDERS), // misspelt in the contract
  };
}
