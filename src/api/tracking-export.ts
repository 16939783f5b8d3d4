// Exports keywords and history of a project as CSV or JSON lines, with a few chunks in memory.
import type { FastifyReply } from 'fastify';
import type { ExportQuery, ExportRows } from '../business/tracking/transfer/export-rows.ts';
import type { ProjectRow } from '../business/tracking/types.ts';
import { csvLine } from '../platform/csv.ts';
import { EXPORTS, type ExportSettings } from './export.ts';
import { sendFile } from './export-file.ts';
import { FILE_TYPES } from './export-formats.ts';
import { createStreamLimits, ownerName } from './stream-limits.ts';

export interface TrackingExport extends ExportQuery {
  readonly project: ProjectRow;
  /** Shown by the client instead of saved as a file. */
  readonly isInline?: boolean;
}

export type SendTrackingExport = (reply: FastifyReply, wanted: TrackingExport) => Promise<FastifyReply>;

export function createTrackingExports(rows: ExportRows, settings: ExportSettings = EXPORTS): SendTrackingExport {
  const limits = createStreamLimits(settings);
  return async (reply, wanted) => {
    const { project, content, format, isInline = false } = wanted;
    const release = limits.acquire(ownerName({ account: project.accountId, mode: project.mode }));
    try {
      const { columns, chunks } = rows.read(project, wanted);
      const lineOf = (row: Readonly<Record<string, unknown>>): string =>
        format === 'csv' ? csvLine(columns.map((name) => row[name])) : `${JSON.stringify(row)}\n`;
      const iterator = chunks[Symbol.asyncIterator]();
      // Read the first chunk before sending, so that an unavailable database causes an error and not a broken file.
      let next = await iterator.next();
      async function* parts(): AsyncIterable<string> {
        try {
          if (format === 'csv') yield csvLine(columns);
          for (; !next.done; next = await iterator.next()) yield next.value.map(lineOf).join('');
        } finally {
          await iterator.return?.();
        }
      }
      return sendFile(reply, {
        type: FILE_TYPES[format],
        disposition: isInline ? 'inline' : `attachment; filename="${content}.${format}"`,
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
