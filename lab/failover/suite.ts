// Runs on the host of the clients: builds the cluster, runs all requested trials on it, and prints the table.
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { fillDatabase } from '../chaos/accounts.ts';
import { createSay, round } from '../report.ts';
import { type AgentParts, createAgents } from './agents.ts';
import { createDatabaseCluster, type Mode } from './database-cluster.ts';
import { FAULTS } from './faults.ts';
import type { Figures } from './figures.ts';
import { COMMIT_TABLE } from './primary-watch.ts';
import { type Outcome, printOutcomes } from './table.ts';
import { runTrial } from './trial.ts';

const TEMPLATE = 'filled';
/** How much of the log of the service a failed trial prints. */
const LOG_CHARACTERS = 1500;
const DETAILS_MAX = 10;

export interface SuitePlan extends AgentParts {
  readonly faults: readonly string[];
  readonly modes: readonly Mode[];
  readonly json: boolean;
}

const plan: SuitePlan = JSON.parse(process.argv[2]!);
const say = createSay(plan.json);

async function main(): Promise<number> {
  const agents = createAgents(plan);
  const cluster = createDatabaseCluster(plan.addresses);
  const administer = async (...statements: string[]): Promise<void> => {
    const client = await cluster.connect(await cluster.leader(), 'postgres', 60_000);
    for (const text of statements) await client.query(text);
    await client.end();
  };
  agents.startAll();
  const leader = await cluster.healthy({ synchronous: true, strict: false });
  say(`three hosts follow one leader, ${leader}; ttl ${plan.times.ttl} s, loop_wait ${plan.times.loopWait} s`);
  await administer(`create database ${TEMPLATE}`);
  const accounts = await fillDatabase(cluster.urlAt(leader, TEMPLATE));
  const client = await cluster.connect(leader, TEMPLATE);
  // Names the process that wrote each event.
  await client.query("alter table chaos_events add column client text default current_setting('application_name', true)");
  await client.query(COMMIT_TABLE);
  await client.end();

  const outcomes: Outcome[] = [];
  const parts = { agents, cluster, addresses: plan.addresses, accounts, tools: plan.tools, folder: plan.folder, say };
  for (const mode of plan.modes)
    for (const name of plan.faults) {
      const fault = FAULTS[name]!;
      const database = `trial_${outcomes.length + 1}`;
      say(`${name}, ${mode}: ${fault.description}`);
      await cluster.configure(fault);
      await cluster.healthy(fault);
      await administer(`create database ${database} template ${TEMPLATE}`);
      mkdirSync(path.join(plan.folder, database));
      const logFile = path.join(plan.folder, database, 'log');
      const log = openSync(logFile, 'a');
      const [started, load] = [Date.now(), round(loadavg()[0]!, 1)];
      let figures: Figures | null = null;
      let error: string | null = null;
      try {
        figures = await runTrial(parts, { mode, fault, database, log });
      } catch (problem) {
        error = `${(problem as Error).message}\n${readFileSync(logFile, 'utf8').slice(-LOG_CHARACTERS)}`;
      } finally {
        closeSync(log);
      }
      outcomes.push({ fault: name, mode, seconds: Math.round((Date.now() - started) / 1000), load, figures, error });
      report(error, figures);
      await cluster.healthy(fault);
      await administer(`drop database ${database} with (force)`);
    }
  return printOutcomes(outcomes, plan.json);
}

function report(error: string | null, figures: Figures | null): void {
  for (const line of error !== null ? [error] : (figures?.broken ?? [])) say(`  BROKEN ${line}`);
  for (const detail of (figures?.details ?? []).slice(0, DETAILS_MAX)) say(`  ${detail}`);
}

process.exitCode = await main();
// Child processes that were killed leave handles behind.
process.exit();
