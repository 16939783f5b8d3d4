// Doctor check of the fleet: silent processes, and versions, settings and clocks that differ between nodes.
import { createAudit } from '../business/accounts/audit.ts';
import { createFleet } from '../business/fleet/fleet.ts';
import type { Finding } from '../cli/doctor.ts';
import type { Db } from '../platform/db.ts';

const THERE = { name: 'doctor_fleet', text: "select to_regclass('processes') is not null as there" };
const FIX = {
  silent: 'Check that node. Its entry disappears an hour after the last heartbeat.',
  version: 'Upgrade the other nodes. During a rolling upgrade this is expected.',
  clock: 'Enable NTP on that node.',
  setting: 'Give all nodes the same value and restart them.',
} as const;

/** A database that is not migrated yet has no fleet. */
export async function examineFleet(db: Db, report: (finding: Finding) => void): Promise<void> {
  const [row] = await db.query<{ there: boolean }>(THERE);
  if (!row?.there) return;
  const { nodes, warnings } = await createFleet(db, createAudit(db, 'doctor')).read();
  for (const { kind, message } of warnings) report({ check: 'fleet', state: 'note', found: message, fix: FIX[kind] });
  if (warnings.length === 0 && nodes.length > 0)
    report({ check: 'fleet', state: 'ok', found: `${nodes.length} node${nodes.length === 1 ? '' : 's'}, without drift` });
}
