// Patterns of both kinds: our own, run by the language, and foreign ones, run by the linear machine.
import { literalsOf } from './pattern-literals.ts';
import { search } from './pattern-machine.ts';
import { type Program, programOf } from './pattern-program.ts';
import { readPattern } from './pattern-syntax.ts';
import type { Pattern } from './technology.ts';

/** About ten milliseconds; a page on which a pattern needs more is taken not to match it. */
const STEPS_MAX = 1_000_000;

/** Our own patterns are short and tested against hostile texts, so the language's engine may run them. */
export function ownPattern(source: string): Pattern {
  const expression = new RegExp(source, 'i');
  return { literals: literalsOf(readPattern(source).node), match: (text) => expression.exec(text) };
}

/** Throws `PatternProblem` for what the machine cannot run. The steps are made when the pattern is first tried. */
export function foreignPattern(source: string, stepsMax = STEPS_MAX): Pattern {
  const tree = readPattern(source);
  let program: Program | null = null;
  programOf(tree);
  return {
    literals: literalsOf(tree.node),
    match(text) {
      program ??= programOf(tree);
      return search(program, text, stepsMax).groups;
    },
  };
}
