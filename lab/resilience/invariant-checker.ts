// Clients of the chaos runs at work in a trial, who remember everything, and the verdict of all invariants in the end.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import type { Accounts, ChaosAccount } from '../chaos/accounts.ts';
import { collectEvidence, type Evidence } from '../chaos/evidence.ts';
import type { History } from '../chaos/history.ts';
import { type Run, type Violation, violationsOf } from '../chaos/invariants.ts';
import { createLoad } from '../chaos/load.ts';
import { SETTINGS } from '../chaos/nodes.ts';
import { PROFILES } from '../chaos/profiles.ts';
import { startReceiver } from '../chaos/receiver.ts';
import { drain } from '../chaos/run.ts';
import { startWatch } from '../chaos/watch.ts';
import { createSpreadRandom } from '../random.ts';
import type { Say } from '../report.ts';

const SEED = 1;
/** No worker dies in these trials, so a lease that nothing moves for so long is held by nobody. */
const STUCK_SECONDS = 90;
const STALL_SECONDS = 60;
/** Clients do not lose patience because the machine is busy. */
const PATIENCE_MS = 60_000;

/** How processes are set up: as in chaos runs, but with time to stop in and for the database. */
export const CHECKED = { ...SETTINGS, DRAIN_SECONDS: '2', DB_TIMEOUT_SECONDS: '30' };

interface CheckerParts {
  readonly folder: string;
  readonly accounts: Accounts;
  readonly apis: { readonly base: string }[];
  readonly rate: number;
  readonly connect: () => Promise<Client>;
}

export interface Verdict {
  readonly evidence: Evidence;
  readonly violations: readonly Violation[];
  readonly drainSeconds: number;
  /** Callbacks that were accepted. */
  readonly callbacks: number;
  readonly looks: number;
}

export interface Checker {
  readonly history: History;
  /** Stops the load, waits for the end of everything that was begun, and checks it. */
  finish(say: Say): Promise<Verdict>;
  close(): Promise<void>;
}

/** `apis` may change while it runs; `connect` answers a connection to the database of the moment. */
export async function startChecker({ folder, accounts, apis, rate, connect }: CheckerParts): Promise<Checker> {
  const receiver = await startReceiver(
    createSpreadRandom(SEED + 4),
    (name) => (accounts as Partial<Record<string, ChaosAccount>>)[name]?.secret,
  );
  const watch = startWatch(connect, STUCK_SECONDS);
  const load = createLoad({
    random: createSpreadRandom(SEED),
    accounts,
    apis,
    receiver,
    ratePerSecond: rate,
    mix: PROFILES.full.mix,
    requestMsMax: PATIENCE_MS,
  });
  load.start();
  return {
    history: load.history,
    finish: async (say) => {
      load.stop();
      receiver.behave();
      await load.settle();
      const drainSeconds = await drain(connect, STALL_SECONDS, watch);
      const deleted = load.history.deletes.filter(({ status }) => status === 204).map(({ id }) => id);
      await load.finalReads(deleted.slice(-50));
      await watch.stop();
      const notes = path.join(folder, 'notes.jsonl');
      writeFileSync(notes, '');
      const client = await connect();
      const evidence = await collectEvidence(client, notes).finally(() => client.end());
      const { receipts } = receiver;
      const run: Run = { ...evidence, history: load.history, receipts, accounts, stuck: watch.stuck, drift: watch.drift };
      const violations = violationsOf(run);
      for (const { rule, detail } of violations.slice(0, 20)) say(`${rule}: ${detail}`);
      return { evidence, violations, drainSeconds, callbacks: receipts.filter(({ accepted }) => accepted).length, looks: watch.looks };
    },
    close: async () => {
      load.stop();
      await watch.stop();
      await receiver.close();
    },
  };
}

/** Answers that no client should get: none at all, or one that tells of a fault of ours. */
export const isFailure = (status: number): boolean => status === 0 || status >= 500;
