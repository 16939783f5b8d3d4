// Writes the results of a batch as CSV: one row per search result, keyword, record or technology.
import { closeSync, createReadStream, openSync, renameSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { RESULT_COLUMNS, resultRows } from '../contract/result-rows.ts';
import type { Kind, QuoteType } from '../contract/vocabulary.ts';
import { csvLine } from '../platform/csv.ts';
import type { BatchKind } from './batch-kinds.ts';

/** One line of the result file. `result` is absent when the line was rejected or its object is gone. */
type ResultLine = Readonly<Record<string, unknown>> & { readonly result?: Fields };
type Fields = Readonly<Record<string, unknown>>;

interface Format {
  readonly columns: readonly string[];
  readonly rowsOf: (result: Fields) => readonly Fields[];
}

const LINE_COLUMNS = ['line', 'reference', 'outcome'];

const fieldsIn = (value: unknown): Fields => (value ?? {}) as Fields;
const textOf = (list: unknown): string | undefined => (Array.isArray(list) ? list.join(' ') : undefined);

const results = (kind: Kind): Format => ({ columns: RESULT_COLUMNS, rowsOf: (result) => resultRows(kind, result) });

const whois: Format = {
  columns: [
    'domain',
    'registered',
    'createdAt',
    'updatedAt',
    'expiredAt',
    'registrar',
    'status',
    'nameServers',
    'emails',
    'ip',
    'country',
    'hosting',
    'backlinks',
    'error',
  ],
  rowsOf: (record) => {
    const { ip, country, hostingPovider: hosting } = fieldsIn(record.server); // spelled so by the contract
    const lists = { status: textOf(record.status), nameServers: textOf(record.nameServers), emails: textOf(record.emails) };
    return [{ ...record, ...lists, registrar: fieldsIn(record.registrar).name, ip, country, hosting }];
  },
};

const technologies: Format = {
  columns: ['domain', 'updatedAt', 'name', 'version', 'category', 'confidence', 'website', 'error'],
  rowsOf: ({ domain, updatedAt, technologies: found }) => {
    const items = Array.isArray(found) ? (found as Fields[]) : [];
    return (items.length === 0 ? [{}] : items).map((item) => ({ ...item, domain, updatedAt }));
  },
};

const FORMATS: Readonly<Record<QuoteType, Format>> = {
  serp: results('serp'),
  keyword: results('keyword'),
  'ai-prompt': results('ai'),
  'ai-analysis': results('ai'),
  whois,
  technologies,
};

/** The column that shows the keyword, prompt, URL or domain of a line without a result. */
const subjectColumn = ({ subject }: BatchKind): string => (subject === 'domain' ? 'domain' : 'keyword');

/** Replaces the file only when it is complete. Rows are in the order in which the results arrived. */
export async function writeResultsCsv(resultFile: string, csvFile: string, kind: BatchKind): Promise<void> {
  const { columns, rowsOf } = FORMATS[kind.name];
  const all = [...LINE_COLUMNS, ...columns];
  const part = `${csvFile}.part`;
  const handle = openSync(part, 'w');
  try {
    writeSync(handle, csvLine(all));
    for await (const text of createInterface({ input: createReadStream(resultFile, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
      const { result, line, reference, outcome, error, ...more } = JSON.parse(text) as ResultLine;
      const missing = { [subjectColumn(kind)]: more[kind.subject], id: more.id, error };
      for (const row of result === undefined ? [missing] : rowsOf(result)) {
        const cells: Fields = { ...row, line, reference, outcome };
        writeSync(handle, csvLine(all.map((name) => cells[name])));
      }
    }
  } finally {
    closeSync(handle);
  }
  renameSync(part, csvFile);
}
