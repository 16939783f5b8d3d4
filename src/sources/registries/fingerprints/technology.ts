// The fingerprints of a technology: in headers, cookies, markup, URLs and DNS records.

/** The field of a fingerprint. `inline` is the text of inline scripts, `text` is the visible text. */
export const FIELDS = [
  'header',
  'cookie',
  'meta',
  'url',
  'mx',
  'txt',
  'ns',
  'cname',
  'soa',
  'script',
  'link',
  'frame',
  'dom',
  'inline',
  'text',
  'html',
] as const;
export type Field = (typeof FIELDS)[number];

export interface Pattern {
  /** Lists of lower-case literals. Every match contains one literal of each list. */
  readonly literals: readonly (readonly string[])[];
  /** Returns the match and its groups, or null. Case-insensitive. */
  match(text: string): readonly (string | undefined)[] | null;
}

export interface Fingerprint {
  readonly field: Field;
  /** The lower-case name of a header, meta tag or cookie, or the selector of an element. Empty for any. */
  readonly key: string;
  /** For an element: `text` or the name of an attribute. Empty checks only for the element. */
  readonly attribute: string;
  /** Null checks only for presence. */
  readonly pattern: Pattern | null;
  /** Confidence of the fingerprint, in per cent. */
  readonly confidence: number;
  /** For example `\1` or `\1?new:old`. Null uses the first group that begins with a digit. */
  readonly version: string | null;
}

export interface Implied {
  readonly name: string;
  readonly confidence: number;
}

export interface Technology {
  readonly name: string;
  readonly categories: readonly number[];
  readonly website: string | null;
  readonly icon: string | null;
  /** For example `cpe:2.3:a:vendor:product:*:*:*:*:*:*:*:*`. */
  readonly cpe: string | null;
  readonly fingerprints: readonly Fingerprint[];
  /** Technologies that are always present together with this one. */
  readonly implies: readonly Implied[];
  /** Names of technologies that cannot be present together with this one. */
  readonly excludes: readonly string[];
  /** Names of technologies, one of which must be present. Otherwise the fingerprints do not count. */
  readonly requires: readonly string[];
  /** Numbers of categories, one of which must be present. */
  readonly requiresCategories: readonly number[];
}

/** DNS records of a domain, as text. */
export interface DnsEvidence {
  readonly mx: readonly string[];
  readonly txt: readonly string[];
  readonly ns: readonly string[];
  readonly cname: readonly string[];
  readonly soa?: readonly string[];
}
