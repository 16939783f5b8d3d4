// Splits the text of a file into parts for one import each, and merges the results of the parts.
import type { AddedKeywords, Imported } from './types.ts';

export interface TextPart {
  readonly text: string;
  /** The number of its first line in the file, from 1. */
  readonly line: number;
}

const SEPARATORS = new Set(['', '\n', '\r', ',', ';', '\t']);
const PROBLEMS_MAX = 100;
const YEAR_DAYS = 365;
const MONTH_DAYS = 30;
const DAY_MS = 86_400_000;

/** Yields the records of a CSV file with their line ends. A quoted cell may contain line ends. */
export function* recordsOf(text: string): Generator<string, void, undefined> {
  let [start, isQuoted, previous] = [0, false, ''];
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    // Elsewhere than at the start of a cell, a quotation mark is an ordinary character: 5" pipe.
    if (character === '"' && (isQuoted || SEPARATORS.has(previous))) {
      isQuoted = !isQuoted;
      // Two quotation marks in a quoted cell stand for one: the second opens the cell again.
      previous = '';
      continue;
    }
    if (character === '\n' && !isQuoted) {
      yield text.slice(start, index + 1);
      start = index + 1;
    }
    // Some exports have a blank after the separator.
    if (character !== ' ' || !SEPARATORS.has(previous)) previous = character;
  }
  if (start < text.length) yield text.slice(start);
}

const linesIn = (text: string): number => text.split('\n').length - 1;

/** Returns parts of at most `bytesMax` bytes as JSON and `recordsMax` records. They leave space for the first record in each. */
export function* partsOf(text: string, bytesMax: number, recordsMax: number): Generator<TextPart, void, undefined> {
  const encoder = new TextEncoder();
  const sizeOf = (record: string): number => encoder.encode(JSON.stringify(record)).length;
  let part: string[] = [];
  let [bytes, line, next, header] = [0, 1, 1, 0];
  for (const record of recordsOf(text)) {
    const size = sizeOf(record);
    if (next === 1) header = size;
    if (size + header > bytesMax) throw new TypeError(`Line ${next} is too long. Check its quotation marks.`);
    if (part.length >= recordsMax || (part.length > 0 && bytes + size + header > bytesMax)) {
      yield { text: part.join(''), line };
      [part, bytes, line] = [[], 0, next];
    }
    part.push(record);
    bytes += size;
    next += linesIn(record);
  }
  if (part.length > 0) yield { text: part.join(''), line };
}

type Forecast = AddedKeywords['forecast']['after'];

/** A dry run prices each chunk by itself, so its differences are added. */
function summed(parts: readonly AddedKeywords[], now: number): Forecast {
  const { before } = parts[0]!.forecast;
  const plus = (name: 'checksPerMonth' | 'creditsPerMonth'): number =>
    parts.reduce((sum, { forecast }) => sum + forecast.after[name] - forecast.before[name], before[name]);
  const [checksPerMonth, creditsPerMonth, { balance }] = [plus('checksPerMonth'), plus('creditsPerMonth'), before];
  const days = balance === null || creditsPerMonth === 0 ? Number.POSITIVE_INFINITY : (balance / creditsPerMonth) * MONTH_DAYS;
  const lastsUntil = days > YEAR_DAYS ? null : new Date(now + days * DAY_MS).toISOString().replace(/\.\d+Z$/, '+0000');
  return { checksPerMonth, creditsPerMonth, balance, lastsUntil };
}

export interface AddedPart {
  readonly result: AddedKeywords;
  /** Entries in the parts before. */
  readonly offset: number;
}

/** Merges the results of several calls into that of one. */
export function mergeAdded(parts: readonly AddedPart[], isDryRun: boolean, now = Date.now()): AddedKeywords {
  const results = parts.map(({ result }) => result);
  const [first, last] = [results[0]!, results.at(-1)!];
  if (results.length === 1) return first;
  return {
    added: results.reduce((sum, { added }) => sum + added, 0),
    ids: results.flatMap(({ ids }) => ids),
    duplicates: parts.flatMap(({ result, offset }) => result.duplicates.map((one) => ({ ...one, index: one.index + offset }))),
    forecast: { before: first.forecast.before, after: isDryRun ? summed(results, now) : last.forecast.after },
    run: results.find(({ run }) => run !== null)?.run ?? null,
  };
}

export interface ImportedPart {
  readonly result: Imported;
  /** Added to a line number of the part to get that of the file. */
  readonly lineOffset: number;
}

export function mergeImported(parts: readonly ImportedPart[], isDryRun: boolean, now = Date.now()): Imported {
  const results = parts.map(({ result }) => result);
  const first = results[0]!;
  if (results.length === 1) return first;
  let lines = 0;
  const added = results.map(({ result, lines: own }) => {
    lines += own;
    return { result, offset: lines - own };
  });
  return {
    ...first,
    lines,
    points: results.reduce((sum, { points }) => sum + points, 0),
    problems: parts
      .flatMap(({ result, lineOffset }) => result.problems.map((one) => ({ ...one, line: one.line + lineOffset })))
      .slice(0, PROBLEMS_MAX),
    result: mergeAdded(added, isDryRun, now),
  };
}
