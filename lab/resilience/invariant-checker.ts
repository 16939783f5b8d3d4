// The clients of the chaos runs in a trial, and the check of all invariants at the end.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import type { Accounts, ChaosAccount } from '../chaos/accounts.ts';
import { collectEvidence, type Evidence } from '../chaos/evidence.ts';
import type { History } from '../chaos/history.ts';
import { type Run, type Violation, violationsOf } from '../chaos/invariants.ts';
import { createLoad } from '../chaos/load.ts';
import { SETTINGS } from '../chaos/nodes.ts';
import { type Mix, PROFILES } from '../chaos/profiles.ts';
import { type Receipt, startReceiver } from '../chaos/receiver.ts';
import { drain } from '../chaos/run.ts';
import { startWatch } from '../chaos/watch.ts';
import { createSpreadRandom } from '../random.ts';
import type { Say } from '../report.ts';

const SEED = 1;
/** No worker dies in these trials, so a lease that is not renewed for this long is stuck. */
const STUCK_SECONDS = 90;
const STALL_SECONDS = 60;
/** Clients wait longer than usual, because the machine may be busy. */
const PATIENCE_MS = 60_000;

/** Settings of the processes: those of chaos runs, with more time for shutdown and for the database. */
export const CHECKED = { ...SETTINGS, DRAIN_SECONDS: '2', DATABASE_TIMEOUT_SECONDS: '30' };

interface CheckerParts {
  readonly folder: string;
  readonly accounts: Accounts;
  readonly apis: { readonly base: string }[];
  readonly rate: number;
  readonly connect: () => Promise<Client>;
  /** The IP address of the callback receiver. */
  readonly receiverHost?: string;
  /** A receiver that accepts every callback, so that each one is sent once unless the service repeats it. */
  readonly acceptAll?: boolean;
  readonly mix?: Mix;
}

export interface Verdict {
  readonly evidence: Evidence;
  readonly violations: readonly Violation[];
  readonly drainSeconds: number;
  /** Callbacks that were accepted. */
  readonly callbacks: number;
  readonly receipts: readonly Receipt[];
  readonly looks: number;
}

export interface Checker {
  readonly history: History;
  /** Stops the load, waits for the end of everything that was begun, and checks it. */
  finish(say: Say): Promise<Verdict>;
  close(): Promise<void>;
}

/** `apis` may change during the run. `connect` connects to the current primary. */
export async function startChecker(parts: CheckerParts): Promise<Checker> {
  const { folder, accounts, apis, rate, connect, receiverHost, acceptAll = false, mix = PROFILES.full.mix } = parts;
  const receiver = await startReceiver(
    createSpreadRandom(SEED + 4),
    (name) => (accounts as Partial<Record<string, ChaosAccount>>)[name]?.secret,
    receiverHost,
  );
  if (acceptAll) receiver.behave();
  const watch = startWatch(connect, STUCK_SECONDS);
  const load = createLoad({
    random: createSpreadRandom(SEED),
    accounts,
    apis,
    receiver,
    ratePerSecond: rate,
    mix,
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
      const callbacks = receipts.filter(({ accepted }) => accepted).length;
      return { evidence, violations, drainSeconds, callbacks, receipts, looks: watch.looks };
    },
    close: async () => {
      load.stop();
      load.abandon();
      await watch.stop();
      await receiver.close();
    },
  };
}

/** No response, or a status that reports a fault of the service. */
export const isFailure = (status: number): boolean => status === 0 || status >= 500;
