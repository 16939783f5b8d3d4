// State of a batch on disk: the journal lists the orders, the result file the finished rows.
import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchRow } from './batch-rows.ts';

/** A file that a batch cannot continue with. The message is one line for the user. */
export class JournalProblem extends Error {}

/** Rows ordered in one call under one idempotency key. The ids are null while the response is unknown. */
export interface Sent {
  readonly key: string;
  readonly lines: readonly number[];
  readonly hash: string;
  readonly at: number;
  readonly ids: readonly string[] | null;
}

export interface Journal {
  readonly sent: readonly Sent[];
  /** Lines with a written result. */
  readonly done: ReadonlySet<number>;
  /** Records an order before the call. After a crash the same rows are sent under the same key. */
  sending(rows: readonly BatchRow[]): Sent;
  made(key: string, ids: readonly string[]): void;
  /** The service rejected the order, so nothing was ordered. */
  refused(key: string): void;
  /** Writes a result. A line that already has one keeps it. */
  finish(line: number, result: object): void;
  close(): void;
}

type Entry =
  | { readonly batch: string; readonly kind?: string }
  | { readonly sent: string; readonly lines: number[]; readonly hash: string; readonly at: string }
  | { readonly made: string; readonly ids: string[] }
  | { readonly refused: string };

export const hashOf = (rows: readonly BatchRow[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ line, request }) => [line, request])))
    .digest('hex')
    .slice(0, 32);

/** Removes an incomplete last line that a killed process left. Returns the complete lines. */
function completeLines(file: string): string[] {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(10) + 1;
  if (end < bytes.length) truncateSync(file, end);
  return bytes.subarray(0, end).toString('utf8').split('\n').filter(Boolean);
}

const TAIL_BYTES = 65_536;
const LOCK_MS = 100;
const LOCK_ATTEMPTS_MAX = 30;
/** After these, the owner was killed before it wrote its number. */
const EMPTY_ATTEMPTS_MAX = 20;

/**
 * The same for the result file, which may be large: only the last line can be incomplete, so it is read from the end.
 */
function cutTail(file: string): void {
  const { size } = statSync(file);
  const handle = openSync(file, 'r+');
  try {
    for (let end = size; end > 0; ) {
      const from = Math.max(0, end - TAIL_BYTES);
      const bytes = Buffer.alloc(end - from);
      readSync(handle, bytes, 0, bytes.length, from);
      const last = bytes.lastIndexOf(10);
      end = last < 0 ? from : 0;
      ftruncateSync(handle, from + last + 1);
    }
  } finally {
    closeSync(handle);
  }
}

async function doneLines(file: string): Promise<Set<number>> {
  const done = new Set<number>();
  for await (const text of createInterface({ input: createReadStream(file, 'utf8') })) {
    const number = /^\{"line":(\d+),/.exec(text)?.[1];
    if (number === undefined) throw new JournalProblem(`${file} is not a result file of sextant batch. Choose another --out.`);
    done.add(Number(number));
  }
  return done;
}

/** Allows one batch at a time per file. Takes over the lock of a killed process. */
async function lock(file: string): Promise<() => void> {
  for (let attempts = 0; ; attempts++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempts >= LOCK_ATTEMPTS_MAX) throw error;
    }
    const owner = ownerOf(file);
    if (owner === null || (owner === '' && attempts < EMPTY_ATTEMPTS_MAX)) await sleep(LOCK_MS);
    else if (isAlive(Number(owner)))
      throw new JournalProblem(`Another sextant batch is writing to this file. Wait for it, or remove ${file}.`);
    else rmSync(file, { force: true });
  }
}

/** Returns null when the lock has just been released, and an empty text while its owner has created it and not yet written to it. */
function ownerOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export async function openJournal(out: string, kind = 'serp', now: () => number = Date.now): Promise<Journal> {
  const file = `${out}.journal`;
  const unlock = await lock(`${out}.lock`);
  try {
    // Read under the lock: another batch may have written the journal and ended just before.
    const isNew = !existsSync(file);
    if (isNew && existsSync(out) && statSync(out).size > 0)
      throw new JournalProblem(`${out} already exists and has no journal. Choose another --out, or remove the file.`);
    const entries = isNew ? [] : completeLines(file).map((line) => JSON.parse(line) as Entry);
    if (existsSync(out)) cutTail(out);
    const done = existsSync(out) ? await doneLines(out) : new Set<number>();
    const journal = openSync(file, 'a');
    const append = (entry: Entry): void => {
      writeSync(journal, `${JSON.stringify(entry)}\n`);
      // It must be on the disk before credits are charged.
      fsyncSync(journal);
    };
    const header = entries[0] as { batch: string; kind?: string } | undefined;
    // Journals without a kind were written by older versions for searches.
    if (header && (header.kind ?? 'serp') !== kind)
      throw new JournalProblem(`${out} has results of --kind ${header.kind ?? 'serp'}. Choose another --out.`);
    let run = header?.batch;
    if (run === undefined) {
      // Random, so that the same input can be ordered again into another file.
      run = randomBytes(12).toString('hex');
      append({ batch: run, kind });
    }
    return {
      sent: sentOf(entries),
      done,
      sending: (rows) => {
        const [hash, lines, at] = [hashOf(rows), rows.map(({ line }) => line), now()];
        const sent: Sent = { key: `${run}-${hash}`, lines, hash, at, ids: null };
        append({ sent: sent.key, lines, hash, at: new Date(at).toISOString() });
        return sent;
      },
      made: (key, ids) => append({ made: key, ids: [...ids] }),
      refused: (key) => append({ refused: key }),
      finish: (line, result) => {
        if (done.has(line)) return;
        appendFileSync(out, `${JSON.stringify({ line, ...result })}\n`);
        done.add(line);
      },
      close: () => {
        closeSync(journal);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

function sentOf(entries: readonly Entry[]): Sent[] {
  const sent = new Map<string, Sent>();
  for (const entry of entries) {
    if ('sent' in entry)
      sent.set(entry.sent, { key: entry.sent, lines: entry.lines, hash: entry.hash, at: Date.parse(entry.at), ids: null });
    else if ('refused' in entry) sent.delete(entry.refused);
    else if ('made' in entry) {
      const known = sent.get(entry.made);
      if (known) sent.set(entry.made, { ...known, ids: entry.ids });
    }
  }
  return [...sent.values()];
}
