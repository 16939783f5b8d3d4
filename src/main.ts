// Entry point: runs the command and prints a problem as one clear line.

import { fileURLToPath } from 'node:url';
import { parseArguments, UsageProblem } from './cli/arguments.ts';
import { commandOf } from './cli/commands.ts';
import { completionCommand } from './cli/completion.ts';
import { helpCommand, unknownCommand } from './cli/help.ts';
import { createPaint } from './cli/paint.ts';
import { versionCommand } from './cli/version.ts';
import { useCompileCache } from './platform/compile-cache.ts';
import { onShutdown } from './platform/shutdown.ts';

const [first = 'help', ...rest] = process.argv.slice(2);
const command = first === '--help' || first === '-h' ? 'help' : (commandOf(first)?.name ?? first);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
// Node reads NO_COLOR and TERM. Loading the settings would take longer than the help.
const hasColours = process.stdout.isTTY === true && process.stdout.hasColors();
const paint = createPaint(hasColours, rest.includes('--no-color'));
const fail = (line: string, status: number): never => {
  process.stderr.write(`${line}\n`);
  process.exit(status);
};

/**
 * Handles commands that do not need the service without loading it, and reports wrong arguments before anything is
 * opened.
 */
function handledLocally(): boolean {
  if (!commandOf(command)) throw unknownCommand(command);
  const end = rest.indexOf('--');
  const wantsHelp = (end < 0 ? rest : rest.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
  if (command === 'help') helpCommand(rest, print, paint);
  else if (wantsHelp) helpCommand([command, ...rest.filter((arg) => arg === '--json')], print, paint);
  else if (command === 'completion') completionCommand(rest, print);
  else {
    parseArguments(rest, command);
    if (command !== 'version') return false;
    versionCommand(rest, print);
  }
  return true;
}

try {
  if (!handledLocally()) {
    // The parent process may stop them before they have started.
    if (command === 'worker' || command === 'serve-api') onShutdown();
    // Inside the installation: in a folder of all users, another user could plant code.
    useCompileCache(fileURLToPath(new URL('../node_modules/.cache/sextant', import.meta.url)));
    const { createRunners } = await import('./runners.ts');
    await createRunners(rest, print, paint)[command]!().catch(async (error) => {
      const { messageOf } = await import('./problems.ts');
      fail(messageOf(error), error instanceof UsageProblem ? 2 : 1);
    });
  }
} catch (error) {
  if (error instanceof UsageProblem) fail(error.message, 2);
  throw error;
}
