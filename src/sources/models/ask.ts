// What every AI model is asked, and what it gives back.

export interface PromptAsk {
  readonly prompt: string;
  readonly system: string | null;
  /** The answer must be JSON of this schema. */
  readonly schema: { readonly name: string; readonly schema: object } | null;
  /** ISO 3166-1 alpha-2; where the model should search from. */
  readonly country: string | null;
}

export interface Citation {
  /** From 1, in the order of the answer. */
  readonly position: number;
  readonly title: string | null;
  readonly url: string;
  readonly domain: string;
  readonly snippet: string | null;
  readonly date: string | null;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
}

export interface PromptFound {
  readonly text: string;
  /** Null when the answer is JSON. */
  readonly markdown: string | null;
  readonly model: string | null;
  /** Did the model search the web? */
  readonly webSearch: boolean | null;
  readonly citations: readonly Citation[];
  readonly searchQueries: readonly string[];
  readonly relatedQuestions: readonly string[];
  readonly usage: Usage | null;
  readonly finishReason: string | null;
}

/** Access to a provider. */
export interface ModelSettings {
  readonly apiKey: string;
  readonly model: string;
  /** Such as `https://api.openai.com`. */
  readonly baseUrl: string;
}
