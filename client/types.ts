// The words of the API as types, written by `npm run client` from docs/openapi.json; do not edit.

export interface ErrorBody {
  /** The HTTP status. */
  readonly code: number;
  readonly message: string;
  /** The next action. */
  readonly solution?: string;
}

export interface Region {
  /** Unique persistent id. */
  readonly id: string;
  /** English name. */
  readonly name: string;
  /** Name in the local language. */
  readonly localName: string | null;
  /** Human-readable full name. */
  readonly formattedName: string;
  /** English name of the region, its parent and country. Unique. Use it when sending region names. */
  readonly canonicalName: string;
  /** Id in a maps API. */
  readonly placeId: string | null;
  /** Parent region id. */
  readonly parentId: string | null;
  /** ISO-3166-1 alpha-2. */
  readonly countryCode: string;
  readonly type: 'airport' | 'autonomous community' | 'borough' | 'canton' | 'city' | 'city region' | 'congressional district' | 'country' | 'county' | 'department' | 'district' | 'dma region' | 'governate' | 'municipality' | 'neighborhood' | 'okrug' | 'postal code' | 'prefecture' | 'province' | 'region' | 'state' | 'territory' | 'tv region' | 'union territory' | 'university' | null;
  /** Approximate. */
  readonly population: number | null;
  /** Centre of the region. */
  readonly latitude: number;
  /** Centre of the region. */
  readonly longitude: number;
  readonly location: {
    /** The GeoJSON type, `Point`. */
    readonly type: string;
    /** Longitude, then latitude. */
    readonly coordinates: ReadonlyArray<number>;
  } | null;
}

/** A point. The nearest region is used. Ignored when `region` is set. */
export interface RegionSearch {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly maxDistance?: number;
  /** Allowed region types. Empty or omitted: the default 19. */
  readonly types?: ReadonlyArray<'airport' | 'autonomous community' | 'borough' | 'canton' | 'city' | 'city region' | 'congressional district' | 'country' | 'county' | 'department' | 'district' | 'dma region' | 'governate' | 'municipality' | 'neighborhood' | 'okrug' | 'postal code' | 'prefecture' | 'province' | 'region' | 'state' | 'territory' | 'tv region' | 'union territory' | 'university' | 'governorate'>;
}

export interface RegionList {
  readonly page: number;
  /** Total results. */
  readonly total: number;
  readonly items: ReadonlyArray<Region>;
}

export interface SERPRequest {
  /** Searched exactly as sent; 1 to 2,048 characters. */
  readonly keyword: string;
  /** Canonical region name, ISO country code, formatted or local name, or criteria id. Takes precedence over `regionSearch`. */
  readonly region?: string | number;
  /** A point. The nearest region is used. Ignored when `region` is set. */
  readonly regionSearch?: {
    readonly latitude?: number;
    readonly longitude?: number;
    /** Metres. */
    readonly maxDistance?: number;
    /** Allowed region types. Empty or omitted: the default 19. */
    readonly types?: ReadonlyArray<'airport' | 'autonomous community' | 'borough' | 'canton' | 'city' | 'city region' | 'congressional district' | 'country' | 'county' | 'department' | 'district' | 'dma region' | 'governate' | 'municipality' | 'neighborhood' | 'okrug' | 'postal code' | 'prefecture' | 'province' | 'region' | 'state' | 'territory' | 'tv region' | 'union territory' | 'university' | 'governorate'>;
  };
  /** Extension: `duckduckgo`. */
  readonly searchEngine?: 'google' | 'googlelocal' | 'googleimages' | 'googlenews' | 'googleadvertiser' | 'google-aimode' | 'bing' | 'yahoo' | 'yandex' | 'youtube' | 'naver' | 'naverwebdocs' | 'naverlocal' | 'daumweb' | 'daumsite' | 'baidu' | 'sogou' | 'seznam' | 'chatgpt' | 'perplexity' | 'universal' | 'duckduckgo';
  readonly priority?: 'LOW' | 'NORMAL' | 'REALTIME' | 'INSTANT';
  /** When omitted: true for LOW and NORMAL, false for REALTIME and INSTANT. */
  readonly asynchronous?: boolean;
  /** Older variant: the same as priority REALTIME. */
  readonly isRealTime?: boolean;
  /** Older variant: the same as priority LOW. */
  readonly isLowPriority?: boolean;
  /** Absolute http(s) URL that is called when the object is finished. `{:id:}` and `{:type:}` after the host are replaced, percent-encoded or not. */
  readonly callback?: string;
  /** `SIMPLE` or `JSON`. Any other value, of any JSON type, counts as `SIMPLE`. */
  readonly callbackFormat?: unknown;
  /** Maximum number of organic results. A further page is fetched only if at least half a page is missing. */
  readonly maxResults?: 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100;
  /** Ignored when `customUserAgent` is set. */
  readonly isMobile?: boolean;
  /** ISO 639-1. Omitted: the default of the region’s country. */
  readonly language?: string;
  readonly saveRawData?: boolean;
  /** At most 250 characters of printable ASCII. */
  readonly customUserAgent?: string;
  /** Encoded like a form, in UTF-8. At most 7,168 bytes in total. */
  readonly customUrlParameter?: ReadonlyArray<{
    readonly name: string;
    /** Not encoded. Null removes the default of that name. */
    readonly value?: string | null;
  }>;
  /** Characters that cookies cannot contain are percent-encoded in UTF-8. At most 4,096 bytes each and 7,168 in total, after encoding. */
  readonly customCookieParameter?: ReadonlyArray<{
    readonly name: string;
    /** Not encoded. Null removes the default of that name. */
    readonly value?: string | null;
  }>;
  readonly voiceSearchHighFidelity?: boolean;
  /** Extension: a site to find among the organic results. */
  readonly find?: {
    /** Subdomains are included. */
    readonly domain: string;
    /** Fetch no further page after a match. */
    readonly stopWhenFound?: boolean;
  };
  /** Extension: reuse the result of an equal request if it is not older than this, in seconds. 0 only joins a running request. */
  readonly freshness?: number;
  /** Extension: true returns a Quote with 200. Nothing is stored or charged. All items of a batch must have the same value. */
  readonly dryRun?: boolean;
}

export interface SERP {
  /** Unique id, 24 lower-case hex characters. */
  readonly id: string;
  readonly keyword: string;
  readonly region: Region;
  readonly regionSearch: { readonly [name: string]: unknown } | null;
  readonly priority: 'LOW' | 'NORMAL' | 'REALTIME' | 'INSTANT';
  readonly asynchronous: boolean;
  /** Extension: `duckduckgo`. */
  readonly searchEngine: 'google' | 'googlelocal' | 'googleimages' | 'googlenews' | 'googleadvertiser' | 'google-aimode' | 'bing' | 'yahoo' | 'yandex' | 'youtube' | 'naver' | 'naverwebdocs' | 'naverlocal' | 'daumweb' | 'daumsite' | 'baidu' | 'sogou' | 'seznam' | 'chatgpt' | 'perplexity' | 'universal' | 'duckduckgo';
  readonly maxResults: number;
  readonly isMobile: boolean;
  readonly language: string | null;
  readonly saveRawData: boolean;
  readonly customUserAgent: string | null;
  readonly customUrlParameter: ReadonlyArray<{
    readonly name: string;
    /** Not encoded. Null removes the default of that name. */
    readonly value?: string | null;
  }>;
  readonly customCookieParameter: ReadonlyArray<{
    readonly name: string;
    /** Not encoded. Null removes the default of that name. */
    readonly value?: string | null;
  }>;
  readonly voiceSearchHighFidelity: boolean;
  /** The object is stored longer than the normal retention. */
  readonly archivable: boolean;
  readonly callback: string | null;
  readonly callbackFormat: string;
  readonly callbackExecuted: boolean;
  readonly callbackFailed: boolean;
  /** Older variant: true for REALTIME and INSTANT. */
  readonly isRealTime: boolean;
  /** Older variant: true for LOW. */
  readonly isLowPriority: boolean;
  /** The request exceeded the account’s credit limits. */
  readonly isOverLimit: boolean;
  /** True when the data is available. */
  readonly ready: boolean;
  /** False for objects created in the dashboard. */
  readonly isFromApi: boolean;
  /** A worker has claimed the object. */
  readonly queued: boolean;
  /** Creation time. */
  readonly createdAt: string;
  /** When the source was queried. */
  readonly generatedAt: string | null;
  /** The object failed. Its credits were reversed. */
  readonly faulty: boolean;
  /** Extension: quality of the result. Only valid and empty results are charged. Null until the object is finished, and when no source could be reached. */
  readonly verdict: 'valid' | 'empty' | 'suspect' | 'blocked' | 'unparsed' | null;
  /** Extension: all source attempts. */
  readonly attempts: ReadonlyArray<{
    /** The source that was queried. */
    readonly source: string;
    /** valid, empty, suspect, blocked, unreachable or unparsed. */
    readonly outcome: string;
    /** Duration. */
    readonly ms: number;
    /** Age of the reused result. Only for the source `reused`. */
    readonly ageSeconds?: number;
    /** Why the source returned fewer results than requested. Absent when the source had no further page. */
    readonly stopped?: {
      /** The page whose results were not used. */
      readonly page: number;
      readonly outcome: 'repeated' | 'empty' | 'suspect' | 'blocked' | 'unreachable' | 'unparsed';
      /** The reason as a sentence. */
      readonly reason: string;
    };
  }>;
  /** Extension: why a faulty object failed, as a sentence. */
  readonly error: string | null;
  /** Extension: only if the request had it. */
  readonly freshness?: number;
  /** Extension: number of result pages that the results come from. */
  readonly pages: number | null;
  /** Extension: only if the request had `find`. */
  readonly find?: {
    readonly domain: string;
    readonly stopWhenFound: boolean;
    /** Null: not among the checked results, or not finished yet. */
    readonly position: number | null;
    readonly url: string | null;
    /** The result page on which it was found. */
    readonly page: number | null;
    /** Number of organic results that were checked. */
    readonly resultsChecked: number | null;
    /** Credits charged for the object. */
    readonly cost: number;
  };
  readonly data: {
    /** The engine’s estimate of all matches. */
    readonly totalResults: number | null;
    /** One string per fetched page, when `saveRawData` is true. */
    readonly raw: ReadonlyArray<string>;
    readonly organic: ReadonlyArray<{ readonly [name: string]: unknown }>;
    readonly advertisers: ReadonlyArray<{ readonly [name: string]: unknown }>;
    readonly answers: ReadonlyArray<{ readonly [name: string]: unknown }>;
    readonly videos: ReadonlyArray<{ readonly [name: string]: unknown }>;
    readonly images: ReadonlyArray<{ readonly [name: string]: unknown }>;
    readonly maps: ReadonlyArray<{ readonly [name: string]: unknown }>;
    readonly news: ReadonlyArray<{ readonly [name: string]: unknown }>;
    readonly paa: ReadonlyArray<{ readonly [name: string]: unknown }>;
    readonly twitter: ReadonlyArray<{ readonly [name: string]: unknown }>;
    readonly knowledgegraph: ReadonlyArray<{ readonly [name: string]: unknown }>;
    readonly playlist: ReadonlyArray<{ readonly [name: string]: unknown }>;
    readonly channel: ReadonlyArray<{ readonly [name: string]: unknown }>;
  } | null;
}

export interface KeywordRequest {
  /** 1 to 20 keywords of at most 80 characters. Older accounts: 700 (200 with suggestions) of at most 75. */
  readonly keywords?: ReadonlyArray<string>;
  /** A site to analyse. Needs `source` google and `suggestions` true. */
  readonly url?: string;
  /** Canonical region name, ISO country code, formatted or local name, or criteria id. Takes precedence over `regionSearch`. */
  readonly region?: string | number;
  /** A point. The nearest region is used. Ignored when `region` is set. */
  readonly regionSearch?: {
    readonly latitude?: number;
    readonly longitude?: number;
    /** Metres. */
    readonly maxDistance?: number;
    /** Allowed region types. Empty or omitted: the default 19. */
    readonly types?: ReadonlyArray<'airport' | 'autonomous community' | 'borough' | 'canton' | 'city' | 'city region' | 'congressional district' | 'country' | 'county' | 'department' | 'district' | 'dma region' | 'governate' | 'municipality' | 'neighborhood' | 'okrug' | 'postal code' | 'prefecture' | 'province' | 'region' | 'state' | 'territory' | 'tv region' | 'union territory' | 'university' | 'governorate'>;
  };
  readonly priority?: 'LOW' | 'NORMAL' | 'REALTIME' | 'INSTANT';
  /** When omitted: true for LOW and NORMAL, false for REALTIME and INSTANT. */
  readonly asynchronous?: boolean;
  /** Older variant: the same as priority REALTIME. */
  readonly isRealTime?: boolean;
  /** Older variant: the same as priority LOW. */
  readonly isLowPriority?: boolean;
  /** ISO 639-1. Omitted or unknown: no filter. */
  readonly language?: string;
  /** yandex and naver work only if the operator enabled them. */
  readonly source?: 'google' | 'baidu' | 'yandex' | 'naver';
  /** Default: true; false for older accounts. */
  readonly searchPartners?: boolean;
  readonly suggestions?: boolean;
  /** Absolute http(s) URL that is called when the object is finished. `{:id:}` and `{:type:}` after the host are replaced, percent-encoded or not. */
  readonly callback?: string;
  /** `SIMPLE` or `JSON`. Any other value, of any JSON type, counts as `SIMPLE`. */
  readonly callbackFormat?: unknown;
  /** Extension: reuse the result of an equal request if it is not older than this, in seconds. 0 only joins a running request. */
  readonly freshness?: number;
  /** Extension: true returns a Quote with 200. Nothing is stored or charged. All items of a batch must have the same value. */
  readonly dryRun?: boolean;
}

export interface Keyword {
  readonly id: string;
  readonly keywords: ReadonlyArray<string> | null;
  readonly url: string | null;
  readonly region: Region;
  readonly regionSearch: { readonly [name: string]: unknown } | null;
  readonly priority: 'LOW' | 'NORMAL' | 'REALTIME' | 'INSTANT';
  readonly asynchronous: boolean;
  readonly language: string | null;
  readonly source: 'google' | 'baidu' | 'yandex' | 'naver';
  readonly searchPartners: boolean;
  readonly suggestions: boolean;
  /** Expected processing time. After a failed attempt: the next attempt. After completion: the time of processing. */
  readonly scheduledTo: string;
  /** The object is stored longer than the normal retention. */
  readonly archivable: boolean;
  readonly callback: string | null;
  readonly callbackFormat: string;
  readonly callbackExecuted: boolean;
  readonly callbackFailed: boolean;
  /** Older variant: true for REALTIME and INSTANT. */
  readonly isRealTime: boolean;
  /** Older variant: true for LOW. */
  readonly isLowPriority: boolean;
  /** The request exceeded the account’s credit limits. */
  readonly isOverLimit: boolean;
  /** True when the data is available. */
  readonly ready: boolean;
  /** False for objects created in the dashboard. */
  readonly isFromApi: boolean;
  /** A worker has claimed the object. */
  readonly queued: boolean;
  /** Creation time. */
  readonly createdAt: string;
  /** When the source was queried. */
  readonly generatedAt: string | null;
  /** The object failed. Its credits were reversed. */
  readonly faulty: boolean;
  /** Extension: quality of the result. Only valid and empty results are charged. Null until the object is finished, and when no source could be reached. */
  readonly verdict: 'valid' | 'empty' | 'suspect' | 'blocked' | 'unparsed' | null;
  /** Extension: all source attempts. */
  readonly attempts: ReadonlyArray<{
    /** The source that was queried. */
    readonly source: string;
    /** valid, empty, suspect, blocked, unreachable or unparsed. */
    readonly outcome: string;
    /** Duration. */
    readonly ms: number;
    /** Age of the reused result. Only for the source `reused`. */
    readonly ageSeconds?: number;
    /** Why the source returned fewer results than requested. Absent when the source had no further page. */
    readonly stopped?: {
      /** The page whose results were not used. */
      readonly page: number;
      readonly outcome: 'repeated' | 'empty' | 'suspect' | 'blocked' | 'unreachable' | 'unparsed';
      /** The reason as a sentence. */
      readonly reason: string;
    };
  }>;
  /** Extension: why a faulty object failed, as a sentence. */
  readonly error: string | null;
  /** Extension: only if the request had it. */
  readonly freshness?: number;
  readonly data: {
    readonly totalResults: number;
    readonly results: ReadonlyArray<{
      readonly keyword: string;
      /** 0 to 1 for google, at least 1 for baidu and naver, null for yandex. */
      readonly competition: number | null;
      /** Dollars for google, yuan for baidu, null for others. */
      readonly costPerClick: number | null;
      readonly searchVolume: number | null;
      /** Null if the source does not report it. */
      readonly searchVolumeMobileRatio: number | null;
      /** The last 12 months. */
      readonly monthlySearchVolumes: ReadonlyArray<{
        readonly year: number;
        readonly month: number;
        readonly searchVolume: number | null;
      }> | null;
    }>;
  } | null;
}

export interface AISeoAnalysisRequest {
  /** The page to analyse. */
  readonly url: string;
  readonly aiService?: 'perplexity' | 'chatgpt';
  /** URL that receives the complete AIResponse when the job is finished. */
  readonly callback?: string;
  readonly priority?: 'LOW' | 'NORMAL' | 'REALTIME' | 'INSTANT';
  /** Days of delay. */
  readonly scheduleTo?: number;
  /** Your own correlation id. */
  readonly externalIdentifier?: string;
  /** Extension: true returns a Quote with 200. Nothing is stored or charged. All items of a batch must have the same value. */
  readonly dryRun?: boolean;
}

export interface AISendPromptRequest {
  /** 1 to 32,768 characters. */
  readonly prompt: string;
  readonly aiService?: 'perplexity' | 'chatgpt';
  /** URL that receives the complete AIResponse when the job is finished. */
  readonly callback?: string;
  readonly priority?: 'LOW' | 'NORMAL' | 'REALTIME' | 'INSTANT';
  /** Days of delay. */
  readonly scheduleTo?: number;
  /** Your own correlation id. */
  readonly externalIdentifier?: string;
  /** Extension: true returns a Quote with 200. Nothing is stored or charged. All items of a batch must have the same value. */
  readonly dryRun?: boolean;
}

export interface AIResponse {
  readonly id: string;
  readonly type: 'seo-analysis' | 'send-prompt';
  readonly aiService: 'perplexity' | 'chatgpt';
  readonly priority: 'LOW' | 'NORMAL' | 'REALTIME' | 'INSTANT';
  /** True when the job is finished, even if it failed. */
  readonly ready: boolean;
  /** Creation time. */
  readonly createdAt: string;
  /** Time of the provider’s response. */
  readonly generatedAt: string | null;
  /** The job does not run before this time. */
  readonly scheduleToDate: string | null;
  /** Processing time of the provider in seconds. */
  readonly runtime: number | null;
  readonly callback: string | null;
  readonly scheduleTo: number | null;
  readonly externalIdentifier: string | null;
  /** Why the job failed. Its credits were reversed. Null unless it failed. */
  readonly error: string | null;
  /** seo-analysis jobs. */
  readonly url: string | null;
  /** send-prompt jobs. */
  readonly prompt: string | null;
  readonly isOverLimit: boolean;
  readonly callbackExecuted: boolean;
  readonly callbackFailed: boolean;
  readonly verdict: 'valid' | 'empty' | 'suspect' | 'blocked' | 'unparsed' | null;
  readonly attempts: ReadonlyArray<{
    /** The source that was queried. */
    readonly source: string;
    /** valid, empty, suspect, blocked, unreachable or unparsed. */
    readonly outcome: string;
    /** Duration. */
    readonly ms: number;
    /** Age of the reused result. Only for the source `reused`. */
    readonly ageSeconds?: number;
    /** Why the source returned fewer results than requested. Absent when the source had no further page. */
    readonly stopped?: {
      /** The page whose results were not used. */
      readonly page: number;
      readonly outcome: 'repeated' | 'empty' | 'suspect' | 'blocked' | 'unreachable' | 'unparsed';
      /** The reason as a sentence. */
      readonly reason: string;
    };
  }>;
  readonly response: { readonly [name: string]: unknown } | null;
}

export interface Whois {
  readonly domain: string;
  /** No leading dot; null for an IP address. */
  readonly tld: string | null;
  readonly status: ReadonlyArray<string> | null;
  /** Registration time. */
  readonly createdAt: string | null;
  /** Time of the last change. */
  readonly updatedAt: string | null;
  /** End of the registration. */
  readonly expiredAt: string | null;
  readonly nameServers: ReadonlyArray<string> | null;
  readonly contacts: {
    readonly registrant: {
      readonly name: string | null;
      readonly org: string | null;
      readonly email: string | null;
      readonly postal: string | null;
      readonly city: string | null;
      readonly state: string | null;
      readonly country: string | null;
      readonly phone: string | null;
      readonly fax: string | null;
      readonly street: ReadonlyArray<string> | null;
    } | null;
    readonly admin: {
      readonly name: string | null;
      readonly org: string | null;
      readonly email: string | null;
      readonly postal: string | null;
      readonly city: string | null;
      readonly state: string | null;
      readonly country: string | null;
      readonly phone: string | null;
      readonly fax: string | null;
      readonly street: ReadonlyArray<string> | null;
    } | null;
    readonly tech: {
      readonly name: string | null;
      readonly org: string | null;
      readonly email: string | null;
      readonly postal: string | null;
      readonly city: string | null;
      readonly state: string | null;
      readonly country: string | null;
      readonly phone: string | null;
      readonly fax: string | null;
      readonly street: ReadonlyArray<string> | null;
    } | null;
    readonly zone: {
      readonly name: string | null;
      readonly org: string | null;
      readonly email: string | null;
      readonly postal: string | null;
      readonly city: string | null;
      readonly state: string | null;
      readonly country: string | null;
      readonly phone: string | null;
      readonly fax: string | null;
      readonly street: ReadonlyArray<string> | null;
    } | null;
    readonly billing: {
      readonly name: string | null;
      readonly org: string | null;
      readonly email: string | null;
      readonly postal: string | null;
      readonly city: string | null;
      readonly state: string | null;
      readonly country: string | null;
      readonly phone: string | null;
      readonly fax: string | null;
      readonly street: ReadonlyArray<string> | null;
    } | null;
  } | null;
  readonly rawText: string | null;
  readonly emails: ReadonlyArray<string> | null;
  readonly registered: boolean;
  readonly registrar: {
    readonly name: string | null;
    readonly email: string | null;
    readonly url: string | null;
    readonly phone: string | null;
  } | null;
  readonly server: {
    readonly ip: string | null;
    readonly reverseDNS: string | null;
    readonly latitude: number | null;
    readonly longitude: number | null;
    readonly country: string | null;
    readonly city: string | null;
    readonly continent: string | null;
    readonly hostingASN: string | null;
    readonly hostingPovider: string | null;
  } | null;
  /** Number of links from other sites to the domain. Null if the operator has no source for it. */
  readonly backlinks: number | null;
  readonly socialLinks: {
    readonly facebook: string | null;
    readonly twitter: string | null;
    readonly linkedin: string | null;
  } | null;
}

export interface Technologies {
  readonly domain: string;
  /** When the site was fetched. */
  readonly updatedAt: string;
  readonly technologies: ReadonlyArray<{
    readonly name: string;
    readonly slug: string;
    readonly version: string | null;
    readonly confidence: number;
    readonly category: string | null;
    readonly categories: ReadonlyArray<{
      readonly id: number;
      readonly slug: string;
      readonly name: string;
    }>;
    readonly website: string | null;
    readonly icon: string | null;
    readonly cpe: string | null;
  }>;
}

export interface User {
  /** Creation time of the account. */
  readonly createdAt: string;
  readonly emails: ReadonlyArray<{
    readonly address: string;
    readonly verified: boolean;
  }>;
  readonly profile: {
    readonly name: string | null;
    readonly organization: string | null;
    readonly website: string | null;
    readonly gender: string | null;
    readonly countryCode: string | null;
  };
  readonly credits: ReadonlyArray<{
    readonly total: number;
    readonly remaining: number;
    /** Time of the grant. */
    readonly createdAt: string;
    /** Expiry time. */
    readonly expiresAt: string | null;
    readonly limit: {
      /** Credits per hour. */
      readonly hour: number | null;
      /** Credits per day. */
      readonly day: number | null;
      /** What happens when the limit is exceeded. */
      readonly action: 'reject' | 'overcharge';
      /** Multiplies the cost above the limit. */
      readonly chargeMultiplier: number;
    };
  }>;
}

export interface QuoteRequest {
  /** The type of the create or lookup request. */
  readonly type: 'serp' | 'keyword' | 'ai-prompt' | 'ai-analysis' | 'whois' | 'technologies';
  /** The body of the create request, or an array of 1 to 1000 bodies for serp and keyword. Lookups: `{"domain": "…"}`, for whois optionally with `source`. */
  readonly request: { readonly [name: string]: unknown } | ReadonlyArray<{ readonly [name: string]: unknown }>;
}

export interface Quote {
  /** Credits that would be charged within the account’s limits. */
  readonly cost: number;
  /** Credits that the account can spend now. Null for a key without the scope `read`. */
  readonly balance: number | null;
  /** Credits that this key may still spend. Null when it has no budget. */
  readonly budgetLeft: number | null;
  /** True if the request would be accepted now. Otherwise `warnings` says why. */
  readonly enough: boolean;
  /** Expected time until a worker starts the last object, from the queue and its recent throughput. The time of the source is not included. Null: unknown. */
  readonly expectedWaitSeconds: number | null;
  /** The sources in the order in which they would be queried. */
  readonly route: ReadonlyArray<{
    /** The name that `attempts` shows. */
    readonly source: string;
    /** True if the operator pays for each call to this source. */
    readonly paid: boolean;
  }>;
  readonly warnings: ReadonlyArray<string>;
}

export interface Event {
  /** Position in the feed. */
  readonly cursor: string;
  readonly objectId: string;
  readonly type: 'serp' | 'keyword' | 'ai';
  /** Completion time of the object. */
  readonly at: string;
  /** Standard Webhooks signature of `body`, with the account’s secret. */
  readonly headers: {
    /** Equal to the `webhook-id` of the object’s callback. */
    readonly 'webhook-id': string;
    readonly 'webhook-timestamp': string;
    readonly 'webhook-signature': string;
  };
  /** JSON text, equal to a callback body of that format. */
  readonly body: string;
}

export interface EventList {
  readonly items: ReadonlyArray<Event>;
  /** Send it as `after` in the next request. */
  readonly next: string;
  /** True when more events are available. */
  readonly more: boolean;
  /** Number of events between the cursor and `next` whose objects were removed after their retention. */
  readonly lost: number;
  /** False while the operator has disabled the feed. */
  readonly recording: boolean;
}

/** Every operation: what it takes and what it answers. */
export interface Operations {
  /** Request one search result page */
  'POST /serp/new': {
    path: undefined;
    query: undefined;
    body: SERPRequest;
    answer: SERP;
  };
  /** Request many search result pages */
  'POST /serp/new/list': {
    path: undefined;
    query: undefined;
    body: ReadonlyArray<SERPRequest>;
    answer: ReadonlyArray<SERP>;
  };
  /** Fetch one SERP */
  'GET /serp/{id}': {
    path: {
      /** The object’s id. */
      readonly id: string;
    };
    query: undefined;
    body: undefined;
    answer: SERP;
  };
  /** Remove one SERP */
  'DELETE /serp/{id}': {
    path: {
      /** The object’s id. */
      readonly id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Fetch many SERP objects */
  'POST /serp/list': {
    path: undefined;
    query: undefined;
    body: ReadonlyArray<string>;
    answer: ReadonlyArray<SERP>;
  };
  /** Request search volumes or suggestions */
  'POST /keyword/new': {
    path: undefined;
    query: undefined;
    body: KeywordRequest;
    answer: Keyword;
  };
  /** Request many keyword objects */
  'POST /keyword/new/list': {
    path: undefined;
    query: undefined;
    body: ReadonlyArray<KeywordRequest>;
    answer: ReadonlyArray<Keyword>;
  };
  /** Fetch one Keyword */
  'GET /keyword/{id}': {
    path: {
      /** The object’s id. */
      readonly id: string;
    };
    query: undefined;
    body: undefined;
    answer: Keyword;
  };
  /** Remove one Keyword */
  'DELETE /keyword/{id}': {
    path: {
      /** The object’s id. */
      readonly id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Fetch many Keyword objects */
  'POST /keyword/list': {
    path: undefined;
    query: undefined;
    body: ReadonlyArray<string>;
    answer: ReadonlyArray<Keyword>;
  };
  /** Request the SEO analysis of a page */
  'POST /ai/seo-analysis': {
    path: undefined;
    query: undefined;
    body: AISeoAnalysisRequest;
    answer: AIResponse;
  };
  /** Send a prompt */
  'POST /ai/send-prompt': {
    path: undefined;
    query: undefined;
    body: AISendPromptRequest;
    answer: AIResponse;
  };
  /** Fetch one AIResponse */
  'GET /ai/{id}': {
    path: {
      /** The object’s id. */
      readonly id: string;
    };
    query: undefined;
    body: undefined;
    answer: AIResponse;
  };
  /** Fetch many AIResponse objects */
  'POST /ai/list': {
    path: undefined;
    query: undefined;
    body: ReadonlyArray<string>;
    answer: ReadonlyArray<AIResponse>;
  };
  /** Look up a domain or IP address */
  'GET /whois/{domain}': {
    path: {
      readonly domain: string;
    };
    query: {
      readonly source?: 'auto' | 'website' | 'whois';
    };
    body: undefined;
    answer: Whois;
  };
  /** Detect the technologies of a website */
  'GET /technologies/{domain}': {
    path: {
      readonly domain: string;
    };
    query: undefined;
    body: undefined;
    answer: Technologies;
  };
  /** Get the account, its credits and limits */
  'GET /user': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: User;
  };
  /** List objects of all kinds, newest first */
  'GET /objects': {
    path: undefined;
    query: {
      readonly kind?: 'serp' | 'keyword' | 'ai';
      /** The engine, keyword source or AI service. */
      readonly engine?: 'google' | 'googlelocal' | 'googleimages' | 'googlenews' | 'googleadvertiser' | 'google-aimode' | 'bing' | 'yahoo' | 'yandex' | 'youtube' | 'naver' | 'naverwebdocs' | 'naverlocal' | 'daumweb' | 'daumsite' | 'baidu' | 'sogou' | 'seznam' | 'chatgpt' | 'perplexity' | 'universal' | 'duckduckgo';
      /** A country code, a region’s id, or its name or canonical name. */
      readonly region?: string;
      readonly state?: 'waiting' | 'ready' | 'faulty';
      /** Text in the keyword, the prompt or the URL. */
      readonly q?: string;
      /** Created at this time or later. A day, or a date and time. */
      readonly from?: string;
      /** Created before this time. A day, or a date and time. */
      readonly to?: string;
      /** The `next` of the previous page. */
      readonly after?: string;
      readonly limit?: number;
    };
    body: undefined;
    answer: {
      /** Newest first. */
      readonly items: ReadonlyArray<{
        readonly id: string;
        readonly kind: 'serp' | 'keyword' | 'ai';
        readonly mode: 'live' | 'test';
        /** Creation time. */
        readonly createdAt: string;
        /** The engine, keyword source or AI service. */
        readonly engine?: string;
        /** The region’s canonical name. */
        readonly region?: string;
        /** The keyword, keywords, prompt or URL, cut to 300 characters. */
        readonly keyword?: string;
        readonly priority?: 'LOW' | 'NORMAL' | 'REALTIME' | 'INSTANT';
        /** Credits charged. Charges for faulty objects were reversed. */
        readonly cost: number;
        readonly state: 'waiting' | 'ready' | 'faulty';
        readonly verdict?: 'valid' | 'empty' | 'suspect' | 'blocked' | 'unparsed';
        /** When the source was queried. */
        readonly generatedAt?: string;
        readonly callback?: 'none' | 'pending' | 'delivered' | 'failed';
        /** Admin API only: the account id. */
        readonly account?: string;
      }>;
      /** Send it as `after` to get the next page. Null on the last page. Earlier pages may have fewer items than `limit`, or none. */
      readonly next: string | null;
    };
  };
  /** Export the same list as a file */
  'GET /objects/export': {
    path: undefined;
    query: {
      readonly kind?: 'serp' | 'keyword' | 'ai';
      /** The engine, keyword source or AI service. */
      readonly engine?: 'google' | 'googlelocal' | 'googleimages' | 'googlenews' | 'googleadvertiser' | 'google-aimode' | 'bing' | 'yahoo' | 'yandex' | 'youtube' | 'naver' | 'naverwebdocs' | 'naverlocal' | 'daumweb' | 'daumsite' | 'baidu' | 'sogou' | 'seznam' | 'chatgpt' | 'perplexity' | 'universal' | 'duckduckgo';
      /** A country code, a region’s id, or its name or canonical name. */
      readonly region?: string;
      readonly state?: 'waiting' | 'ready' | 'faulty';
      /** Text in the keyword, the prompt or the URL. */
      readonly q?: string;
      /** Created at this time or later. A day, or a date and time. */
      readonly from?: string;
      /** Created before this time. A day, or a date and time. */
      readonly to?: string;
      readonly format?: 'jsonl' | 'csv';
    };
    body: undefined;
    answer: undefined;
  };
  /** Get the timeline of one object */
  'GET /objects/{id}/life': {
    path: {
      /** The object’s id. */
      readonly id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      readonly id: string;
      readonly kind: 'serp' | 'keyword' | 'ai';
      readonly mode: 'live' | 'test';
      /** Creation time. */
      readonly createdAt: string;
      /** The request with all defaults applied. */
      readonly request: { readonly [name: string]: unknown };
      readonly state: 'waiting' | 'ready' | 'faulty';
      readonly verdict: 'valid' | 'empty' | 'suspect' | 'blocked' | 'unparsed' | null;
      /** Why the object failed, as a sentence. Null unless it failed. */
      readonly error: string | null;
      readonly callback: 'none' | 'pending' | 'delivered' | 'failed';
      /** Steps in chronological order. */
      readonly steps: ReadonlyArray<{
        /** Time of the step. Null: not recorded. */
        readonly at: string | null;
        readonly what: 'created' | 'charged' | 'queued' | 'claimed' | 'attempt' | 'settled' | 'reversed' | 'callback';
        /** Further facts about the step. */
        readonly detail: { readonly [name: string]: unknown };
      }>;
      readonly ledger: ReadonlyArray<{
        /** Time of the ledger entry. */
        readonly at: string;
        readonly kind: 'charge' | 'reversal';
        /** Charges are negative, reversals positive. */
        readonly amount: number;
        /** The lot that was charged or credited. */
        readonly lot?: string;
      }>;
      readonly attempts: ReadonlyArray<{
        /** The source that was queried. */
        readonly source: string;
        /** valid, empty, suspect, blocked, unreachable or unparsed. */
        readonly outcome: string;
        /** Duration. */
        readonly ms: number;
        /** Age of the reused result. Only for the source `reused`. */
        readonly ageSeconds?: number;
        /** Why the source returned fewer results than requested. Absent when the source had no further page. */
        readonly stopped?: {
          /** The page whose results were not used. */
          readonly page: number;
          readonly outcome: 'repeated' | 'empty' | 'suspect' | 'blocked' | 'unreachable' | 'unparsed';
          /** The reason as a sentence. */
          readonly reason: string;
        };
      }>;
      readonly deliveries: ReadonlyArray<{
        readonly attempt: number;
        /** End of the delivery attempt. */
        readonly at: string;
        /** Null without an HTTP response. */
        readonly status: number | null;
        readonly ok: boolean;
        readonly reason: string | null;
        readonly ms: number;
      }>;
      /** Removal time. */
      readonly expiresAt: string;
      /** Admin API only: the account id. */
      readonly account?: string;
    };
  };
  /** Stream the timeline of one object */
  'GET /objects/{id}/stream': {
    path: {
      /** The object’s id. */
      readonly id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Resend the callback of an object */
  'POST /objects/{id}/resend': {
    path: {
      /** The object’s id. */
      readonly id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      readonly sent: boolean;
    };
  };
  /** Get the positions of a domain in stored result pages */
  'GET /ranks': {
    path: undefined;
    query: {
      /** Subdomains are included. */
      readonly domain: string;
      /** Only these keywords. Repeat the parameter for each keyword. */
      readonly keywords?: ReadonlyArray<string>;
      /** Extension: `duckduckgo`. */
      readonly engine?: 'google' | 'googlelocal' | 'googleimages' | 'googlenews' | 'googleadvertiser' | 'google-aimode' | 'bing' | 'yahoo' | 'yandex' | 'youtube' | 'naver' | 'naverwebdocs' | 'naverlocal' | 'daumweb' | 'daumsite' | 'baidu' | 'sogou' | 'seznam' | 'chatgpt' | 'perplexity' | 'universal' | 'duckduckgo';
      /** A country code, a region’s id, or its name or canonical name. */
      readonly region?: string;
      /** Only stored objects are included. */
      readonly days?: number;
      /** The `next` of the previous response. */
      readonly after?: string;
      /** Number of result pages to check. */
      readonly limit?: number;
    };
    body: undefined;
    answer: {
      readonly domain: string;
      readonly series: ReadonlyArray<{
        readonly keyword: string;
        /** Extension: `duckduckgo`. */
        readonly engine: 'google' | 'googlelocal' | 'googleimages' | 'googlenews' | 'googleadvertiser' | 'google-aimode' | 'bing' | 'yahoo' | 'yandex' | 'youtube' | 'naver' | 'naverwebdocs' | 'naverlocal' | 'daumweb' | 'daumsite' | 'baidu' | 'sogou' | 'seznam' | 'chatgpt' | 'perplexity' | 'universal' | 'duckduckgo';
        /** The region’s canonical name. */
        readonly region: string;
        readonly device: 'desktop' | 'mobile';
        /** Oldest first. */
        readonly points: ReadonlyArray<{
          /** When the engine was queried. */
          readonly at: string;
          /** The SERP. */
          readonly id: string;
          /** The best position, from 1. Null when the domain is not among the checked results. */
          readonly position: number | null;
          readonly url?: string;
          /** Number of organic results that were checked. */
          readonly depth: number;
        }>;
      }>;
      /** Other item types on these pages, most frequent first. */
      readonly features: ReadonlyArray<{
        readonly type: string;
        /** Share of the checked result pages, from 0 to 1. */
        readonly share: number;
      }>;
      /** Number of result pages checked for this response. */
      readonly looked: number;
      /** Send it as `after` to check older result pages, then join the series. Null when all were checked. */
      readonly next: string | null;
    };
  };
  /** Get credits used per day, lots and limits */
  'GET /usage': {
    path: undefined;
    query: {
      /** Number of days including today, in UTC. */
      readonly days?: number;
    };
    body: undefined;
    answer: {
      readonly mode: 'live' | 'test';
      readonly days: ReadonlyArray<{
        /** In UTC. */
        readonly day: string;
        /** `lookup` is WHOIS and technologies. */
        readonly kind: 'serp' | 'keyword' | 'ai' | 'lookup';
        /** The engine, keyword source or AI service. */
        readonly engine?: string;
        /** Credits charged on that day. */
        readonly credits: number;
        /** Number of charged objects or lookups. */
        readonly count: number;
        /** Credits of this row that were reversed. */
        readonly reversed: number;
      }>;
      readonly lots: ReadonlyArray<{
        readonly id: string;
        readonly granted: number;
        readonly left: number;
        /** Time of the grant. */
        readonly createdAt: string;
        /** Expiry time. */
        readonly expiresAt: string | null;
      }>;
      readonly balance: number;
      readonly limits: ReadonlyArray<{
        /** Credits per hour or per day. */
        readonly name: 'hour' | 'day';
        readonly limit: number;
        readonly used: number;
        /** When the oldest counted use leaves the window. */
        readonly resetsAt?: string;
        readonly action: 'reject' | 'overcharge';
      }>;
      /** The data is complete up to this time. */
      readonly countedTo: string;
    };
  };
  /** Get the cost and the expected wait of a request */
  'POST /quote': {
    path: undefined;
    query: undefined;
    body: QuoteRequest;
    answer: Quote;
  };
  /** List finished objects, in order */
  'GET /events': {
    path: undefined;
    query: {
      /** Return only events after this cursor, the `next` of the previous response. Omitted: from the first event. */
      readonly after?: string;
      /** At most 100 with the format JSON. */
      readonly limit?: number;
      /** Content of `body`. `SIMPLE`: id and type. `JSON`: the complete object as GET returns it now. */
      readonly format?: 'SIMPLE' | 'JSON';
    };
    body: undefined;
    answer: EventList;
  };
  /** Stream finished objects as server-sent events */
  'GET /events/stream': {
    path: undefined;
    query: {
      /** As for GET /events. `Last-Event-ID` takes precedence. Omitted: only new events. */
      readonly after?: string;
      /** Content of `body`. `SIMPLE`: id and type. `JSON`: the complete object as GET returns it now. */
      readonly format?: 'SIMPLE' | 'JSON';
    };
    body: undefined;
    answer: undefined;
  };
  /** List regions */
  'GET /region/list': {
    path: undefined;
    query: {
      /** ISO-3166-1 alpha-2. */
      readonly countryCode?: string;
      readonly type?: 'airport' | 'autonomous community' | 'borough' | 'canton' | 'city' | 'city region' | 'congressional district' | 'country' | 'county' | 'department' | 'district' | 'dma region' | 'governate' | 'municipality' | 'neighborhood' | 'okrug' | 'postal code' | 'prefecture' | 'province' | 'region' | 'state' | 'territory' | 'tv region' | 'union territory' | 'university' | 'governorate';
      /** Page size. */
      readonly items?: number;
      readonly page?: number;
      /** Name search; case and accents do not matter. */
      readonly query?: string;
    };
    body: undefined;
    answer: RegionList;
  };
  /** Check whether the process responds */
  'GET /healthz': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: string;
      readonly reason?: string;
    };
  };
  /** Check whether the process is ready */
  'GET /readyz': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: string;
      readonly reason?: string;
    };
  };
  /** Get metrics in the Prometheus format */
  'GET /metrics': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: undefined;
  };
}

/** How many entries a list may have. */
export const ITEMS_MAX = {
  'POST /serp/new/list': 1000,
  'POST /serp/list': 1000,
  'POST /keyword/new/list': 1000,
  'POST /keyword/list': 1000,
  'POST /ai/list': 1000,
} as const;
