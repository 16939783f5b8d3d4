// Runs `sextant track` on a service, through the published client.
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Rejection } from '../cli/batch-run.ts';
import { trackCommand, withOptions } from '../cli/track.ts';
import type { TrackClient } from '../cli/track-parts.ts';
import { readConfig } from '../config.ts';
import type { Print } from './one-off.ts';
import { addressOf, loadClient, readInput } from './remote.ts';

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

/** Returns the exit status. */
export async function track(words: readonly string[], print: Print): Promise<number> {
  const { createClient, SextantError } = await loadClient<{ readonly projects: TrackClient }>();
  const stop = new AbortController();
  let address = '';
  const interrupted = (): void => stop.abort(new Error('interrupted'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  try {
    return await trackCommand(words, {
      connect: async (url, key) => {
        const { url: baseUrl, key: apiKey } = addressOf(readConfig(), url, key);
        address = baseUrl;
        return { client: createClient({ baseUrl, apiKey, signal: stop.signal }).projects, url: baseUrl };
      },
      readInput,
      width: process.stdout.columns ?? null,
      confirm: process.stdin.isTTY === true && process.stderr.isTTY === true ? confirm : null,
      print,
      log: (text) => void process.stderr.write(`${text}\n`),
      pause: (ms) => sleep(ms, undefined, { signal: stop.signal }),
      now: Date.now,
    });
  } catch (error) {
    if (stop.signal.aborted) {
      process.stderr.write('Interrupted. Checks that were ordered continue.\n');
      return 130;
    }
    if (!(error instanceof SextantError)) throw error;
    const solution = error.status === 0 ? `Check that ${address} is the URL of a running service.` : error.solution;
    throw new Rejection([withOptions(error.message), solution].filter(Boolean).join(' '), error.status, null, error);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, interrupted);
  }
}
