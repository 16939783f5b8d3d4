// Registers this process in the fleet: its node, role and version, and its settings without their secrets.
import { createHash, createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import { type Registration, type RegistrationParts, type ReportedSources, registerProcess } from '../business/fleet/registration.ts';
import { KEY_PEPPER, type ReportedSettings, SETTINGS_PER_NODE } from '../business/fleet/settings.ts';
import { type Config, SETTINGS } from '../config.ts';
import type { ProcessRole } from '../contract/fleet.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Setting } from '../setting.ts';
import { VERSION } from './installation.ts';
import { readKept, type Secrets, secretsFile } from './secrets.ts';
import { shownSetting } from './settings.ts';
import type { SourceAccess } from './source-access.ts';

const NODE_NAME_LENGTH_MAX = 63;
const DIGEST_LENGTH = 16;

export interface FleetParts extends Pick<RegistrationParts, 'jobs' | 'sources'> {
  readonly db: Db;
  readonly config: Config;
  readonly log: Log;
  readonly role: ProcessRole;
  /** See `digestKeyOf`. Null: secrets are not compared. */
  readonly digestKey: string | null;
  readonly labels?: readonly string[];
}

export const joinFleet = ({ db, config, log, role, digestKey, labels = [], jobs, sources }: FleetParts): Promise<Registration> =>
  registerProcess({
    db,
    details: {
      node: nodeNameOf(config),
      role,
      version: VERSION,
      labels,
      concurrency: jobs ? config.WORKER_CONCURRENCY : null,
      settings: reportSettings(config, digestKey),
    },
    ...(jobs ? { jobs } : {}),
    ...(sources ? { sources } : {}),
    onError: (error) => log.warn('process registration failed', { error }),
  });

/** What a process with these sources reports to the fleet, and what it follows. */
export const reportedSources = ({ circuits, disabledSources }: Pick<SourceAccess, 'circuits' | 'disabledSources'>): ReportedSources => ({
  cooldowns: () => {
    const reasons = circuits.openReasons();
    return [...circuits.openCircuits()].map(([circuit, seconds]) => [circuit, seconds, reasons.get(circuit) ?? '']);
  },
  onDisabled: disabledSources.set,
});

/** Host names may have characters that a node name has not. */
export function nodeNameOf(config: Pick<Config, 'NODE_NAME'>, host = hostname()): string {
  const name = host.replace(/[^A-Za-z0-9._-]/g, '-').replace(/^[._-]+/, '');
  return config.NODE_NAME ?? (name.slice(0, NODE_NAME_LENGTH_MAX) || 'node');
}

/**
 * Returns the key for digests of secrets. It is derived from the pepper, which is not in the database, so nobody can test
 * guesses against the digests. Children of a start receive the key and not the pepper.
 */
export const digestKeyOf = ({ keyPepper }: Pick<Secrets, 'keyPepper'>): string =>
  createHmac('sha256', keyPepper).update('sextant fleet digests').digest('base64url');

/** The key of a worker that the operator started. Null when the machine has no pepper. */
export function ownDigestKey(config: Config): string | null {
  const stored = readKept(secretsFile(config));
  const keyPepper = config.KEY_PEPPER ?? (stored === 'damaged' ? undefined : stored.keyPepper);
  return keyPepper === undefined ? null : digestKeyOf({ keyPepper });
}

export function reportSettings(config: Config, digestKey: string | null): ReportedSettings {
  const plain: Record<string, string> = {};
  // The key itself identifies the pepper, which may be in a file and not in the settings.
  const secrets: Record<string, string> = digestKey === null ? {} : { [KEY_PEPPER]: digestOf(KEY_PEPPER, '', digestKey) };
  for (const [name, { fallback, secret }] of Object.entries(SETTINGS as Record<string, Setting<unknown>>)) {
    const value = JSON.stringify(config[name as keyof typeof SETTINGS]);
    if (value === JSON.stringify(fallback) || name === KEY_PEPPER) continue;
    const { text, hasCredentials } = shownSetting(config[name as keyof typeof SETTINGS]);
    if (!secret && !hasCredentials) plain[name] = text ?? 'empty';
    else if (digestKey !== null && !SETTINGS_PER_NODE.has(name)) secrets[name] = digestOf(name, value, digestKey);
  }
  const compared = Object.entries(plain).filter(([name]) => !SETTINGS_PER_NODE.has(name));
  const digest = createHash('sha256')
    .update(JSON.stringify([compared, secrets]))
    .digest('hex')
    .slice(0, DIGEST_LENGTH);
  return { digest, plain, secrets: digestKey === null ? null : secrets };
}

const digestOf = (name: string, value: string, key: string): string =>
  createHmac('sha256', key).update(`${name}\n${value}`).digest('hex').slice(0, DIGEST_LENGTH);
