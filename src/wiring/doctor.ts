// Builds the examination of an installation: each part looks at one thing, and none keeps the others from looking.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { doctorVerb, type Finding } from '../cli/doctor.ts';
import type { Paint } from '../cli/paint.ts';
import { type Config, ConfigProblem, readConfig } from '../config.ts';
import { examineDatabase } from './doctor-database.ts';
import { examineBrowser, examineDisk, examineObjectStore, examinePort, examineSettings, examineSources } from './doctor-outside.ts';
import { connect, dataFolder, openDatabase, POSTGRES_FOLDER, SQL_FOLDER } from './installation.ts';
import type { Print } from './questions.ts';
import { isServed } from './service.ts';

type Tell = (finding: Finding) => void;

const NODE_MIN = 20;
/** A database that is slow to let somebody in is not away. */
const PATIENT_MS = 10_000;

async function examine(tell: Tell): Promise<void> {
  const config = settingsOf(tell);
  if (!config) return;
  const node = Number(process.versions.node.split('.')[0]);
  if (node < NODE_MIN) tell({ check: 'node', state: 'problem', found: process.version, mend: `Install Node ${NODE_MIN} or newer.` });
  else tell({ check: 'node', state: 'ok', found: process.version });
  const guarded = async (check: string, mend: string, look: () => Promise<unknown>): Promise<void> => {
    try {
      await look();
    } catch (error) {
      tell({ check, state: 'problem', found: (error as Error).message, mend });
    }
  };
  await guarded('disk', 'Check DATA_DIR.', () => examineDisk(dataFolder(config), tell));
  await guarded('port', 'Check HOST and PORT.', () => examinePort(config, tell));
  await guarded('database', 'Check DATABASE_URL, and that its server runs and lets this machine in.', () => examineStored(config, tell));
  await guarded('object store', 'Check the OBJECT_STORE settings.', () => examineObjectStore(config, tell));
  await guarded('browser', 'Check BROWSER.', () => examineBrowser(config, tell));
  await guarded('sources', 'Check the settings of the sources.', () => examineSources(config, tell));
}

function settingsOf(tell: Tell): Config | null {
  try {
    const config = readConfig();
    examineSettings(config, tell);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    tell({ check: 'settings', state: 'problem', found: error.message, mend: 'docs/operations.md tells what each setting takes.' });
    return null;
  }
}

async function examineStored(config: Config, tell: Tell): Promise<void> {
  if (config.DATABASE_URL === null && !existsSync(path.join(dataFolder(config), POSTGRES_FOLDER)))
    return tell({ check: 'database', state: 'note', found: 'there is none yet', mend: 'The first sextant start makes it.' });
  const database = await openDatabase(config);
  const db = connect(database, config, false, PATIENT_MS);
  let idle = false;
  try {
    const served = await isServed(db);
    idle = database.embedded && !served;
    await examineDatabase(db, SQL_FOLDER, served, tell);
  } finally {
    await db.close();
    // One that we started for this alone is stopped again.
    if (idle) await database.stop();
  }
}

/** Answers the exit status. */
export const doctor = (words: readonly string[], print: Print, paint: Paint): Promise<number> =>
  doctorVerb(words, { examine, print, paint });
