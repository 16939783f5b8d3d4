// Doctor checks of replication and durability: settings of the server that can lose acknowledged commits.
import type { Finding } from '../cli/doctor.ts';
import type { Db } from '../platform/db.ts';
import { createHosts } from '../platform/db-hosts.ts';

type Report = (finding: Finding) => void;

interface Durability {
  readonly fsync: boolean;
  readonly fullPageWrites: boolean;
  /** As a new session of the service gets it. */
  readonly synchronousCommit: string;
  readonly standbyNames: string;
  readonly standbys: number;
  readonly synchronousStandbys: number;
}

/** Of `pg_stat_replication`, a role without `pg_monitor` sees the rows but not their state. */
const DURABILITY = {
  name: 'doctor_durability',
  text: `select current_setting('fsync')::boolean as "fsync", current_setting('full_page_writes')::boolean as "fullPageWrites",
    current_setting('synchronous_commit') as "synchronousCommit", current_setting('synchronous_standby_names') as "standbyNames",
    (select count(*) from pg_stat_replication)::integer as "standbys",
    (select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum'))::integer as "synchronousStandbys"`,
};

/** With these values, a commit is acknowledged before it is on disk, or before a standby has it. */
const WEAK_COMMITS: Readonly<Record<string, string>> = {
  off: 'a crash of the server loses the last acknowledged requests',
  local: 'a failover loses the last acknowledged requests, because commits do not wait for the standby',
};

/** `url` is `DATABASE_URL`; null for the embedded database. */
export async function examineReplication(db: Db, url: string | null, report: Report): Promise<void> {
  const [found] = await db.query<Durability>(DURABILITY);
  const server = found!;
  const several = url !== null && createHosts(url).many;
  const risks = [...serverRisks(server), ...(several ? replicationRisks(server) : [])];
  // Notes, because an operator may accept the risk, for example in a test installation.
  for (const risk of risks) report({ check: 'durability', state: 'note', ...risk });
  if (risks.length === 0) report({ check: 'durability', state: 'ok', found: describe(server) });
  if (several)
    report({
      check: 'failover',
      state: 'note',
      found: 'DATABASE_URL names several hosts; a watchdog of the failover manager cannot be seen from here',
      fix: 'Without a watchdog, a primary whose agent hangs runs on after another host was promoted. For Patroni, set watchdog.mode to required. See docs/failover.md.',
    });
}

interface Risk {
  readonly found: string;
  readonly fix: string;
}

function serverRisks({ fsync, fullPageWrites, synchronousCommit }: Durability): Risk[] {
  const risks: Risk[] = [];
  if (!fsync) risks.push({ found: 'fsync is off: a crash of the machine can destroy the database', fix: 'Set fsync = on at the server.' });
  if (!fullPageWrites)
    risks.push({
      found: 'full_page_writes is off: a crash of the machine can damage pages',
      fix: 'Set full_page_writes = on at the server, unless its file system prevents partial writes.',
    });
  const weak = WEAK_COMMITS[synchronousCommit];
  if (weak !== undefined)
    risks.push({
      found: `synchronous_commit is ${synchronousCommit}: ${weak}`,
      fix: 'Set synchronous_commit = on at the server, and for the role and the database of the service.',
    });
  return risks;
}

function replicationRisks({ standbyNames, standbys }: Durability): Risk[] {
  if (standbyNames !== '') return [];
  return [
    {
      found: `replication is asynchronous (${standbys} standbys, synchronous_standby_names is empty): a failover loses the last acknowledged requests`,
      fix: 'For Patroni, set synchronous_mode to true. Otherwise set synchronous_standby_names at the primary. See docs/failover.md.',
    },
  ];
}

function describe({ standbyNames, standbys, synchronousStandbys }: Durability): string {
  if (standbyNames === '') return 'commits wait for the disk';
  return `commits wait for the disk and a standby (${synchronousStandbys} of ${standbys} standbys synchronous)`;
}
