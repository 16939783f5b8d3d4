// Builds `sextant doctor`: independent checks of an installation. A check that fails never stops the others.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { doctorCommand, type Finding } from '../cli/doctor.ts';
import type { Paint } from '../cli/paint.ts';
import { type Config, ConfigProblem, readConfig } from '../config.ts';
import { visitDatabase } from './data-lock.ts';
import { examineDatabase } from './doctor-database.ts';
import { examineFolder, examinePepper, examinePooler, examineSecretsFile } from './doctor-folder.ts';
import { examineMode } from './doctor-mode.ts';
import {
  examineBrowser,
  examineDisk,
  examineNames,
  examineObjectStore,
  examinePort,
  examineRegions,
  examineSettings,
  examineSources,
} from './doctor-outside.ts';
import { connect, dataFolder, POSTGRES_FOLDER, SQL_FOLDER } from './installation.ts';
import type { Print } from './one-off.ts';

type Tell = (finding: Finding) => void;

const NODE_MIN = 20;
/** A slow connect is not yet an unavailable database. */
const PATIENT_MS = 10_000;

async function examine(tell: Tell): Promise<void> {
  const config = settingsOf(tell);
  if (!config) return;
  const node = Number(process.versions.node.split('.')[0]);
  if (node < NODE_MIN) tell({ check: 'node', state: 'problem', found: process.version, fix: `Install Node ${NODE_MIN} or newer.` });
  else tell({ check: 'node', state: 'ok', found: process.version });
  await guarded('secrets', 'Check the rights of DATA_DIR.', tell, async () => examineSecretsFile(config, tell));
  await guarded('disk', 'Check DATA_DIR.', tell, () => examineDisk(dataFolder(config), tell));
  await guarded('port', 'Check HOST and PORT.', tell, () => examinePort(config, tell));
  await guarded('database', 'Check DATABASE_URL, and that its server runs and lets this machine in.', tell, () =>
    examineStored(config, tell),
  );
  await guarded('names', 'Check DNS_SERVERS and /etc/resolv.conf.', tell, () => examineNames(config, tell));
  await guarded('S3 storage', 'Check the S3 settings.', tell, () => examineObjectStore(config, tell));
  await guarded('browser', 'Check BROWSER_PATH or BROWSER_URL.', tell, () => examineBrowser(config, tell));
  await guarded('regions', 'Check DATA_DIR, or import the list again.', tell, async () => examineRegions(dataFolder(config), tell));
  await guarded('sources', 'Check the settings of the sources.', tell, () => examineSources(config, tell));
}

/** A check that throws becomes a finding, and the others continue. */
async function guarded(check: string, fix: string, tell: Tell, look: () => Promise<unknown>): Promise<void> {
  try {
    await look();
  } catch (error) {
    tell({ check, state: 'problem', found: (error as Error).message, fix });
  }
}

function settingsOf(tell: Tell): Config | null {
  try {
    const config = readConfig();
    examineMode(config, tell);
    examineSettings(config, tell);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    tell({ check: 'settings', state: 'problem', found: error.message, fix: 'See docs/operations.md for the allowed values.' });
    return null;
  }
}

async function examineStored(config: Config, tell: Tell): Promise<void> {
  if (config.DATABASE_URL === null && !existsSync(path.join(dataFolder(config), POSTGRES_FOLDER)))
    return tell({ check: 'database', state: 'note', found: 'does not exist yet', fix: 'Run sextant start to create it.' });
  const visit = await visitDatabase(config);
  const db = connect(visit.database, config, false, PATIENT_MS);
  try {
    examineFolder(visit, dataFolder(config), tell);
    await examineDatabase(db, SQL_FOLDER, visit.served, tell);
    await examinePooler(db, config, tell);
    await guarded('secrets', 'Put secrets.json back from a backup, or set KEY_PEPPER.', tell, () => examinePepper(db, config, tell));
  } finally {
    await db.close();
    await visit.end();
  }
}

/** Returns the exit status. */
export const doctor = (words: readonly string[], print: Print, paint: Paint): Promise<number> =>
  doctorCommand(words, { examine, print, paint });
