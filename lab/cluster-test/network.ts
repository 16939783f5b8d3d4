// A network of hosts on one machine: one namespace with an IP address each, joined by an isolated bridge.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { isRunning, killNow } from '../processes.ts';

/** A range reserved for benchmarks. No host has a route out of it. */
const NET = '198.18.77';
const LAN = 'sextant-lan';

/** IP addresses by the name of the host. */
export type Addresses = Readonly<Record<string, string>>;

const run = (...words: string[]): Buffer => execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
const nameOf = (host: string): string => `sextant-${host}`;

/** Returns why this machine cannot do it, or null. */
export function obstacle(): string | null {
  if (process.platform !== 'linux') return 'network namespaces are a matter of Linux';
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  try {
    run('netns', 'add', nameOf('probe'));
    run('-n', nameOf('probe'), 'link', 'add', 'br0', 'type', 'bridge');
    return null;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer };
    return `network namespaces cannot be made here (${String(stderr ?? message).trim()})`;
  } finally {
    quietly('netns', 'del', nameOf('probe'));
  }
}

function quietly(...words: string[]): void {
  try {
    run(...words);
  } catch {
    // It is gone already.
  }
}

/** Creates the hosts. Returns their IP addresses by name. Networks with other names and hosts can exist at the same time. */
export function layNetwork(hosts: readonly string[], lan = LAN): Addresses {
  tearNetwork(hosts, lan);
  run('netns', 'add', lan);
  run('-n', lan, 'link', 'add', 'br0', 'type', 'bridge');
  run('-n', lan, 'link', 'set', 'br0', 'up');
  const addresses: Record<string, string> = {};
  for (const [index, host] of hosts.entries()) {
    const name = nameOf(host);
    addresses[host] = `${NET}.${index + 10}`;
    run('netns', 'add', name);
    run('-n', lan, 'link', 'add', `port${index}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    run('-n', lan, 'link', 'set', `port${index}`, 'master', 'br0', 'up');
    run('-n', name, 'link', 'set', 'lo', 'up');
    run('-n', name, 'addr', 'add', `${addresses[host]}/24`, 'dev', 'eth0');
    run('-n', name, 'link', 'set', 'eth0', 'up');
  }
  return addresses;
}

export function tearNetwork(hosts: readonly string[], lan = LAN): void {
  for (const host of hosts) quietly('netns', 'del', nameOf(host));
  quietly('netns', 'del', lan);
}

export const NETWORK = `${NET}.0/24`;
export const cutOff = (host: string): Buffer => run('-n', nameOf(host), 'link', 'set', 'eth0', 'down');
export const joinAgain = (host: string): Buffer => run('-n', nameOf(host), 'link', 'set', 'eth0', 'up');

/** A hardware address that no host has. Frames to it are dropped without an error, as by a broken switch. */
const NOWHERE = '02:00:00:00:00:fe';

/** Drops all packets between a host and the others. Every other connection of both sides stays. */
export function separate(host: string, others: readonly string[], addresses: Addresses): void {
  for (const other of others)
    for (const [from, to] of [
      [host, other],
      [other, host],
    ] as const)
      run('-n', nameOf(from), 'neigh', 'replace', addresses[to]!, 'lladdr', NOWHERE, 'nud', 'permanent', 'dev', 'eth0');
}

/** Ends `separate`. */
export function reconnect(host: string, others: readonly string[], addresses: Addresses): void {
  for (const other of others)
    for (const [from, to] of [
      [host, other],
      [other, host],
    ] as const)
      quietly('-n', nameOf(from), 'neigh', 'del', addresses[to]!, 'dev', 'eth0');
}

/** The ids of all processes on a host. */
export const processesOn = (host: string): number[] =>
  execFileSync('ip', ['netns', 'pids', nameOf(host)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map(Number);

/** Ends all processes of a host at once, as when a machine loses power. */
export function killHost(host: string): void {
  for (const pid of processesOn(host)) killNow(pid);
}

/**
 * Runs a program on one of the hosts. The process id is that of the program. `ip netns exec` would replace `/sys`, and
 * with it the CPU groups.
 */
export const spawnOn = (host: string, words: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn('nsenter', [`--net=/run/netns/${nameOf(host)}`, '--', ...words], options);

/** Slows a process down by pausing it for a part of every second. Returns a function that ends this. */
export function slowDown(child: ChildProcess, share: number): () => void {
  const signal = (name: NodeJS.Signals): void => {
    if (isRunning(child)) child.kill(name);
  };
  const timer = setInterval(() => {
    signal('SIGSTOP');
    setTimeout(() => signal('SIGCONT'), 1000 * share);
  }, 1000);
  return () => {
    clearInterval(timer);
    setTimeout(() => signal('SIGCONT'), 1000 * share + 100);
  };
}
