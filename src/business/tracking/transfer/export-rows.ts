// Rows of exports: keywords, checks, competitors and top pages.
import type { Group } from '../../../contract/tracking-history.ts';
import type { History, SlotRange, TrackedKeywords } from '../interfaces.ts';
import type { ProjectRow } from '../types.ts';

/** `points` are the lines of `GET /projects/{id}/history`. */
export const EXPORT_CONTENTS = ['keywords', 'history', 'competitors', 'top', 'points'] as const;
export type ExportContent = (typeof EXPORT_CONTENTS)[number];

export type ExportRow = Readonly<Record<string, unknown>>;

export interface ExportQuery {
  readonly content: ExportContent;
  readonly format: 'csv' | 'jsonl';
  readonly range: SlotRange;
  readonly group: Group;
  readonly tags: readonly string[];
}

export interface ExportRows {
  read(
    project: ProjectRow,
    query: ExportQuery,
  ): { readonly columns: readonly string[]; readonly chunks: AsyncIterable<readonly ExportRow[]> };
}

export interface ExportParts {
  readonly keywords: TrackedKeywords;
  readonly history: History;
  /** URLs of pages by id. */
  readonly pageUrls: (project: ProjectRow, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}
