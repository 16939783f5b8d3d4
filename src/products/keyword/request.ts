// A keyword request with all defaults applied, as it is stored and returned.
import type { Region } from '../../contract/region.ts';
import type { CallbackFormat, KeywordSource, Priority } from '../../contract/vocabulary.ts';

export interface StoredKeywordRequest {
  readonly keywords: readonly string[] | null;
  readonly url: string | null;
  readonly region: Region;
  readonly regionSearch: Readonly<Record<string, unknown>> | null;
  readonly priority: Priority;
  readonly asynchronous: boolean;
  readonly language: string | null;
  readonly source: KeywordSource;
  readonly searchPartners: boolean;
  readonly suggestions: boolean;
  readonly callback: string | null;
  readonly callbackFormat: CallbackFormat;
  readonly archivable: boolean;
  /** Only present when false. */
  readonly isFromApi?: boolean;
  /** Only present if requested. */
  readonly freshness?: number;
}
