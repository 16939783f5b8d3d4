// The words of the API as types, written by `npm run client` from docs/openapi.json; do not edit.

export interface ErrorBody {
  /** The HTTP status. */
  readonly code: number;
  readonly message: string;
  /** A hint. */
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
    /** The map mark type, `Point`. */
    readonly type: string;
    /** Longitude, then latitude. */
    readonly coordinates: ReadonlyArray<number>;
  } | null;
}

/** A point whose nearest region is meant. Used only when `region` is not set. */
export interface RegionSearch {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly maxDistance?: number;
  /** Allowed region types; empty or omitted means the usual 19. */
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
  /** A point whose nearest region is meant. Used only when `region` is not set. */
  readonly regionSearch?: {
    readonly latitude?: number;
    readonly longitude?: number;
    /** Metres. */
    readonly maxDistance?: number;
    /** Allowed region types; empty or omitted means the usual 19. */
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
  /** Absolute http(s) address called when the object is finished. May carry `{:id:}` and `{:type:}` after the host, percent-encoded or not. */
  readonly callback?: string;
  /** `SIMPLE` or `JSON`. Any other value, of any JSON type, counts as `SIMPLE`. */
  readonly callbackFormat?: unknown;
  /** The most organic results. A further page is fetched only when at least half a page is missing. */
  readonly maxResults?: 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100;
  /** Ignored when `customUserAgent` is set. */
  readonly isMobile?: boolean;
  /** ISO 639-1. Omitted: the default of the region’s country. */
  readonly language?: string;
  readonly saveRawData?: boolean;
  /** At most 250 characters of printable ASCII. */
  readonly customUserAgent?: string;
  /** Sent as a form sends them, in UTF-8; at most 7,168 bytes in all. */
  readonly customUrlParameter?: ReadonlyArray<{
    readonly name: string;
    /** Not encoded. Null removes the default of that name. */
    readonly value?: string | null;
  }>;
  /** Characters that no cookie may hold are sent percent-encoded in UTF-8. At most 4,096 bytes each and 7,168 in all, as encoded. */
  readonly customCookieParameter?: ReadonlyArray<{
    readonly name: string;
    /** Not encoded. Null removes the default of that name. */
    readonly value?: string | null;
  }>;
  readonly voiceSearchHighFidelity?: boolean;
  /** Extension: a site to find among the organic results. */
  readonly find?: {
    /** Hosts below it count, too. */
    readonly domain: string;
    /** Fetch no further page once it was found. */
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
  /** The data stay accessible longer. */
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
  /** True when the data can be read. */
  readonly ready: boolean;
  /** False for objects that were made in the dashboard. */
  readonly isFromApi: boolean;
  /** A worker has claimed the object. */
  readonly queued: boolean;
  /** When it was requested. */
  readonly createdAt: string;
  /** When the source was queried. */
  readonly generatedAt: string | null;
  /** The object failed. Its credits were reversed. */
  readonly faulty: boolean;
  /** Extension: quality of the result. Only valid and empty results are charged. Null until the object is finished, and when no source could be reached. */
  readonly verdict: 'valid' | 'empty' | 'suspect' | 'blocked' | 'unparsed' | null;
  /** Extension: all source attempts. */
  readonly attempts: ReadonlyArray<{
    /** Who was asked. */
    readonly source: string;
    /** valid, empty, suspect, blocked, unreachable or unparsed. */
    readonly outcome: string;
    /** How long it took. */
    readonly ms: number;
    /** Of the source `reused`: how old the answer was. */
    readonly ageSeconds?: number;
    /** Why fewer results came than were asked for; absent when the source had no further page. */
    readonly stopped?: {
      /** The further page that was not used. */
      readonly page: number;
      readonly outcome: 'repeated' | 'empty' | 'suspect' | 'blocked' | 'unreachable' | 'unparsed';
      /** The same as a sentence. */
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
    /** The engine’s own estimate of matches. */
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
  /** 1 to 20 words of at most 80 characters; older accounts 700 (200 with suggestions) of at most 75. */
  readonly keywords?: ReadonlyArray<string>;
  /** A site to analyse. Needs `source` google and `suggestions` true. */
  readonly url?: string;
  /** Canonical region name, ISO country code, formatted or local name, or criteria id. Takes precedence over `regionSearch`. */
  readonly region?: string | number;
  /** A point whose nearest region is meant. Used only when `region` is not set. */
  readonly regionSearch?: {
    readonly latitude?: number;
    readonly longitude?: number;
    /** Metres. */
    readonly maxDistance?: number;
    /** Allowed region types; empty or omitted means the usual 19. */
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
  /** yandex and naver only where the operator has switched them on. */
  readonly source?: 'google' | 'baidu' | 'yandex' | 'naver';
  /** Default true; false for older accounts. */
  readonly searchPartners?: boolean;
  readonly suggestions?: boolean;
  /** Absolute http(s) address called when the object is finished. May carry `{:id:}` and `{:type:}` after the host, percent-encoded or not. */
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
  /** When the crawlers will process it: the expected time while it waits, the next try after one that failed, and afterwards when they did. */
  readonly scheduledTo: string;
  /** The data stay accessible longer. */
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
  /** True when the data can be read. */
  readonly ready: boolean;
  /** False for objects that were made in the dashboard. */
  readonly isFromApi: boolean;
  /** A worker has claimed the object. */
  readonly queued: boolean;
  /** When it was requested. */
  readonly createdAt: string;
  /** When the source was queried. */
  readonly generatedAt: string | null;
  /** The object failed. Its credits were reversed. */
  readonly faulty: boolean;
  /** Extension: quality of the result. Only valid and empty results are charged. Null until the object is finished, and when no source could be reached. */
  readonly verdict: 'valid' | 'empty' | 'suspect' | 'blocked' | 'unparsed' | null;
  /** Extension: all source attempts. */
  readonly attempts: ReadonlyArray<{
    /** Who was asked. */
    readonly source: string;
    /** valid, empty, suspect, blocked, unreachable or unparsed. */
    readonly outcome: string;
    /** How long it took. */
    readonly ms: number;
    /** Of the source `reused`: how old the answer was. */
    readonly ageSeconds?: number;
    /** Why fewer results came than were asked for; absent when the source had no further page. */
    readonly stopped?: {
      /** The further page that was not used. */
      readonly page: number;
      readonly outcome: 'repeated' | 'empty' | 'suspect' | 'blocked' | 'unreachable' | 'unparsed';
      /** The same as a sentence. */
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
      /** Null if the source does not distinguish. */
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
  /** Called with the whole AIResponse when the job is finished. */
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
  /** Called with the whole AIResponse when the job is finished. */
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
  /** True when finished, also when it failed. */
  readonly ready: boolean;
  /** When it was requested. */
  readonly createdAt: string;
  /** When the provider answered. */
  readonly generatedAt: string | null;
  /** The job is not run before. */
  readonly scheduleToDate: string | null;
  /** Seconds of the provider’s work. */
  readonly runtime: number | null;
  readonly callback: string | null;
  readonly scheduleTo: number | null;
  readonly externalIdentifier: string | null;
  /** Set when the job failed; the credits were reversed. */
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
    /** Who was asked. */
    readonly source: string;
    /** valid, empty, suspect, blocked, unreachable or unparsed. */
    readonly outcome: string;
    /** How long it took. */
    readonly ms: number;
    /** Of the source `reused`: how old the answer was. */
    readonly ageSeconds?: number;
    /** Why fewer results came than were asked for; absent when the source had no further page. */
    readonly stopped?: {
      /** The further page that was not used. */
      readonly page: number;
      readonly outcome: 'repeated' | 'empty' | 'suspect' | 'blocked' | 'unreachable' | 'unparsed';
      /** The same as a sentence. */
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
  /** Registration. */
  readonly createdAt: string | null;
  /** Last change. */
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
  /** Links of other sites to the domain. Null where the operator has no source for it. */
  readonly backlinks: number | null;
  readonly socialLinks: {
    readonly facebook: string | null;
    readonly twitter: string | null;
    readonly linkedin: string | null;
  } | null;
}

export interface Technologies {
  readonly domain: string;
  /** When the site was read. */
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
  /** When the account was made. */
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
    /** When the lot was granted. */
    readonly createdAt: string;
    /** When it can no longer be spent. */
    readonly expiresAt: string | null;
    readonly limit: {
      /** Credits per hour. */
      readonly hour: number | null;
      /** Credits per day. */
      readonly day: number | null;
      /** What happens past the limit. */
      readonly action: 'reject' | 'overcharge';
      /** Multiplies the cost past the limit. */
      readonly chargeMultiplier: number;
    };
  }>;
}

export interface QuoteRequest {
  /** Which create or lookup is meant. */
  readonly type: 'serp' | 'keyword' | 'ai-prompt' | 'ai-analysis' | 'whois' | 'technologies';
  /** The body that the create would get, or an array of 1 to 1000 of them for serp and keyword. Lookups: `{"domain": "…"}`, for whois with `source`. */
  readonly request: { readonly [name: string]: unknown } | ReadonlyArray<{ readonly [name: string]: unknown }>;
}

export interface Quote {
  /** Credits that would be charged within the account’s limits. */
  readonly cost: number;
  /** Credits that the account can spend now. Null for a key without the scope `read`. */
  readonly balance: number | null;
  /** Credits that this key may still spend. Null when it has no budget. */
  readonly budgetLeft: number | null;
  /** The request would be accepted now; if not, `warnings` say why. */
  readonly enough: boolean;
  /** Until a worker takes the last object, by the queue and its recent pace; the source’s own time comes on top. Null: not known. */
  readonly expectedWaitSeconds: number | null;
  /** The sources that would be asked, in their order. */
  readonly route: ReadonlyArray<{
    /** As it would stand in `attempts`. */
    readonly source: string;
    /** The operator pays this source by the call. */
    readonly paid: boolean;
  }>;
  readonly warnings: ReadonlyArray<string>;
}

export interface Event {
  /** Where it stands in the feed. */
  readonly cursor: string;
  readonly objectId: string;
  readonly type: 'serp' | 'keyword' | 'ai';
  /** When the object was finished. */
  readonly at: string;
  /** Signed by the Standard Webhooks rules with the account’s secret, over `body` as it stands. */
  readonly headers: {
    /** The same as that of the object’s callback. */
    readonly 'webhook-id': string;
    readonly 'webhook-timestamp': string;
    readonly 'webhook-signature': string;
  };
  /** JSON text, as a callback of that format would carry it. */
  readonly body: string;
}

export interface EventList {
  readonly items: ReadonlyArray<Event>;
  /** The cursor to go on from. */
  readonly next: string;
  /** There is more already. */
  readonly more: boolean;
  /** Events between the cursor and `next` whose objects are past their retention. */
  readonly lost: number;
  /** False while the operator has closed the feed. */
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
  /** Have a page analysed */
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
  /** Look a domain or IP address up */
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
  /** Find the technologies of a website */
  'GET /technologies/{domain}': {
    path: {
      readonly domain: string;
    };
    query: undefined;
    body: undefined;
    answer: Technologies;
  };
  /** The account, its credits and limits */
  'GET /user': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: User;
  };
  /** List objects of all kinds, the newest first */
  'GET /objects': {
    path: undefined;
    query: {
      readonly kind?: 'serp' | 'keyword' | 'ai';
      /** The engine, keyword source or AI service. */
      readonly engine?: 'google' | 'googlelocal' | 'googleimages' | 'googlenews' | 'googleadvertiser' | 'google-aimode' | 'bing' | 'yahoo' | 'yandex' | 'youtube' | 'naver' | 'naverwebdocs' | 'naverlocal' | 'daumweb' | 'daumsite' | 'baidu' | 'sogou' | 'seznam' | 'chatgpt' | 'perplexity' | 'universal' | 'duckduckgo';
      /** A country code, a region’s id, or its name or canonical name. */
      readonly region?: string;
      readonly state?: 'waiting' | 'ready' | 'faulty';
      /** Text in the keyword, the prompt or the address. */
      readonly q?: string;
      /** Made then or later. A day, or a date and time. */
      readonly from?: string;
      /** Made before then. A day, or a date and time. */
      readonly to?: string;
      /** The `next` of the page before. */
      readonly after?: string;
      readonly limit?: number;
    };
    body: undefined;
    answer: {
      /** The newest first. */
      readonly items: ReadonlyArray<{
        readonly id: string;
        readonly kind: 'serp' | 'keyword' | 'ai';
        readonly mode: 'live' | 'test';
        /** When it was requested. */
        readonly createdAt: string;
        /** The engine, keyword source or AI service. */
        readonly engine?: string;
        /** The region’s canonical name. */
        readonly region?: string;
        /** The keyword, keywords, prompt or address; at most 300 characters of it. */
        readonly keyword?: string;
        readonly priority?: 'LOW' | 'NORMAL' | 'REALTIME' | 'INSTANT';
        /** Credits charged; those of faulty objects were given back. */
        readonly cost: number;
        readonly state: 'waiting' | 'ready' | 'faulty';
        readonly verdict?: 'valid' | 'empty' | 'suspect' | 'blocked' | 'unparsed';
        /** When the source was asked. */
        readonly generatedAt?: string;
        readonly callback?: 'none' | 'pending' | 'delivered' | 'failed';
        /** For the operator: whose it is. */
        readonly account?: string;
      }>;
      /** Send it as `after` to go on; null at the end. A page may hold less than asked for, even nothing, before it. */
      readonly next: string | null;
    };
  };
  /** The same list, whole, as a file */
  'GET /objects/export': {
    path: undefined;
    query: {
      readonly kind?: 'serp' | 'keyword' | 'ai';
      /** The engine, keyword source or AI service. */
      readonly engine?: 'google' | 'googlelocal' | 'googleimages' | 'googlenews' | 'googleadvertiser' | 'google-aimode' | 'bing' | 'yahoo' | 'yandex' | 'youtube' | 'naver' | 'naverwebdocs' | 'naverlocal' | 'daumweb' | 'daumsite' | 'baidu' | 'sogou' | 'seznam' | 'chatgpt' | 'perplexity' | 'universal' | 'duckduckgo';
      /** A country code, a region’s id, or its name or canonical name. */
      readonly region?: string;
      readonly state?: 'waiting' | 'ready' | 'faulty';
      /** Text in the keyword, the prompt or the address. */
      readonly q?: string;
      /** Made then or later. A day, or a date and time. */
      readonly from?: string;
      /** Made before then. A day, or a date and time. */
      readonly to?: string;
      readonly format?: 'jsonl' | 'csv';
    };
    body: undefined;
    answer: undefined;
  };
  /** What happened to one object */
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
      /** When it was requested. */
      readonly createdAt: string;
      /** The request with all defaults applied. */
      readonly request: { readonly [name: string]: unknown };
      readonly state: 'waiting' | 'ready' | 'faulty';
      readonly verdict: 'valid' | 'empty' | 'suspect' | 'blocked' | 'unparsed' | null;
      /** Why it failed, as a sentence; null unless it did. */
      readonly error: string | null;
      readonly callback: 'none' | 'pending' | 'delivered' | 'failed';
      /** What happened, in its order. */
      readonly steps: ReadonlyArray<{
        /** When; null where nobody wrote it down. */
        readonly at: string | null;
        readonly what: 'created' | 'charged' | 'queued' | 'claimed' | 'attempt' | 'settled' | 'reversed' | 'callback';
        /** What else is known of it. */
        readonly detail: { readonly [name: string]: unknown };
      }>;
      readonly ledger: ReadonlyArray<{
        /** When it was booked. */
        readonly at: string;
        readonly kind: 'charge' | 'reversal';
        /** Charges are negative, reversals positive. */
        readonly amount: number;
        /** The lot of credits that it came from or went back to. */
        readonly lot?: string;
      }>;
      readonly attempts: ReadonlyArray<{
        /** Who was asked. */
        readonly source: string;
        /** valid, empty, suspect, blocked, unreachable or unparsed. */
        readonly outcome: string;
        /** How long it took. */
        readonly ms: number;
        /** Of the source `reused`: how old the answer was. */
        readonly ageSeconds?: number;
        /** Why fewer results came than were asked for; absent when the source had no further page. */
        readonly stopped?: {
          /** The further page that was not used. */
          readonly page: number;
          readonly outcome: 'repeated' | 'empty' | 'suspect' | 'blocked' | 'unreachable' | 'unparsed';
          /** The same as a sentence. */
          readonly reason: string;
        };
      }>;
      readonly deliveries: ReadonlyArray<{
        readonly attempt: number;
        /** When it ended. */
        readonly at: string;
        /** Null when there was no HTTP answer. */
        readonly status: number | null;
        readonly ok: boolean;
        readonly reason: string | null;
        readonly ms: number;
      }>;
      /** When it will be removed. */
      readonly expiresAt: string;
      /** For the operator: whose it is. */
      readonly account?: string;
    };
  };
  /** What happens to one object, as it happens */
  'GET /objects/{id}/stream': {
    path: {
      /** The object’s id. */
      readonly id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Send the object’s callback once more */
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
  /** Where a domain stood in the stored result pages */
  'GET /ranks': {
    path: undefined;
    query: {
      /** Its subdomains count, too. */
      readonly domain: string;
      /** Only these; sent once per keyword. */
      readonly keywords?: ReadonlyArray<string>;
      /** Extension: `duckduckgo`. */
      readonly engine?: 'google' | 'googlelocal' | 'googleimages' | 'googlenews' | 'googleadvertiser' | 'google-aimode' | 'bing' | 'yahoo' | 'yandex' | 'youtube' | 'naver' | 'naverwebdocs' | 'naverlocal' | 'daumweb' | 'daumsite' | 'baidu' | 'sogou' | 'seznam' | 'chatgpt' | 'perplexity' | 'universal' | 'duckduckgo';
      /** A country code, a region’s id, or its name or canonical name. */
      readonly region?: string;
      /** As far as objects are kept. */
      readonly days?: number;
      /** The `next` of the answer before. */
      readonly after?: string;
      /** Result pages to look at. */
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
        /** The oldest first. */
        readonly points: ReadonlyArray<{
          /** When the engine was asked. */
          readonly at: string;
          /** The SERP. */
          readonly id: string;
          /** The best one, from 1; null when it is not among the results looked at. */
          readonly position: number | null;
          readonly url?: string;
          /** How many organic results were looked at. */
          readonly depth: number;
        }>;
      }>;
      /** What else was on these pages, the most frequent first. */
      readonly features: ReadonlyArray<{
        readonly type: string;
        /** Of the result pages looked at, from 0 to 1. */
        readonly share: number;
      }>;
      /** Result pages that were looked at for this answer. */
      readonly looked: number;
      /** Older result pages are left: send it as `after` and join the series. Null when all were looked at. */
      readonly next: string | null;
    };
  };
  /** Credits used by day, lots and limits */
  'GET /usage': {
    path: undefined;
    query: {
      /** Today and the days before it, in UTC. */
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
        /** Charged on that day. */
        readonly credits: number;
        /** Objects or lookups charged. */
        readonly count: number;
        /** Of these credits, given back by now. */
        readonly reversed: number;
      }>;
      readonly lots: ReadonlyArray<{
        readonly id: string;
        readonly granted: number;
        readonly left: number;
        /** When it was granted. */
        readonly createdAt: string;
        /** When it can no longer be spent. */
        readonly expiresAt: string | null;
      }>;
      readonly balance: number;
      readonly limits: ReadonlyArray<{
        /** Credits per hour or per day. */
        readonly name: 'hour' | 'day';
        readonly limit: number;
        readonly used: number;
        /** When the oldest of what was used no longer counts. */
        readonly resetsAt?: string;
        readonly action: 'reject' | 'overcharge';
      }>;
      /** The days are complete up to here. */
      readonly countedTo: string;
    };
  };
  /** What would this request cost, and how long would it wait? */
  'POST /quote': {
    path: undefined;
    query: undefined;
    body: QuoteRequest;
    answer: Quote;
  };
  /** What was finished, in order */
  'GET /events': {
    path: undefined;
    query: {
      /** Only what came after this cursor; `next` of the answer before. Omitted: from the beginning. */
      readonly after?: string;
      /** With the format JSON at most 100. */
      readonly limit?: number;
      /** What `body` holds: id and type, or the whole object as GET answers it now. */
      readonly format?: 'SIMPLE' | 'JSON';
    };
    body: undefined;
    answer: EventList;
  };
  /** The same as server-sent events */
  'GET /events/stream': {
    path: undefined;
    query: {
      /** As for GET /events; `Last-Event-ID` takes precedence. Omitted: what comes from now on. */
      readonly after?: string;
      /** What `body` holds: id and type, or the whole object as GET answers it now. */
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
  /** Does the process answer? */
  'GET /healthz': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: string;
      readonly reason?: string;
    };
  };
  /** Can the process do its work? */
  'GET /readyz': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: string;
      readonly reason?: string;
    };
  };
  /** Metrics in the format of Prometheus */
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
