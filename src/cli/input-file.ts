// The text of a file that a command names, or of standard input.
import { readFileSync } from 'node:fs';
import { UsageProblem } from './arguments.ts';

/** `-` means standard input. */
export async function readText(file: string, readInput: () => Promise<string>): Promise<string> {
  if (file === '-') return readInput();
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageProblem(`Cannot read ${file}.`, { cause });
  }
}
