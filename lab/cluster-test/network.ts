// A network of hosts on one machine: one namespace with an IP address each, joined by an isolated bridge.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { isRunning } from '../processes.ts';

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

/** Creates the hosts. Returns their IP addresses by name. */
export function layNetwork(hosts: readonly string[]): Addresses {
  tearNetwork(hosts);
  run('netns', 'add', LAN);
  run('-n', LAN, 'link', 'add', 'br0', 'type', 'bridge');
  run('-n', LAN, 'link', 'set', 'br0', 'up');
  const addresses: Record<string, string> = {};
  for (const [index, host] of hosts.entries()) {
    const name = nameOf(host);
    addresses[host] = `${NET}.${index + 10}`;
    run('netns', 'add', name);
    run('-n', LAN, 'link', 'add', `port${index}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    run('-n', LAN, 'link', 'set', `port${index}`, 'master', 'br0', 'up');
    run('-n', name, 'link', 'set', 'lo', 'up');
    run('-n', name, 'addr', 'add', `${addresses[host]}/24`, 'dev', 'eth0');
    run('-n', name, 'link', 'set', 'eth0', 'up');
  }
  return addresses;
}

export function tearNetwork(hosts: readonly string[]): void {
  for (const host of hosts) quietly('netns', 'del', nameOf(host));
  quietly('netns', 'del', LAN);
}

export const NETWORK = `${NET}.0/24`;
export const cutOff = (host: string): Buffer => run('-n', nameOf(host), 'link', 'set', 'eth0', 'down');
export const joinAgain = (host: string): Buffer => run('-n', nameOf(host), 'link', 'set', 'eth0', 'up');

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
