// Converts a registry's web page to lines for the WHOIS parser: labels, values and headings.
import { Parser } from 'htmlparser2';

const HTML_MAX = 1_000_000;
const CHUNK = 8192;
/** The parser becomes slow with depth. No real page is nested deeper. */
const DEPTH_MAX = 1000;
const LINES_MAX = 3000;
const CELLS_MAX = 20;
const HEADING_CHARACTERS_MAX = 60;

/** Elements that are not part of the result. */
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'head', 'svg', 'select', 'button', 'textarea', 'nav', 'footer']);
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'legend', 'caption', 'summary']);
const BLOCKS = new Set(
  'p div li ul ol table tbody thead section article main header aside form fieldset blockquote center address dl dt dd tr pre'.split(' '),
);

interface Row {
  readonly cells: string[];
  /** The open cell. */
  cell: string | null;
}

class PageText {
  readonly lines: string[] = [];
  private text = '';
  private skipping = 0;
  private pre = 0;
  private term: string | null = null;
  private readonly rows: Row[] = [];

  open(name: string): void {
    if (SKIPPED.has(name)) this.skipping++;
    if (this.skipping > 0) return;
    const row = this.rows.at(-1);
    if (name === 'br') this.write('\n');
    else if (name === 'tr') {
      // A table in a cell: the text before it in the cell is a separate line.
      this.flush();
      this.rows.push({ cells: [], cell: null });
    } else if ((name === 'td' || name === 'th') && row) {
      this.flush();
      row.cell = '';
    } else if (name === 'dd') {
      this.term = this.take() || this.term;
    } else if (HEADINGS.has(name) || (BLOCKS.has(name) && (row === undefined || row.cell === null))) this.flush();
    else if (BLOCKS.has(name)) this.write('\n');
    if (name === 'pre') this.pre++;
  }

  close(name: string): void {
    if (SKIPPED.has(name)) this.skipping = Math.max(0, this.skipping - 1);
    if (this.skipping > 0 || SKIPPED.has(name)) return;
    const row = this.rows.at(-1);
    if (name === 'pre') this.pre = Math.max(0, this.pre - 1);
    if ((name === 'td' || name === 'th') && row && row.cell !== null) {
      if (row.cells.length < CELLS_MAX) row.cells.push(this.take());
      row.cell = null;
    } else if (name === 'tr' && row) {
      this.rows.pop();
      this.addRow(row.cells);
    } else if (HEADINGS.has(name)) this.addHeading(this.take());
    else if (name === 'dd') {
      this.addRow([this.term ?? '', this.take()]);
      this.term = null;
    } else if (name === 'dt') this.term = this.take();
    else if (BLOCKS.has(name) && (row === undefined || row.cell === null)) this.flush();
    else if (BLOCKS.has(name)) this.write('\n');
  }

  write(text: string): void {
    if (this.skipping === 0) this.text += this.pre > 0 || text === '\n' ? text : text.replace(/\s+/g, ' ');
  }

  /** Returns the text since the last line, without blank lines unless it is preformatted. */
  private take(): string {
    const lines = this.text.split('\n').map((line) => (this.pre > 0 ? line.trimEnd() : line.replace(/[ \u00a0]+/g, ' ').trim()));
    this.text = '';
    return (this.pre > 0 ? lines : lines.filter((line) => line !== '')).join('\n');
  }

  flush(): void {
    const text = this.take();
    if (text.trim() !== '' && this.lines.length < LINES_MAX) this.lines.push(...text.split('\n'));
  }

  private addHeading(text: string): void {
    if (text === '' || this.lines.length >= LINES_MAX) return;
    const isLabel = text.length <= HEADING_CHARACTERS_MAX && !/[.!?:]$|\n/.test(text);
    this.lines.push('', isLabel ? `${text}:` : text);
  }

  private addRow(cells: readonly string[]): void {
    const [label = '', ...values] = cells.map((cell) => cell.trim());
    const known = values.filter((value) => value !== '');
    if (known.length === 0) this.addHeading(label);
    else if (this.lines.length < LINES_MAX) {
      const [first, ...more] = known.join('  ').split('\n');
      // A row without a label continues the value above.
      this.lines.push(label === '' ? `    ${first}` : `${label.replace(/[\s:]+$/, '')}: ${first}`, ...more.map((line) => `    ${line}`));
    }
  }
}

export function textOfPage(html: string): string {
  const page = new PageText();
  let depth = 0;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        depth++;
        page.open(name);
      },
      onclosetag: (name) => {
        depth--;
        page.close(name);
      },
      ontext: (text) => page.write(text),
    },
    { decodeEntities: true },
  );
  const length = Math.min(html.length, HTML_MAX);
  for (let at = 0; at < length && depth < DEPTH_MAX; at += CHUNK) parser.write(html.slice(at, Math.min(at + CHUNK, length)));
  if (depth < DEPTH_MAX) parser.end();
  page.flush();
  return page.lines.join('\n').trim();
}
