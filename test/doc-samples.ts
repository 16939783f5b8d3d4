// Extracts the samples of the documentation and runs them, and the examples, as programs.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Returns the fenced samples of a page, with language and heading. */
export function samplesOf(file: string): { readonly language: string; readonly heading: string; readonly text: string }[] {
  let heading = '';
  const samples: { language: string; heading: string; text: string }[] = [];
  for (const [, title, language, text] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else samples.push({ language: language!, heading, text: text! });
  }
  return samples;
}

/** Folder for samples inside the package, because only there they can import `@sextant-serp/client`. */
export function sampleFolder(): string {
  mkdirSync(path.join(ROOT, 'dist'), { recursive: true });
  return mkdtempSync(path.join(ROOT, 'dist', 'samples-'));
}

export interface Ended {
  /** Null when the program is not installed. */
  readonly status: number | null;
  readonly output: string;
  readonly complaint: string;
}

export function runProgram(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  input = '',
  cwd = ROOT,
  timeout = 60_000,
): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment };
    const child = execFile(program, [...args], { cwd, env, timeout }, (error, output, complaint) => {
      const code = error === null ? 0 : error.code;
      resolve({ status: code === 'ENOENT' ? null : typeof code === 'number' ? code : 1, output, complaint });
    });
    child.stdin?.on('error', () => undefined).end(input);
  });
}

export const runNode = (args: readonly string[], environment: Record<string, string> = {}, input = '', cwd = ROOT) =>
  runProgram(process.execPath, args, environment, input, cwd);
