// `sextant doctor`: prints the findings about the installation and how to fix them.

import { parseArguments, UsageProblem } from './arguments.ts';
import { type Paint, PLAIN } from './paint.ts';

export interface Finding {
  readonly check: string;
  /** A note needs no action. */
  readonly state: 'ok' | 'note' | 'problem';
  readonly found: string;
  /** The next action; every problem has one. */
  readonly fix?: string;
}

export interface DoctorParts {
  readonly examine: (report: (finding: Finding) => void) => Promise<void>;
  readonly print: (text: string) => void;
  readonly paint?: Paint;
}

const WIDTH = 14;

/** Returns the exit code: 1 if there is a problem. */
export async function doctorCommand(argv: readonly string[], { examine, print, paint = PLAIN }: DoctorParts): Promise<number> {
  const args = parseArguments(argv, 'doctor');
  if (args.plain.length > 0) throw new UsageProblem('sextant doctor takes no arguments. Try: sextant help doctor');
  const findings: Finding[] = [];
  const marks = { ok: paint.green('ok     '), note: paint.yellow('note   '), problem: paint.red('PROBLEM') };
  await examine((finding) => {
    findings.push(finding);
    if (args.json) return;
    print(`${marks[finding.state]}  ${finding.check.padEnd(WIDTH)}  ${finding.found}`);
    if (finding.fix) print(`${' '.repeat(WIDTH + 11)}${paint.dim('→')} ${finding.fix}`);
  });
  const problems = findings.filter(({ state }) => state === 'problem').length;
  if (args.json) print(JSON.stringify({ problems, findings }));
  else print(`\n${problems === 0 ? 'No problems.' : `${problems} problem${problems === 1 ? '' : 's'}.`}`);
  return problems === 0 ? 0 : 1;
}
