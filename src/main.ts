// Entry point: runs the command and prints a problem as one clear line.

import { readWords, UsageProblem } from './cli/arguments.ts';
import { commandOf } from './cli/commands.ts';
import { completionCommand } from './cli/completion.ts';
import { helpCommand, unknownCommand } from './cli/help.ts';
import { createPaint } from './cli/paint.ts';
import { refusesColour } from './config.ts';
import { onShutdown } from './platform/shutdown.ts';

const [first = 'help', ...rest] = process.argv.slice(2);
const verb = first === '--help' || first === '-h' ? 'help' : (commandOf(first)?.name ?? first);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const paint = createPaint(process.stdout.isTTY === true, refusesColour() || rest.includes('--no-color'));
const fail = (line: string, status: number): never => {
  process.stderr.write(`${line}\n`);
  process.exit(status);
};

/** What needs nothing of the service is answered without loading it, and a wrong word is told before anything is opened. */
function answered(): boolean {
  if (!commandOf(verb)) throw unknownCommand(verb);
  const end = rest.indexOf('--');
  const asksForHelp = (end < 0 ? rest : rest.slice(0, end)).some((word) => word === '--help' || word === '-h');
  if (verb === 'help') helpCommand(rest, print, paint);
  else if (asksForHelp) helpCommand([verb, ...rest.filter((word) => word === '--json')], print, paint);
  else if (verb === 'completion') completionCommand(rest, print);
  else {
    readWords(rest, verb);
    return false;
  }
  return true;
}

try {
  if (!answered()) {
    // They are stopped by whoever started them, perhaps before they are there.
    if (verb === 'worker' || verb === 'serve-api') onShutdown();
    const { createRunners, lineOf } = await import('./runners.ts');
    await createRunners(rest, print, paint)[verb]!().catch((error) => fail(lineOf(error), error instanceof UsageProblem ? 2 : 1));
  }
} catch (error) {
  if (error instanceof UsageProblem) fail(error.message, 2);
  throw error;
}
