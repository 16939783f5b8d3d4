// The licences of all packages that an installation brings with it.
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Licences that allow use and redistribution without conditions on our own code. Each means: keep the notice. */
export const ALLOWED_LICENCES: readonly string[] = [
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'MIT OR Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'MPL-2.0',
];

export interface LicenceCount {
  readonly licence: string;
  readonly packages: number;
}

/** Production packages by licence, and one sentence per package whose licence is not allowed. */
export function checkLicences(root: string): { readonly counts: readonly LicenceCount[]; readonly problems: readonly string[] } {
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages as Record<string, Locked>;
  const counts = new Map<string, number>();
  const problems: string[] = [];
  for (const [place, { version, license = 'none', dev, link }] of Object.entries(locked)) {
    if (dev || link || !place.includes('node_modules/')) continue;
    counts.set(license, (counts.get(license) ?? 0) + 1);
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!ALLOWED_LICENCES.includes(license))
      problems.push(`${name}@${version} has the licence ${license}, which is not in the allowed list.`);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return { counts: sorted.map(([licence, packages]) => ({ licence, packages })), problems };
}
