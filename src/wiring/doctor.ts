// Builds `sextant doctor`: independent checks of an installation. A check that fails never stops the others.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { doctorCommand, type Finding } from '../cli/doctor.ts';
import type { Paint } from '../cli/paint.ts';
import { type Config, ConfigProblem, readConfig } from '../config.ts';
import { visitDatabase } from './data-lock.ts';
import { examineDatabase } from './doctor-database.ts';
import { examineFleet } from './doctor-fleet.ts';
import { examineFolder, examinePepper, examinePooler, examineSecretsFile } from './doctor-folder.ts';
import { examineMode } from './doctor-mode.ts';
import { examineNode } from './doctor-node.ts';
import {
  examineBrowser,
  examineDisk,
  examineNames,
  examineObjectStore,
  examinePort,
  examineRegions,
  examineReplay,
  examineSettings,
  examineSources,
} from './doctor-outside.ts';
import { connect, dataFolder, POSTGRES_FOLDER, SQL_FOLDER } from './installation.ts';
import type { Print } from './one-off.ts';

type Report = (finding: Finding) => void;

/** A slow connect is not yet an unavailable database. */
const PATIENT_MS = 10_000;

async function examine(report: Report): Promise<void> {
  const config = settingsOf(report);
  if (!config) return;
  examineNode(report);
  await guarded('secrets', 'Check the rights of DATA_DIR.', report, async () => examineSecretsFile(config, report));
  await guarded('disk', 'Check DATA_DIR.', report, () => examineDisk(dataFolder(config), report));
  await guarded('port', 'Check HOST and PORT.', report, () => examinePort(config, report));
  await guarded('database', 'Check DATABASE_URL, and that its server runs and lets this machine in.', report, () =>
    examineStored(config, report),
  );
  await guarded('names', 'Check DNS_SERVERS and /etc/resolv.conf.', report, () => examineNames(config, report));
  await guarded('S3 storage', 'Check the S3 settings.', report, () => examineObjectStore(config, report));
  await guarded('browser', 'Check BROWSER_PATH or BROWSER_URL.', report, () => examineBrowser(config, report));
  await guarded('regions', 'Check DATA_DIR, or import the list again.', report, async () => examineRegions(dataFolder(config), report));
  await guarded('replay', 'Check the files in REPLAY_DIR.', report, async () => examineReplay(config, report));
  await guarded('sources', 'Check the settings of the sources.', report, () => examineSources(config, report));
}

/** A check that throws becomes a finding, and the others continue. */
async function guarded(check: string, fix: string, report: Report, look: () => Promise<unknown>): Promise<void> {
  try {
    await look();
  } catch (error) {
    report({ check, state: 'problem', found: (error as Error).message, fix });
  }
}

function settingsOf(report: Report): Config | null {
  try {
    const config = readConfig();
    examineMode(config, report);
    examineSettings(config, report);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    report({ check: 'settings', state: 'problem', found: error.message, fix: 'See docs/operations.md for the allowed values.' });
    return null;
  }
}

async function examineStored(config: Config, report: Report): Promise<void> {
  if (config.DATABASE_URL === null && !existsSync(path.join(dataFolder(config), POSTGRES_FOLDER)))
    return report({ check: 'database', state: 'note', found: 'does not exist yet', fix: 'Run sextant start to create it.' });
  const visit = await visitDatabase(config);
  const db = connect(visit.database, config, false, PATIENT_MS);
  try {
    examineFolder(visit, dataFolder(config), report);
    await examineDatabase(db, { sqlFolder: SQL_FOLDER, served: visit.served, url: config.DATABASE_URL }, report);
    await examineFleet(db, report);
    await examinePooler(db, config, report);
    await guarded('secrets', 'Put secrets.json back from a backup, or set KEY_PEPPER.', report, () => examinePepper(db, config, report));
  } finally {
    await db.close();
    await visit.end();
  }
}

/** Returns the exit status. */
export const doctor = (words: readonly string[], print: Print, paint: Paint): Promise<number> =>
  doctorCommand(words, { examine, print, paint });
