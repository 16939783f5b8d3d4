// Builds the parts of `sextant batch`: the service, standard input, a progress bar and the handling of Ctrl-C.
import { batchCommand } from '../cli/batch.ts';
import { createProgress } from '../cli/progress.ts';
import { readConfig } from '../config.ts';
import type { Print } from './one-off.ts';
import { addressOf, connectService } from './remote.ts';

/** Returns the exit status. */
export async function batch(words: readonly string[], print: Print): Promise<number> {
  const stop = new AbortController();
  const interrupted = (): void => stop.abort(new Error('interrupted'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  try {
    return await batchCommand(words, {
      connect: async (url, key, kind) => connectService(addressOf(readConfig(), url, key), kind, stop.signal),
      readInput: async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks).toString('utf8');
      },
      progress: createProgress({ isTerminal: process.stderr.isTTY === true, write: (text) => void process.stderr.write(text) }),
      print,
      tell: (text) => void process.stderr.write(`${text}\n`),
      signal: stop.signal,
    });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, interrupted);
  }
}
