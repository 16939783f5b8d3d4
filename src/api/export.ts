// Exports lists of objects as JSON lines or CSV, page by page, with one page in memory.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Filter, ListObjects, Owner } from '../business/orders/list.ts';
import type { ExportFormat, ListedObject } from '../contract/listing.ts';
import { createStreamLimits, ownerName, type StreamLimitSettings } from './stream-limits.ts';

const PAGE = 1000;
const COLUMNS = [
  'id',
  'kind',
  'mode',
  'createdAt',
  'engine',
  'region',
  'keyword',
  'priority',
  'cost',
  'state',
  'verdict',
  'generatedAt',
  'callback',
] as const satisfies readonly (keyof ListedObject)[];

export interface ExportSettings extends StreamLimitSettings {
  /** A client that reads nothing for this long is disconnected. */
  readonly stalledMs: number;
}

export const EXPORTS: ExportSettings = { most: 20, perAccount: 3, stalledMs: 60_000 };

export type SendExport = (reply: FastifyReply, owner: Owner, filter: Filter, format: ExportFormat) => Promise<FastifyReply>;

/**
 * The start of a formula in a spreadsheet: the usual characters and their full-width and small forms, after whitespace
 * that some programs strip; or a tab or line end, which some programs treat as the end of the cell.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\u200b\ufeff]*[=+\-@＝＋－＠﹦﹢﹣﹫])/;

/** Prefixes a cell that a spreadsheet would treat as a formula with an apostrophe. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function createExports(list: ListObjects, settings: ExportSettings = EXPORTS): SendExport {
  const limits = createStreamLimits(settings);
  return async (reply, owner, filter, format) => {
    const release = limits.acquire(ownerName(owner));
    try {
      // Read the first page before sending, so that an unavailable database causes an error and not a broken file.
      const first = await list(owner, filter, null, PAGE);
      const columns: readonly (keyof ListedObject)[] = owner.account === null ? ['account', ...COLUMNS] : COLUMNS;
      const lines = (items: readonly ListedObject[]): string =>
        items
          .map((item) => (format === 'csv' ? columns.map((name) => cellOf(item[name])).join(',') : JSON.stringify(item)))
          .map((line) => `${line}${format === 'csv' ? '\r\n' : '\n'}`)
          .join('');
      let stalled: NodeJS.Timeout | undefined;
      const moving = (): void => {
        clearTimeout(stalled);
        stalled = setTimeout(() => body.destroy(), settings.stalledMs).unref();
      };
      async function* chunks(): AsyncIterable<string> {
        if (format === 'csv') yield `${columns.join(',')}\r\n`;
        let page = first;
        for (;;) {
          moving();
          if (page.items.length > 0) yield lines(page.items);
          if (page.next === null) return;
          page = await list(owner, filter, page.next, PAGE);
        }
      }
      const body = Readable.from(chunks(), { objectMode: false, highWaterMark: 65_536 }).once('close', () => {
        clearTimeout(stalled);
        release();
      });
      return reply
        .header('content-type', format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="objects.${format}"`)
        .send(body);
    } catch (error) {
      release();
      throw error;
    }
  };
}
