// Runs `sextant fleet` on the database, or over the admin API of a running service.
import { setTimeout as sleep } from 'node:timers/promises';
import { createAudit } from '../business/accounts/audit.ts';
import { createFleet, type FleetAccess } from '../business/fleet/fleet.ts';
import { parseArguments } from '../cli/arguments.ts';
import { fleetCommand } from '../cli/fleet.ts';
import type { Paint } from '../cli/paint.ts';
import { readConfig } from '../config.ts';
import type { Fleet, FleetNode } from '../contract/fleet.ts';
import { createAdminClient } from './admin-client.ts';
import { COMMAND_LINE, withDatabase } from './database-commands.ts';

/** Returns the exit code. */
export async function fleet(words: readonly string[], print: (text: string) => void, paint: Paint): Promise<number> {
  const url = parseArguments(words, 'fleet').option('url');
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  const runOn = (access: FleetAccess): Promise<number> => fleetCommand(words, { fleet: access, print, log, pause: sleep, paint });
  if (url !== undefined) return runOn(remoteFleet(url, readConfig().ADMIN_TOKEN));
  let status = 0;
  await withDatabase(async (db) => {
    status = await runOn(createFleet(db, createAudit(db, COMMAND_LINE)));
  });
  return status;
}

function remoteFleet(url: string, token: string | null): FleetAccess {
  const { optional, required } = createAdminClient(url, token);
  const change = (action: string) => (node: string) => optional<FleetNode>('POST', `/admin/fleet/${encodeURIComponent(node)}/${action}`);
  return { read: () => required<Fleet>('GET', '/admin/fleet'), drain: change('drain'), resume: change('resume') };
}
