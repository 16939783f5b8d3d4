// The processes of the database cluster: etcd, Patroni with PostgreSQL on three hosts, and HAProxy.
import type { ChildProcess } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { type Addresses, cutOff, joinAgain, killHost, reconnect, separate, spawnOn } from '../cluster-test/network.ts';
import { isRunning } from '../processes.ts';
import { type AgentTimes, balancerFile, dataFolder, ETCD_PORT, patroniFile } from './configuration.ts';
import { BALANCER, DATABASES, ETCD } from './hosts.ts';
import { asUser, type Tools } from './tools.ts';

export interface AgentParts {
  /** Has one folder for each host, which belongs to the user of PostgreSQL. */
  readonly folder: string;
  readonly addresses: Addresses;
  readonly tools: Tools;
  readonly times: AgentTimes;
}

export interface Agents {
  /** The data folder of the PostgreSQL on this host. */
  dataOf(host: string): string;
  startAll(): void;
  /** Ends the agent and PostgreSQL without warning. */
  kill(host: string): void;
  killEtcd(): void;
  startEtcd(): void;
  /** The agent stops running; its PostgreSQL continues. */
  pauseAgent(host: string): void;
  resumeAgent(host: string): void;
  /** Cuts a database host off from etcd and the other database hosts. Clients still reach it. */
  cutFromCluster(host: string): void;
  cutFromAll(host: string): void;
  fillDisk(host: string): void;
  /** Ends all faults and starts everything that does not run. */
  restore(): void;
  /** The last lines that an agent printed. */
  logOf(host: string): string;
}

export function createAgents({ folder, addresses, tools, times }: AgentParts): Agents {
  const children = new Map<string, ChildProcess>();
  const homeOf = (host: string): string => path.join(folder, host);
  /** Not on the disk of the host, which may be full. */
  const logFile = (host: string): string => path.join(folder, `${host}.log`);
  const cut = new Set<string>();

  const start = (host: string, words: readonly string[]): void => {
    const last = children.get(host);
    if (last && isRunning(last)) return;
    const log = openSync(logFile(host), 'a');
    children.set(
      host,
      spawnOn(host, asUser(...words), {
        stdio: ['ignore', log, log],
        cwd: homeOf(host),
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
      }),
    );
    closeSync(log);
  };
  /** Writes a file that only the user of PostgreSQL can read. */
  const write = (host: string, name: string, text: string): string => {
    const file = path.join(homeOf(host), name);
    const { uid, gid } = statSync(homeOf(host));
    writeFileSync(file, text, { mode: 0o600 });
    chownSync(file, uid, gid);
    return file;
  };
  const startEtcd = (): void => {
    const url = `http://${addresses[ETCD]}:${ETCD_PORT}`;
    start(ETCD, [tools.etcd, '--data-dir', path.join(homeOf(ETCD), 'data'), '--listen-client-urls', url, '--advertise-client-urls', url]);
  };
  const startMember = (host: string): void => {
    const home = homeOf(host);
    start(host, [tools.patroni, write(host, 'patroni.yml', patroniFile({ host, home, addresses, times, tools }))]);
  };
  const startBalancer = (): void => start(BALANCER, [tools.haproxy, '-db', '-f', write(BALANCER, 'haproxy.cfg', balancerFile(addresses))]);
  const startAll = (): void => {
    startEtcd();
    for (const host of DATABASES) startMember(host);
    startBalancer();
  };
  const others = (host: string): string[] => [ETCD, ...DATABASES.filter((other) => other !== host)];
  const filler = (host: string): string => path.join(homeOf(host), 'filler');

  return {
    dataOf: (host) => dataFolder(homeOf(host)),
    startAll,
    kill: killHost,
    killEtcd: () => killHost(ETCD),
    startEtcd,
    pauseAgent: (host) => void children.get(host)?.kill('SIGSTOP'),
    resumeAgent: (host) => void children.get(host)?.kill('SIGCONT'),
    cutFromCluster: (host) => separate(host, others(host), addresses),
    cutFromAll: (host) => {
      cut.add(host);
      cutOff(host);
    },
    fillDisk: (host) => {
      const file = openSync(filler(host), 'w');
      for (const size of [1 << 20, 1 << 12]) {
        try {
          for (;;) writeSync(file, Buffer.alloc(size, 1));
        } catch {
          // No chunk of this size fits any more.
        }
      }
      closeSync(file);
    },
    restore: () => {
      for (const host of DATABASES) {
        rmSync(filler(host), { force: true });
        if (cut.delete(host)) joinAgain(host);
        reconnect(host, others(host), addresses);
        children.get(host)?.kill('SIGCONT');
      }
      startAll();
    },
    logOf: (host) => readFileSync(logFile(host), 'utf8').slice(-1500),
  };
}

/** Creates the folder of each host. The databases and etcd get a small disk in memory, which a fault can fill. */
export function prepareFolders(
  folder: string,
  owner: { readonly uid: number; readonly gid: number },
  mount: (folder: string) => void,
): void {
  for (const host of [...DATABASES, ETCD, BALANCER]) {
    const home = path.join(folder, host);
    mkdirSync(home);
    if (host !== BALANCER) mount(home);
    chownSync(home, owner.uid, owner.gid);
  }
}
