// The front door: picks the verb, has it run, and turns problems into one clear line.
import { completionVerb } from './cli/completion.ts';
import { helpVerb, unknownVerb } from './cli/help.ts';
import { createPaint } from './cli/paint.ts';
import { verbOf } from './cli/verbs.ts';
import { readWords, UsageProblem } from './cli/words.ts';
import { refusesColour } from './config.ts';
import { obeyStops } from './platform/stop.ts';

const [first = 'help', ...rest] = process.argv.slice(2);
const verb = first === '--help' || first === '-h' ? 'help' : (verbOf(first)?.name ?? first);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const paint = createPaint(process.stdout.isTTY === true, refusesColour() || rest.includes('--no-color'));
const fail = (line: string, status: number): never => {
  process.stderr.write(`${line}\n`);
  process.exit(status);
};

/** What needs nothing of the service is answered without loading it, and a wrong word is told before anything is opened. */
function answered(): boolean {
  if (!verbOf(verb)) throw unknownVerb(verb);
  const end = rest.indexOf('--');
  const asksForHelp = (end < 0 ? rest : rest.slice(0, end)).some((word) => word === '--help' || word === '-h');
  if (verb === 'help') helpVerb(rest, print, paint);
  else if (asksForHelp) helpVerb([verb, ...rest.filter((word) => word === '--json')], print, paint);
  else if (verb === 'completion') completionVerb(rest, print);
  else {
    readWords(rest, verb);
    return false;
  }
  return true;
}

try {
  if (!answered()) {
    // They are stopped by whoever started them, perhaps before they are there.
    if (verb === 'worker' || verb === 'serve-api') obeyStops();
    const { createRunners, lineOf } = await import('./runners.ts');
    await createRunners(rest, print, paint)[verb]!().catch((error) => fail(lineOf(error), error instanceof UsageProblem ? 2 : 1));
  }
} catch (error) {
  if (error instanceof UsageProblem) fail(error.message, 2);
  throw error;
}
