// The process of `run-isolated`: runs a job that crashed workers.
import { readConfig } from '../config.ts';
import { serveIsolated } from '../worker/isolated.ts';
import { jobTable } from './jobs.ts';
import { createSourceAccess } from './source-access.ts';

export async function runIsolated(): Promise<void> {
  const config = readConfig();
  const table = jobTable(await createSourceAccess(config), config);
  serveIsolated((job) => table[job.kind](job));
}
