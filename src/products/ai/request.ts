// An AI request with all defaults applied, as it is stored and returned.
import type { AiService, AiType, Priority } from '../../contract/vocabulary.ts';

export interface StoredAiRequest {
  readonly type: AiType;
  readonly aiService: AiService;
  readonly priority: Priority;
  readonly callback: string | null;
  readonly scheduleTo: number | null;
  readonly externalIdentifier: string | null;
  readonly url: string | null;
  readonly prompt: string | null;
}
