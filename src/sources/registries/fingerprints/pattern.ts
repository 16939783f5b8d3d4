// Patterns of both kinds: our own, run by the language, and foreign ones, run by the linear machine.
import { foldedOf } from './folded.ts';
import { literalsOf } from './pattern-literals.ts';
import { search } from './pattern-machine.ts';
import { END, type Program, programOf, START } from './pattern-program.ts';
import { readPattern } from './pattern-syntax.ts';
import type { Pattern } from './technology.ts';
import { windowsOf } from './windows.ts';

/** Some tens of milliseconds; a page on which a pattern needs more is taken not to match it. */
const STEPS_MAX = 500_000;
const LONG = 20_000;

/** Our own patterns are short and tested against hostile texts, so the language's engine may run them. */
export function ownPattern(source: string): Pattern {
  const expression = new RegExp(source, 'i');
  return { literals: literalsOf(readPattern(source).node), match: (text) => expression.exec(text) };
}

/** Throws `PatternProblem` for what the machine cannot run. The steps are kept once the pattern has been tried. */
export function foreignPattern(source: string, stepsMax = STEPS_MAX): Pattern {
  const tree = readPattern(source);
  programOf(tree);
  const literals = literalsOf(tree.node);
  let program: Program | null = null;
  return {
    literals,
    match(text) {
      program ??= programOf(readPattern(source));
      const folded = text.length < LONG ? null : foldedOf(text);
      const windows = folded === null || bindsToEnds(program) ? null : windowsOf(folded, literals);
      if (folded === null || windows === null) return search(program, text, stepsMax, folded).groups;
      for (const [from, to] of windows) {
        const { groups } = search(program, text.slice(from, to), stepsMax, folded.slice(from, to));
        if (groups !== null) return groups;
      }
      return null;
    },
  };
}

/** Such a pattern asks where the text begins or ends, so that a part of the text will not do. */
const bindsToEnds = (program: Program): boolean => program.operations.includes(START) || program.operations.includes(END);
