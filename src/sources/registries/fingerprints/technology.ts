// How a technology is known: what it leaves in headers, cookies, meta tags, addresses of scripts and links, and markup.

/** Case does not count. The first group, if there is one, is the version. A number is how sure the sign is, in per cent. */
export type Sign = RegExp | readonly [pattern: RegExp, confidence: number];

export interface Technology {
  readonly name: string;
  readonly categories: readonly number[];
  readonly website: string;
  /** Such as `cpe:2.3:a:vendor:product:*:*:*:*:*:*:*:*`. */
  readonly cpe?: string;
  /** By lower-case name; an empty pattern asks only for presence. */
  readonly headers?: Readonly<Record<string, Sign>>;
  /** Patterns of cookie names. */
  readonly cookies?: readonly Sign[];
  /** By lower-case name or property. */
  readonly meta?: Readonly<Record<string, Sign>>;
  /** Addresses of scripts. */
  readonly scripts?: readonly Sign[];
  /** Addresses of stylesheets, icons and other links of the head. */
  readonly links?: readonly Sign[];
  /** Plain markup; patterns must be short and without nested repetition. */
  readonly html?: readonly Sign[];
  /** Names of technologies that must be there too. */
  readonly implies?: readonly string[];
  /** Names of technologies that cannot be there as well. */
  readonly excludes?: readonly string[];
}
