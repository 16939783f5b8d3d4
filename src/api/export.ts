// Exports lists of objects, or their results, as JSON lines, CSV or Parquet, page by page, with one page in memory.
import type { FastifyReply } from 'fastify';
import type { Filter, ListObjects, Owner } from '../business/orders/list.ts';
import type { ExportContent, ListedObject } from '../contract/listing.ts';
import { RESULT_COLUMN_TYPES } from '../contract/result-rows.ts';
import type { ExportFormat } from '../contract/vocabulary.ts';
import type { ColumnType } from '../platform/parquet.ts';
import { sendFile } from './export-file.ts';
import { createRowEncoder, FILE_TYPES } from './export-formats.ts';
import type { ReadResults } from './export-results.ts';
import { createStreamLimits, ownerName, type StreamLimitSettings } from './stream-limits.ts';

const PAGE = 1000;
const COLUMNS = {
  id: 'text',
  kind: 'text',
  mode: 'text',
  createdAt: 'time',
  engine: 'text',
  region: 'text',
  keyword: 'text',
  priority: 'text',
  cost: 'integer',
  state: 'text',
  verdict: 'text',
  generatedAt: 'time',
  callback: 'text',
} as const satisfies Partial<Record<keyof ListedObject, ColumnType>>;

export interface ExportSettings extends StreamLimitSettings {
  /** A client that reads nothing for this long is disconnected. */
  readonly stalledMs: number;
}

export const EXPORTS: ExportSettings = { most: 20, perAccount: 3, stalledMs: 60_000 };

export interface ExportRequest {
  readonly filter: Filter;
  /** Only these objects. Absent: all that match the filter. */
  readonly ids?: ReadonlySet<string> | undefined;
  readonly content: ExportContent;
  /** Only results of these types. Absent: all. */
  readonly types?: ReadonlySet<string> | undefined;
  readonly format: ExportFormat;
}

export type SendExport = (reply: FastifyReply, owner: Owner, request: ExportRequest) => Promise<FastifyReply>;

type Row = Readonly<Record<string, unknown>>;

export interface ExportParts {
  readonly list: ListObjects;
  readonly readResults: ReadResults;
}

export function createExports({ list, readResults }: ExportParts, settings: ExportSettings = EXPORTS): SendExport {
  const limits = createStreamLimits(settings);
  /** Yields the rows of a page, in groups that are sent together. */
  async function* rowsOf(
    items: readonly ListedObject[],
    { ids, content, types }: ExportRequest,
    withAccount: boolean,
  ): AsyncIterable<Row[]> {
    const chosen = ids ? items.filter(({ id }) => ids.has(id)) : items;
    if (content === 'requests') return yield [...chosen];
    const accounts = new Map(chosen.map(({ id, account }) => [id, account]));
    for await (const rows of readResults(chosen, types))
      yield withAccount ? rows.map((row) => ({ account: accounts.get(String(row.id)), ...row })) : [...rows];
  }
  return async (reply, owner, request) => {
    const { filter, format, content } = request;
    const release = limits.acquire(ownerName(owner));
    try {
      // Read the first page before sending, so that an unavailable database causes an error and not a broken file.
      const first = await list(owner, filter, null, PAGE);
      const withAccount = owner.account === null;
      const own: Readonly<Record<string, ColumnType>> = content === 'results' ? RESULT_COLUMN_TYPES : COLUMNS;
      const encoder = await createRowEncoder(format, withAccount ? { account: 'text', ...own } : own);
      async function* parts(): AsyncIterable<string | Buffer> {
        yield encoder.start();
        let page = first;
        for (;;) {
          for await (const rows of rowsOf(page.items, request, withAccount)) yield encoder.add(rows);
          if (page.next === null) break;
          page = await list(owner, filter, page.next, PAGE);
          // Pages without matching objects advance too.
          yield '';
        }
        yield encoder.finish();
      }
      return sendFile(reply, {
        type: FILE_TYPES[format],
        disposition: `attachment; filename="${content === 'results' ? 'results' : 'objects'}.${format}"`,
        parts: parts(),
        stalledMs: settings.stalledMs,
        release,
      });
    } catch (error) {
      release();
      throw error;
    }
  };
}
