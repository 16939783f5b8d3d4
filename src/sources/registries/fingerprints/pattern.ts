// Patterns of both kinds: our own run on the language's engine, installed ones on RE2, which needs linear time.
import { RE2JS, RE2JSException } from 're2js';
import { PatternProblem, PLAIN_LETTER, scanPattern } from './pattern-literals.ts';
import type { Pattern } from './technology.ts';
import { lowerCaseOf, windowsOf } from './windows.ts';

/** Program size times characters; about a second in the worst case. A pattern does not match a text that needs more. */
const WORK_MAX = 10_000_000;
/** Longer texts are searched only around the fixed texts of a pattern. */
const LONG = 20_000;
/** `\s`, `\S` and `.` of JavaScript; in RE2 they know only ASCII spaces and the line feed. */
const SPACES = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const OTHERS =
  '\\x00-\\x08\\x0e-\\x1f!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}' +
  '\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const LINE_ENDS = '\\n\\r\\x{2028}\\x{2029}';

/** Our own patterns are tested against hostile texts, so the language's engine may run them. */
export function ownPattern(source: string): Pattern {
  const expression = new RegExp(source, 'i');
  return { literals: scanPattern(source).literals, match: (text) => expression.exec(text) };
}

/** Throws `PatternProblem` for a pattern that RE2 cannot run. Compiles it again on first use, because most are never tried. */
export function foreignPattern(source: string, workMax = WORK_MAX): Pattern {
  const { literals, anchored } = scanPattern(source);
  const lengthMax = workMax / compile(source).programSize();
  let compiled: RE2JS | null = null;
  const search = (text: string): (string | undefined)[] | null => {
    if (text.length > lengthMax) return null;
    compiled ??= compile(source);
    // `test` runs on a DFA and is many times faster than a search for groups.
    return compiled.test(text) ? [...compiled.exec(text)!] : null;
  };
  return {
    literals,
    match(text) {
      const lowerCase = anchored || text.length < LONG ? null : lowerCaseOf(text);
      const windows = lowerCase === null ? null : windowsOf(lowerCase, literals);
      if (windows === null) return search(text);
      for (const [from, to] of windows) {
        const groups = search(text.slice(from, to));
        if (groups !== null) return groups;
      }
      return null;
    },
  };
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(asInJavaScript(source)), RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new PatternProblem(error.message, { cause: error });
  }
}

/** Rewrites what RE2 would read in another way than JavaScript. */
function asInJavaScript(source: string): string {
  let inClass = false;
  return source.replace(/\\[\s\S]|[[\].]/g, (token) => {
    if (token === '[' || token === ']') inClass = token === '[';
    else if (token === '\\s') return inClass ? SPACES : `[${SPACES}]`;
    else if (token === '\\S') return inClass ? OTHERS : `[${OTHERS}]`;
    else if (token === '.' && !inClass) return `[^${LINE_ENDS}]`;
    // In RE2, `\A` is the start of the text.
    else if (PLAIN_LETTER.test(token)) return token.slice(1);
    return token;
  });
}
