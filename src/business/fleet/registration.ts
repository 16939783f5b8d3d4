// Registers a process in the table `processes`: a heartbeat with its load every 5 s, which also
// returns whether its node is drained and which sources are switched off.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CANARIES_ACTOR } from '../../contract/canaries.ts';
import type { ProcessRole } from '../../contract/fleet.ts';
import type { Db } from '../../platform/db.ts';
import type { ReportedSettings } from './settings.ts';

export interface ProcessDetails {
  readonly node: string;
  readonly role: ProcessRole;
  readonly version: string;
  readonly labels: readonly string[];
  /** Jobs at once; null for processes that run no jobs. */
  readonly concurrency: number | null;
  readonly settings: ReportedSettings;
}

/** The jobs of a worker. */
export interface WorkerJobs {
  running(): number;
  /** A claim that has begun may still return jobs. */
  isClaiming(): boolean;
  /** Estimated time until all running jobs have ended. */
  secondsLeft(): number;
}

/** An open circuit: `engine/mode/source`, remaining seconds, reason. */
export type ReportedCooldown = readonly [circuit: string, seconds: number, reason: string];

/** The sources of a process that queries them. */
export interface ReportedSources {
  cooldowns(): readonly ReportedCooldown[];
  /** Receives the sources that operators switched off, with every heartbeat. */
  onDisabled(sources: readonly (readonly [engine: string, source: string, exact?: boolean])[]): void;
}

export interface RegistrationParts {
  /** Statements use the monitoring connection, so they never wait behind requests and jobs. */
  readonly db: Pick<Db, 'queryMonitoring'>;
  readonly details: ProcessDetails;
  readonly jobs?: WorkerJobs;
  readonly sources?: ReportedSources;
  readonly heartbeatMs?: number;
  readonly onError: (error: unknown) => void;
}

export interface Registration {
  /** The operator drains this node, as of the last heartbeat. */
  isDraining(): boolean;
  /** Reports at once that this process ends within the given time. */
  reportShutdown(secondsMax: number): Promise<void>;
  /** Removes the process from the table. */
  end(): Promise<void>;
}

const HEARTBEAT_MS = 5000;
/** Keeps the row small when every source of every engine is blocked. */
const COOLDOWNS_MAX = 200;
/** An unavailable database must not delay the end of a process. */
const REMOVE_MS_MAX = 2000;

const REGISTER = {
  name: 'process_register',
  text: `insert into processes (id, node, role, version, pid, started_at, labels, concurrency, settings_digest, settings, secrets)
    select $1, $2, $3, $4, $5, now() - make_interval(secs => $6), $7, $8, $9, $10, $11 from set_config('synchronous_commit', 'off', true)
    on conflict (id) do nothing`,
};
/** Does not wait for the disk: after a server crash the next heartbeat repairs the row. */
const HEARTBEAT = {
  name: 'process_heartbeat',
  text: `with beat as (
      update processes set seen_at = now(), skew_ms = $2, running = $3, cpu_share = $4, memory_mb = $5,
        draining_since = case when $6 then coalesce(draining_since, now()) end, drain_seconds = $7, cooldowns = $9
      where id = $1 returning id
    )
    select extract(epoch from clock_timestamp())::double precision * 1000 as at, beat.id is not null as known,
      exists (select from drained_nodes where node = $8) as drained,
      (select coalesce(json_agg(case set_by when '${CANARIES_ACTOR}' then json_build_array(engine, source, true) else json_build_array(engine, source) end), '[]')
        from disabled_sources) as disabled
    from set_config('synchronous_commit', 'off', true) left join beat on true`,
};
interface HeartbeatReply {
  readonly at: number;
  readonly known: boolean;
  readonly drained: boolean;
  /** JSON of lists: engine, source, and whether the name stands for itself only. */
  readonly disabled: string;
}
const REMOVE = { name: 'process_remove', text: 'delete from processes where id = $1' };

/** Resolves after the first heartbeat. Errors are reported and never thrown: the service works without this table. */
export async function registerProcess(parts: RegistrationParts): Promise<Registration> {
  const { db, details, jobs, sources } = parts;
  const id = randomBytes(9).toString('base64url');
  const measureCpu = cpuMeter();
  let skewMs: number | null = null;
  let isDrained = false;
  let shutdownAt: number | null = null;
  let hasStopped = false;
  let ended = false;
  let failing = false;

  const register = async (): Promise<void> => {
    const { node, role, version, labels, concurrency, settings } = details;
    const { digest, plain, secrets } = settings;
    const texts = [digest, JSON.stringify(plain), secrets === null ? null : JSON.stringify(secrets)];
    await db.queryMonitoring(REGISTER, [id, node, role, version, process.pid, process.uptime(), labels, concurrency, ...texts]);
  };
  /** Whether no more jobs can arrive: no claim begins during a drain, and the last one has returned. */
  const checkStopped = (): boolean => {
    const isDraining = isDrained || shutdownAt !== null;
    hasStopped = isDraining && (hasStopped || !jobs?.isClaiming());
    return hasStopped;
  };
  const secondsLeft = (): number | null => {
    if (!hasStopped) return null;
    if (shutdownAt === null) return Math.ceil(jobs?.secondsLeft() ?? 0);
    const untilEnd = Math.max(0, (shutdownAt - performance.now()) / 1000);
    return Math.ceil(Math.min(jobs?.secondsLeft() ?? untilEnd, untilEnd));
  };
  /** Returns false when the row does not exist. */
  const report = async (): Promise<boolean> => {
    const megabytes = Math.round(process.memoryUsage.rss() / 1_048_576);
    const cooldowns = sources ? JSON.stringify(sources.cooldowns().slice(0, COOLDOWNS_MAX)) : null;
    const values = [id, skewMs, jobs?.running() ?? null, measureCpu(), megabytes, checkStopped(), secondsLeft(), details.node, cooldowns];
    const before = Date.now();
    const [row] = await db.queryMonitoring<HeartbeatReply>(HEARTBEAT, values);
    skewMs = skewBetween(before, row!.at, Date.now());
    isDrained = row!.drained;
    sources?.onDisabled(JSON.parse(row!.disabled) as [string, string, true?][]);
    return row!.known;
  };
  /** A row can be missing at the start, and after an hour without a heartbeat. */
  const reportOrRegister = async (): Promise<void> => {
    const wasDrained = isDrained;
    try {
      const isKnown = await report();
      if (!isKnown && !ended) await register();
      // The operator sees at once that a process is new or has noticed a drain.
      if (!isKnown || isDrained !== wasDrained) await report();
      failing = false;
    } catch (error) {
      if (!failing) parts.onError(error);
      failing = true;
    }
  };

  let current: Promise<void> | null = null;
  const beat = (): Promise<void> => {
    current ??= reportOrRegister().finally(() => {
      current = null;
    });
    return current;
  };
  await beat();
  const timer = setInterval(() => void beat(), parts.heartbeatMs ?? HEARTBEAT_MS);
  timer.unref();
  return {
    isDraining: () => isDrained,
    reportShutdown: async (secondsMax) => {
      shutdownAt = performance.now() + secondsMax * 1000;
      await current;
      await beat();
    },
    end: async () => {
      ended = true;
      clearInterval(timer);
      const remove = async (): Promise<unknown> => {
        await current;
        return db.queryMonitoring(REMOVE, [id]).catch(() => undefined);
      };
      await Promise.race([remove(), sleep(REMOVE_MS_MAX, undefined, { ref: false })]);
    },
  };
}

/** How far our clock is certainly ahead. The database read its clock between `before` and `after`, so a slow response proves nothing. */
function skewBetween(before: number, at: number, after: number): number {
  if (at < before) return Math.round(before - at);
  return at > after ? Math.round(after - at) : 0;
}

/** Returns the used share of one core since the previous call. */
function cpuMeter(): () => number {
  let [lastMs, lastCpuMs] = [0, 0];
  return () => {
    const { user, system } = process.cpuUsage();
    const [now, cpuMs] = [performance.now(), (user + system) / 1000];
    const share = (cpuMs - lastCpuMs) / Math.max(1, now - lastMs);
    [lastMs, lastCpuMs] = [now, cpuMs];
    return Math.round(share * 1000) / 1000;
  };
}
