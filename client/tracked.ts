// Tracked keywords of a project: added, changed, removed and imported in chunks, and listed page by page.
import { type AnyIterable, chunksOf } from './chunks.ts';
import { type CreateOptions, withListIndex } from './objects.ts';
import { type AddedPart, type ImportedPart, mergeAdded, mergeImported, partsOf, recordsOf } from './records.ts';
import { newKey, type Send } from './send.ts';
import type { AddedKeywords, AddKeywords, ChangeKeywords, Imported, ImportKeywords, Operations, TrackedKeyword } from './types.ts';
import { type CallOptions, callOf } from './wait.ts';

export type NewTrackedKeyword = AddKeywords['keywords'][number];
export type KeywordsQuery = Operations['GET /projects/{id}/keywords']['query'];
export type Forecast = Operations['POST /tracking/forecast']['answer'];

export interface AddOptions extends CreateOptions {
  /** Checks and prices without saving. */
  readonly dryRun?: boolean;
  /** Also starts a run of the added keywords, at most 1000. */
  readonly checkNow?: boolean;
}

export type ImportOptions = CreateOptions & Omit<ImportKeywords, 'text'>;

export interface TrackedKeywords {
  /** Adds any number of keywords, in chunks of 1000. Existing ones are named in `duplicates` and left as they are. */
  addKeywords(project: string, keywords: AnyIterable<string | NewTrackedKeyword>, options?: AddOptions): Promise<AddedKeywords>;
  /** Changes any number of keywords. Returns how many were changed. */
  changeKeywords(project: string, ids: AnyIterable<string>, change: Omit<ChangeKeywords, 'ids'>, options?: CallOptions): Promise<number>;
  /** Removes keywords with their history. To stop checks and keep it, change `enabled`. */
  removeKeywords(project: string, ids: AnyIterable<string>, options?: CallOptions): Promise<number>;
  /** Yields every keyword that matches, page by page. */
  keywords(project: string, query?: Omit<KeywordsQuery, 'after'>, options?: CallOptions): AsyncGenerator<TrackedKeyword, void, undefined>;
  keyword(project: string, id: string, options?: CallOptions): Promise<TrackedKeyword>;
  /** Imports a CSV file or a list of any length. Long texts are sent in parts. */
  importText(project: string, text: string, options?: ImportOptions): Promise<Imported>;
}

/** Maximum number of entries in one call. */
const KEYWORDS_MAX = 1000;
/** Below the service's limits of 50,000 lines and 4 MiB. */
const RECORDS_MAX = 40_000;
const BYTES_MAX = 3_400_000;
const PAGE_KEYWORDS = 1000;
/** Formats whose first line is not a header. */
const HEADERLESS: readonly Imported['format'][] = ['lines', 'serposcope'];

export function createTrackedKeywords(send: Send): TrackedKeywords {
  const addKeywords: TrackedKeywords['addKeywords'] = async (id, keywords, options = {}) => {
    const { dryRun = false, checkNow = false, idempotencyKey = newKey() } = options;
    const parts: AddedPart[] = [];
    let offset = 0;
    const entries = async function* (): AsyncGenerator<NewTrackedKeyword> {
      for await (const one of keywords) yield typeof one === 'string' ? { keyword: one } : one;
    };
    const chunks = chunksOf(entries(), KEYWORDS_MAX);
    for (let chunk = await chunks.next(); !chunk.done; ) {
      const next = await chunks.next();
      // The service starts one run per minute, so a second chunk would not be checked.
      if (checkNow && !next.done)
        throw new TypeError('checkNow accepts one chunk of at most 1000 keywords. Add them first, then call run.');
      const result = await send('POST /projects/{id}/keywords', {
        ...callOf(options),
        path: { id },
        body: { keywords: chunk.value, ...(dryRun ? { dryRun } : {}), ...(checkNow ? { checkNow } : {}) },
        idempotencyKey: `${idempotencyKey}-${parts.length + 1}`,
      }).catch((error) => {
        throw withListIndex(error, (index) => offset + index);
      });
      parts.push({ result, offset });
      offset += chunk.value.length;
      chunk = next;
    }
    if (parts.length === 0) throw new TypeError('There are no keywords to add.');
    return mergeAdded(parts, dryRun);
  };

  const importText: TrackedKeywords['importText'] = async (id, text, options = {}) => {
    const { format, columns, dryRun = false, idempotencyKey = newKey() } = options;
    const parts: ImportedPart[] = [];
    let header = '';
    for (const part of partsOf(text, BYTES_MAX, RECORDS_MAX)) {
      const known = parts[0]?.result.format;
      // The first response says whether the file has a header. Later parts then need it too.
      if (known !== undefined && header === '' && !HEADERLESS.includes(known)) header = recordsOf(text).next().value ?? '';
      const result = await send('POST /projects/{id}/import', {
        ...callOf(options),
        path: { id },
        body: {
          text: header + part.text,
          ...((known ?? format) === undefined ? {} : { format: known ?? format }),
          ...(columns === undefined ? {} : { columns }),
          ...(dryRun ? { dryRun } : {}),
        },
        idempotencyKey: `${idempotencyKey}-${parts.length + 1}`,
      });
      parts.push({ result, lineOffset: part.line - 1 - (header.split('\n').length - 1) });
    }
    if (parts.length === 0) throw new TypeError('There is no text to import.');
    return mergeImported(parts, dryRun);
  };

  return {
    addKeywords,
    importText,
    changeKeywords: async (id, ids, change, options = {}) => {
      let changed = 0;
      for await (const chunk of chunksOf(ids, KEYWORDS_MAX)) {
        const body = { ...change, ids: chunk };
        changed += (await send('PATCH /projects/{id}/keywords', { ...callOf(options), path: { id }, body })).changed;
      }
      return changed;
    },
    removeKeywords: async (id, ids, options = {}) => {
      let removed = 0;
      for await (const chunk of chunksOf(ids, KEYWORDS_MAX))
        removed += (await send('POST /projects/{id}/keywords/remove', { ...callOf(options), path: { id }, body: { ids: chunk } })).removed;
      return removed;
    },
    async *keywords(id, query = {}, options = {}) {
      for (let after: string | undefined; ; ) {
        const page = { limit: PAGE_KEYWORDS, ...query, ...(after === undefined ? {} : { after }) };
        const { items, next } = await send('GET /projects/{id}/keywords', { ...callOf(options), path: { id }, query: page });
        yield* items;
        if (next === null) return;
        after = next;
      }
    },
    keyword: (id, keywordId, options = {}) =>
      send('GET /projects/{id}/keywords/{keywordId}', { ...callOf(options), path: { id, keywordId } }),
  };
}
