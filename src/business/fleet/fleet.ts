// The fleet as the operator sees it: nodes with their processes and warnings. Drains and resumes nodes.
import { toDateTime } from '../../contract/dates.ts';
import type { Fleet, FleetNode, FleetProcess, ProcessRole } from '../../contract/fleet.ts';
import type { Db } from '../../platform/db.ts';
import type { Audit } from '../accounts/audit.ts';
import { type ComparedProcess, warningsOf } from './drift.ts';

export interface FleetAccess {
  read(): Promise<Fleet>;
  /** Returns the node, or null when it does not exist. A repeated drain changes nothing. */
  drain(node: string, by?: string): Promise<FleetNode | null>;
  resume(node: string, by?: string): Promise<FleetNode | null>;
}

/** Twelve missed heartbeats. */
const SILENT_SECONDS = 60;

const READ = {
  name: 'fleet_read',
  text: `select now() as at, coalesce(p.node, d.node) as node, d.since as drained_since, p.id, p.pid, p.role, p.version, p.started_at,
      extract(epoch from now() - p.seen_at)::double precision as seen_seconds, p.skew_ms, p.labels, p.concurrency, p.running, p.cpu_share,
      p.memory_mb, p.draining_since, p.drain_seconds, p.settings_digest, p.settings, p.secrets
    from (select) as one left join (processes p full join drained_nodes d on d.node = p.node) on true
    order by coalesce(p.node, d.node), p.role, p.started_at, p.id`,
};
const IS_KNOWN = {
  name: 'fleet_is_known',
  text: 'select from processes where node = $1 union all select from drained_nodes where node = $1 limit 1',
};
const DRAIN = { name: 'fleet_drain', text: 'insert into drained_nodes (node) values ($1) on conflict do nothing returning node' };
const RESUME = { name: 'fleet_resume', text: 'delete from drained_nodes where node = $1 returning node' };
/** A drained node may be off for days, so its drain outlives its processes. */
const DROP_SILENT = {
  name: 'fleet_drop_silent',
  text: `with gone as (delete from processes where seen_at < now() - interval '1 hour' returning id),
      forgotten as (
        delete from drained_nodes d where since < now() - interval '7 days' and not exists (select from processes p where p.node = d.node)
        returning node
      )
    select (select count(*) from gone)::integer + (select count(*) from forgotten)::integer as gone`,
};

interface Row {
  readonly at: Date;
  /** Null when the fleet is empty. */
  readonly node: string | null;
  readonly drained_since: Date | null;
  /** Null for a drained node without processes. The other columns are null, too. */
  readonly id: string | null;
  readonly pid: number;
  readonly role: ProcessRole;
  readonly version: string;
  readonly started_at: Date;
  readonly seen_seconds: number;
  readonly skew_ms: number | null;
  readonly labels: string[];
  readonly concurrency: number | null;
  readonly running: number | null;
  readonly cpu_share: number | null;
  readonly memory_mb: number | null;
  readonly draining_since: Date | null;
  readonly drain_seconds: number | null;
  readonly settings_digest: string;
  readonly settings: string;
  readonly secrets: string | null;
}

export function createFleet(db: Db, audit: Audit): FleetAccess {
  const read = async (): Promise<Fleet> => {
    const rows = await db.query<Row>(READ);
    const running = rows.filter(({ id }) => id !== null);
    const names = [...new Set(rows.flatMap(({ node }) => node ?? []))];
    return {
      at: toDateTime(rows[0]!.at),
      nodes: names.map((name) =>
        nodeOf(
          name,
          rows.filter(({ node }) => node === name),
        ),
      ),
      warnings: warningsOf(running.map(toCompared)),
    };
  };
  const change =
    (statement: typeof DRAIN, action: string) =>
    async (node: string, by?: string): Promise<FleetNode | null> => {
      const isKnown = await db.transaction(async (query) => {
        if ((await query(IS_KNOWN, [node])).length === 0) return false;
        if ((await query(statement, [node])).length > 0) await audit.record(query, action, node, {}, by);
        return true;
      });
      // A resumed node without processes is gone.
      const gone: FleetNode = { name: node, state: 'silent', running: 0, drainingSince: null, drainSeconds: null, processes: [] };
      return isKnown ? ((await read()).nodes.find(({ name }) => name === node) ?? gone) : null;
    };
  return { read, drain: change(DRAIN, 'node.drain'), resume: change(RESUME, 'node.resume') };
}

/** Removes processes without a heartbeat for an hour. Returns the number of removed rows. */
export async function dropSilentProcesses(db: Pick<Db, 'query'>): Promise<number> {
  return (await db.query<{ gone: number }>(DROP_SILENT))[0]?.gone ?? 0;
}

const isSilent = ({ seen_seconds }: Row): boolean => seen_seconds > SILENT_SECONDS;

function nodeOf(name: string, rows: readonly Row[]): FleetNode {
  const processes = rows.filter(({ id }) => id !== null);
  const present = processes.filter((row) => !isSilent(row));
  const running = present.reduce((sum, row) => sum + (row.running ?? 0), 0);
  const drainTimes = present.flatMap(({ drain_seconds }) => drain_seconds ?? []);
  return {
    name,
    state: stateOf(rows, present, running),
    running,
    drainingSince: toDateTime(rows[0]!.drained_since),
    drainSeconds: drainTimes.length === 0 ? null : Math.max(...drainTimes),
    processes: processes.map(toProcess),
  };
}

/** A process that shuts down counts as a drain of its node only if all of its processes do. */
function stateOf(rows: readonly Row[], present: readonly Row[], running: number): FleetNode['state'] {
  const isRequested = rows[0]!.drained_since !== null;
  const allDrain = present.every(({ draining_since }) => draining_since !== null);
  if (present.length === 0) return isRequested ? 'drained' : 'silent';
  if (isRequested && allDrain && running === 0) return 'drained';
  return isRequested || allDrain ? 'draining' : 'active';
}

const toProcess = (row: Row): FleetProcess => ({
  id: row.id!,
  pid: row.pid,
  role: row.role,
  version: row.version,
  startedAt: toDateTime(row.started_at),
  seenSeconds: Math.round(row.seen_seconds * 10) / 10,
  silent: isSilent(row),
  clockSkewMs: row.skew_ms,
  labels: row.labels,
  concurrency: row.concurrency,
  running: row.running,
  cpuShare: row.cpu_share,
  memoryMb: row.memory_mb,
  drainingSince: toDateTime(row.draining_since),
  drainSeconds: row.drain_seconds,
  settingsDigest: row.settings_digest,
});

const toCompared = (row: Row): ComparedProcess => ({
  node: row.node!,
  role: row.role,
  version: row.version,
  seenSeconds: row.seen_seconds,
  silent: isSilent(row),
  clockSkewMs: row.skew_ms,
  plain: JSON.parse(row.settings) as ComparedProcess['plain'],
  secrets: row.secrets === null ? null : (JSON.parse(row.secrets) as ComparedProcess['secrets']),
});
