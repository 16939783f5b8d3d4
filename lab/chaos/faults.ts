// Carries out the planned faults.

import type { Random } from '../random.ts';
import { sleep } from '../wait.ts';
import type { ChaosEnvironment } from './environment.ts';
import type { Times } from './failpoints.ts';
import type { ChaosLoad } from './load.ts';
import type { ChaosNode, Role } from './nodes.ts';
import type { FaultKind } from './plan.ts';
import type { ChaosServer } from './server.ts';

const PAUSE_API_MS = 1500;
const SILENCE_MS = 1800;
const FULL_MS = 1500;
const TRIES = 20;
const AGAIN_MS = 250;

interface FaultParts extends Pick<ChaosEnvironment, 'nodes' | 'proxy' | 'database'> {
  readonly random: Random;
  readonly server: ChaosServer;
  readonly load: ChaosLoad;
  readonly times: Times;
}

export type FaultCounts = Partial<Record<FaultKind, number>>;

export interface Faults {
  readonly done: FaultCounts;
  apply(kind: FaultKind): Promise<void>;
}

export function createFaults({ random, nodes, server, proxy, load, times, database }: FaultParts): Faults {
  const done: FaultCounts = {};
  const of = (role: Role): ChaosNode[] => nodes.filter((node) => node.role === role && node.running);
  const later = (ms: number, act: () => void): void => void setTimeout(act, ms);
  /** None when all of them are dead. */
  const one = (role: Role): ChaosNode | undefined => random.pick<ChaosNode | undefined>(of(role));

  const waiting = new Set<FaultKind>();
  /** The fault counts when the next order is acknowledged. One that still waits is not added again. */
  const atNextAck = (kind: FaultKind, act: () => void): false => {
    if (waiting.has(kind)) return false;
    waiting.add(kind);
    load.atNextAck(() => {
      waiting.delete(kind);
      act();
      done[kind] = (done[kind] ?? 0) + 1;
    });
    return false;
  };

  /** True when it happened, false when it will happen later or never, undefined when there is no target now. */
  const acts: Readonly<Record<FaultKind, () => boolean | undefined | Promise<boolean | undefined>>> = {
    killWorker: () => one('worker')?.signal('SIGKILL') || undefined,
    killApi: () => one('api')?.signal('SIGKILL') || undefined,
    stopWorker: () => one('worker')?.signal('SIGTERM') || undefined,
    pauseWorker: () => one('worker')?.pause(times.lease.seconds * 1600) || undefined,
    pauseApi: () => one('api')?.pause(PAUSE_API_MS) || undefined,
    killPostgres: () => {
      server.kill();
      return true;
    },
    /** As soon as a client has read that its order was accepted. */
    killPostgresAtAck: () => atNextAck('killPostgresAtAck', server.kill),
    killApiAtAck: () =>
      atNextAck('killApiAtAck', () => {
        for (const api of of('api')) api.signal('SIGKILL');
      }),
    terminateBackend: async () => {
      const client = await server.connect(database);
      const { rowCount } = await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() order by random() limit 2',
      );
      await client.end();
      return (rowCount ?? 0) > 0;
    },
    cut: () => {
      proxy.cut(0.5, random);
      return true;
    },
    swallow: () => {
      proxy.swallowAnswers(3);
      return true;
    },
    silence: () => {
      proxy.setSilent(true);
      later(SILENCE_MS, () => proxy.setSilent(false));
      return true;
    },
    fillDisk: () => {
      if (!server.hasDisk) return false;
      server.fillDisk();
      later(FULL_MS, server.freeDisk);
      return true;
    },
  };

  return {
    done,
    apply: async (kind) => {
      // The target may be dead now, so try again. Faults that wait for the next answer count themselves.
      for (let attempts = 0; attempts < TRIES; attempts++) {
        const happened = await Promise.resolve()
          .then(acts[kind])
          .catch(() => undefined);
        if (happened) done[kind] = (done[kind] ?? 0) + 1;
        if (happened || happened === false) return;
        await sleep(AGAIN_MS);
      }
    },
  };
}
