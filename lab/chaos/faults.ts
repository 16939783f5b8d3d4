// Carries the planned faults out.

const PAUSE_API_MS = 1500;
const SILENCE_MS = 1800;
const FULL_MS = 1500;
const TRIES = 20;
const AGAIN_MS = 250;

export function createFaults({ random, nodes, server, proxy, load, times, database }) {
  const done = {};
  const of = (role) => nodes.filter((node) => node.role === role && node.running);
  const later = (ms, act) => setTimeout(act, ms);

  const acts = {
    killWorker: () => random.pick(of('worker'))?.signal('SIGKILL'),
    killApi: () => random.pick(of('api'))?.signal('SIGKILL'),
    stopWorker: () => random.pick(of('worker'))?.signal('SIGTERM'),
    pauseWorker: () => random.pick(of('worker'))?.pause(times.lease.seconds * 1600),
    pauseApi: () => random.pick(of('api'))?.pause(PAUSE_API_MS),
    killPostgres: () => {
      server.kill();
      return true;
    },
    /** In the instant a client has heard that its order is safe. */
    killPostgresAtAck: () => {
      load.atNextAck(() => {
        server.kill();
        done.killPostgresAtAck = (done.killPostgresAtAck ?? 0) + 1;
      });
      return false;
    },
    killApiAtAck: () => {
      load.atNextAck(() => {
        for (const api of of('api')) api.signal('SIGKILL');
        done.killApiAtAck = (done.killApiAtAck ?? 0) + 1;
      });
      return false;
    },
    terminateBackend: async () => {
      const client = await server.connect(database);
      const { rowCount } = await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() order by random() limit 2',
      );
      await client.end();
      return rowCount > 0;
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
      // Its victim may be dead just now; those that strike at the next answer count themselves, and those without a disk never will.
      for (let tries = 0; tries < TRIES; tries++) {
        const happened = await Promise.resolve()
          .then(acts[kind])
          .catch(() => undefined);
        if (happened) done[kind] = (done[kind] ?? 0) + 1;
        if (happened || happened === false) return;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    },
  };
}
