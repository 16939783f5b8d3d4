// Runs `sextant fleet` on the database, or over the admin API of a running service.
import { setTimeout as sleep } from 'node:timers/promises';
import { createAudit } from '../business/accounts/audit.ts';
import { createFleet, type FleetAccess } from '../business/fleet/fleet.ts';
import { parseArguments, UsageProblem } from '../cli/arguments.ts';
import { Rejection } from '../cli/batch-run.ts';
import { fleetCommand } from '../cli/fleet.ts';
import type { Paint } from '../cli/paint.ts';
import { readConfig } from '../config.ts';
import type { Fleet, FleetNode } from '../contract/fleet.ts';
import { COMMAND_LINE, withDatabase } from './database-commands.ts';

const CALL_MS_MAX = 30_000;

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
  if (!/^https?:\/\/\S+$/.test(url)) throw new UsageProblem('--url must be a URL such as http://127.0.0.1:8080.');
  if (token === null) throw new UsageProblem('Admin token missing. Set ADMIN_TOKEN.');
  /** Returns null for 404. */
  const call = async <T>(method: 'GET' | 'POST', path: string): Promise<T | null> => {
    const response = await fetch(url.replace(/\/+$/, '') + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_MS_MAX),
    }).catch((cause) => {
      throw new Rejection(`The service at ${url} could not be reached. Check that it runs, and --url.`, 0, null, cause);
    });
    if (response.status === 404) return null;
    const body = (await response.json().catch(() => ({}))) as T & { message?: string; solution?: string };
    if (response.status === 200) return body;
    const reason = [body.message, body.solution].filter(Boolean).join(' ');
    throw new Rejection(reason || `The service at ${url} responded with ${response.status}.`, response.status, null, null);
  };
  const change = (action: string) => (node: string) => call<FleetNode>('POST', `/admin/fleet/${encodeURIComponent(node)}/${action}`);
  return {
    read: async () => {
      const found = await call<Fleet>('GET', '/admin/fleet');
      if (found) return found;
      throw new Rejection(`There is no admin API at ${url}. With ADMIN_PORT, use the URL of that port.`, 404, null, null);
    },
    drain: change('drain'),
    resume: change('resume'),
  };
}
