// `sextant doctor`: prints what an examination of the installation found, and how to mend it.
import { type Paint, PLAIN } from './paint.ts';
import { readWords, UsageProblem } from './words.ts';

export interface Finding {
  /** What was looked at. */
  readonly check: string;
  /** A note is worth knowing and needs nobody. */
  readonly state: 'ok' | 'note' | 'problem';
  /** What was seen. */
  readonly found: string;
  /** What to do about it; every problem has one. */
  readonly mend?: string;
}

export interface DoctorParts {
  readonly examine: (tell: (finding: Finding) => void) => Promise<void>;
  readonly print: (text: string) => void;
  readonly paint?: Paint;
}

const WIDTH = 14;

/** Answers the exit status: 1 when there is a problem. */
export async function doctorVerb(given: readonly string[], { examine, print, paint = PLAIN }: DoctorParts): Promise<number> {
  const words = readWords(given, 'doctor');
  if (words.plain.length > 0) throw new UsageProblem('sextant doctor takes no words. Try: sextant help doctor');
  const findings: Finding[] = [];
  const marks = { ok: paint.green('ok     '), note: paint.yellow('note   '), problem: paint.red('PROBLEM') };
  await examine((finding) => {
    findings.push(finding);
    if (words.json) return;
    print(`${marks[finding.state]}  ${finding.check.padEnd(WIDTH)}  ${finding.found}`);
    if (finding.mend) print(`${' '.repeat(WIDTH + 11)}${paint.dim('→')} ${finding.mend}`);
  });
  const problems = findings.filter(({ state }) => state === 'problem').length;
  if (words.json) print(JSON.stringify({ problems, findings }));
  else print(`\n${problems === 0 ? 'No problems.' : `${problems} problem${problems === 1 ? '' : 's'}.`}`);
  return problems === 0 ? 0 : 1;
}
