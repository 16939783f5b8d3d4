// A SERP request with all its defaults applied, as it is stored and shown again, in this order.
import type { Compatibility } from '../../business/orders/origin.ts';
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
  readonly archivable: boolean;
  readonly searchEngine: EngineName;
  readonly callback: string | null;
  readonly callbackFormat: CallbackFormat;
  readonly maxResults: number;
  readonly isMobile: boolean;
  readonly language: string;
  readonly saveRawData: boolean;
  readonly customUserAgent: string | null;
  readonly customUrlParameter: readonly SearchEngineParameter[];
  readonly customCookieParameter: readonly SearchEngineParameter[];
  readonly voiceSearchHighFidelity: boolean;
  /** Stored only when false. */
  readonly isFromApi?: boolean;
  /** Stored only for requests of compatibility endpoints. */
  readonly compatibility?: Compatibility;
  /** Stored only when the client sent it. */
  readonly freshness?: number;
  /** Stored only when the client sent it. */
  readonly find?: StoredFind;
}
