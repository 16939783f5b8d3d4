// A SERP request with all defaults applied, as it is stored and returned.
import type { Region } from '../../contract/region.ts';
import type { SearchEngineParameter } from '../../contract/serp.ts';
import type { CallbackFormat, EngineName, Priority } from '../../contract/vocabulary.ts';
import type { StoredFind } from './find.ts';

export interface StoredSerpRequest {
  readonly keyword: string;
  readonly region: Region;
  readonly regionSearch: Readonly<Record<string, unknown>> | null;
  readonly priority: Priority;
  readonly asynchronous: boolean;
  readonly searchEngine: EngineName;
  readonly maxResults: number;
  readonly isMobile: boolean;
  readonly language: string;
  readonly saveRawData: boolean;
  readonly customUserAgent: string | null;
  readonly customUrlParameter: readonly SearchEngineParameter[];
  readonly customCookieParameter: readonly SearchEngineParameter[];
  readonly voiceSearchHighFidelity: boolean;
  readonly callback: string | null;
  readonly callbackFormat: CallbackFormat;
  readonly archivable: boolean;
  /** Only present when false. */
  readonly isFromApi?: boolean;
  /** Only present if requested. */
  readonly freshness?: number;
  /** Only present if requested. */
  readonly find?: StoredFind;
}
