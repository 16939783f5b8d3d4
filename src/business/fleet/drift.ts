// Drift between nodes: different versions and settings, wrong clocks, and processes without a heartbeat.
import type { FleetWarning, ProcessRole } from '../../contract/fleet.ts';
import { KEY_PEPPER, SETTINGS_OF_API, SETTINGS_PER_NODE } from './settings.ts';

export interface ComparedProcess {
  readonly node: string;
  readonly role: ProcessRole;
  readonly version: string;
  readonly seenSeconds: number;
  readonly silent: boolean;
  readonly clockSkewMs: number | null;
  readonly plain: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>> | null;
}

/** Signatures and expiry times depend on the clock. */
const SKEW_MS_MAX = 2000;
const VALUE_LENGTH_MAX = 60;

const distinct = (names: Iterable<string>): string[] => [...new Set(names)].sort();
const nodesOf = (processes: readonly ComparedProcess[]): string[] => distinct(processes.map(({ node }) => node));
const listed = (names: readonly string[]): string => names.join(', ');
const shortened = (value: string): string => (value.length > VALUE_LENGTH_MAX ? `${value.slice(0, VALUE_LENGTH_MAX)}…` : value);
const minutes = (seconds: number): string => (seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`);

function groupBy(processes: readonly ComparedProcess[], keyOf: (process: ComparedProcess) => string): Map<string, ComparedProcess[]> {
  const groups = new Map<string, ComparedProcess[]>();
  for (const process of processes) groups.set(keyOf(process), [...(groups.get(keyOf(process)) ?? []), process]);
  return groups;
}

/** Silent processes are reported as such and not compared. */
export function warningsOf(processes: readonly ComparedProcess[]): FleetWarning[] {
  const present = processes.filter(({ silent }) => !silent);
  return [
    ...silentNodes(processes.filter(({ silent }) => silent)),
    ...differentVersions(present),
    ...wrongClocks(present),
    ...differentSettings(present),
    ...differentSecrets(present),
  ];
}

function silentNodes(silent: readonly ComparedProcess[]): FleetWarning[] {
  return [...groupBy(silent, ({ node }) => node)].map(([node, group]) => {
    const since = minutes(Math.min(...group.map(({ seenSeconds }) => seenSeconds)));
    const which = group.length === 1 ? `A process (${group[0]!.role}) of ${node} has` : `${group.length} processes of ${node} have`;
    return { kind: 'silent', setting: null, nodes: [node], message: `${which} sent no heartbeat for ${since}.` };
  });
}

function differentVersions(present: readonly ComparedProcess[]): FleetWarning[] {
  const groups = groupBy(present, ({ version }) => version);
  if (groups.size < 2) return [];
  const parts = [...groups].map(([version, group]) => `${version} on ${listed(nodesOf(group))}`);
  return [{ kind: 'version', setting: null, nodes: nodesOf(present), message: `Different versions: ${parts.sort().join('; ')}.` }];
}

function wrongClocks(present: readonly ComparedProcess[]): FleetWarning[] {
  const wrong = present.filter(({ clockSkewMs }) => Math.abs(clockSkewMs ?? 0) > SKEW_MS_MAX);
  return [...groupBy(wrong, ({ node }) => node)].map(([node, [first]]) => {
    const skew = first!.clockSkewMs!;
    const seconds = (Math.abs(skew) / 1000).toFixed(1);
    const message = `The clock of ${node} is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the database’s. Enable NTP.`;
    return { kind: 'clock', setting: null, nodes: [node], message };
  });
}

const compares = (setting: string, role: ProcessRole): boolean => role !== 'worker' || !SETTINGS_OF_API.has(setting);

function differentSettings(present: readonly ComparedProcess[]): FleetWarning[] {
  const names = distinct(present.flatMap(({ plain }) => Object.keys(plain))).filter((name) => !SETTINGS_PER_NODE.has(name));
  return names.flatMap((setting) => {
    const compared = present.filter(({ role }) => compares(setting, role));
    const groups = groupBy(compared, ({ plain }) => plain[setting] ?? '');
    if (groups.size < 2) return [];
    const parts = [...groups].map(([value, group]) => `${value === '' ? 'the default' : shortened(value)} on ${listed(nodesOf(group))}`);
    return [{ kind: 'setting', setting, nodes: nodesOf(compared), message: `${setting} differs: ${parts.join('; ')}.` }];
  });
}

/** Digests are comparable only under the same pepper. A process without one has no digests. */
function differentSecrets(present: readonly ComparedProcess[]): FleetWarning[] {
  const known = present.filter(({ secrets }) => secrets !== null);
  const byPepper = groupBy(known, ({ secrets }) => secrets![KEY_PEPPER] ?? '');
  const differs = (setting: string, groups: Iterable<readonly ComparedProcess[]>): FleetWarning => {
    const parts = [...groups].map((group) => listed(nodesOf(group)));
    const nodes = distinct([...groups].flatMap(nodesOf));
    return { kind: 'setting', setting, nodes, message: `${setting} (secret) differs: ${parts.join(' / ')}.` };
  };
  const others = [...byPepper.values()].flatMap((group) => {
    const names = distinct(group.flatMap(({ secrets }) => Object.keys(secrets!)));
    return names
      .filter((name) => name !== KEY_PEPPER && !SETTINGS_PER_NODE.has(name))
      .flatMap((setting) => {
        const compared = group.filter(({ role }) => compares(setting, role));
        const groups = groupBy(compared, ({ secrets }) => secrets![setting] ?? '');
        return groups.size < 2 ? [] : [differs(setting, [...groups.values()])];
      });
  });
  return [...(byPepper.size > 1 ? [differs(KEY_PEPPER, [...byPepper.values()])] : []), ...others];
}
