// Names of large regions in other languages ("Monaco di Baviera", "Moskau"), parsed on first use.
import { type Folded, lineOfPosition } from './folded.ts';

export interface ExonymLines {
  readonly folded: Folded;
  /** The row of each line. Rows are in list order, so the first of equal names is the largest region. */
  readonly rows: Uint32Array;
}

/** Lines of `row TAB key`. The keys were folded when the list was built. */
export class Exonyms {
  readonly #bytes: Buffer;
  #lines: ExonymLines | null = null;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get lines(): ExonymLines {
    this.#lines ??= readLines(this.#bytes);
    return this.#lines;
  }

  /** Returns the largest region with this name, or -1. */
  find(key: string): number {
    const { folded, rows } = this.lines;
    const hit = key === '' ? -1 : folded.text.indexOf(`\n${key}\n`);
    return hit < 0 ? -1 : (rows[lineOfPosition(folded.starts, hit + 1, 0)] ?? -1);
  }
}

function readLines(bytes: Buffer): ExonymLines {
  const lines = bytes.length === 0 ? [] : bytes.toString('utf8').split('\n');
  const rows = new Uint32Array(lines.length);
  const starts = new Uint32Array(lines.length + 1);
  const keys: string[] = [];
  let at = 1;
  for (const [line, text] of lines.entries()) {
    const tab = text.indexOf('\t');
    rows[line] = Number(text.slice(0, tab));
    const key = text.slice(tab + 1);
    starts[line] = at;
    at += key.length + 1;
    keys.push(key);
  }
  starts[lines.length] = at;
  return { folded: { text: `\n${keys.join('\n')}\n`, starts }, rows };
}
