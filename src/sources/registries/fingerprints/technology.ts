// How a technology is known: the signs that it leaves in headers, cookies, markup, addresses and records of the domain.

/** Where a sign stands. `inline` is what scripts of the page say, `text` is what a reader of the page sees. */
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
  /** Lists of lower-case texts; of each list one text stands in everything that matches. */
  readonly literals: readonly (readonly string[])[];
  /** The match and its groups; null where there is none. Case does not count. */
  match(text: string): readonly (string | undefined)[] | null;
}

export interface Sign {
  readonly field: Field;
  /** The lower-case name of a header, meta tag or cookie, or the selector of an element. Empty: any. */
  readonly key: string;
  /** Of an element, what is looked at: `text` or, by its name, an attribute; empty asks only for the element. */
  readonly attribute: string;
  /** Null asks only for presence. */
  readonly pattern: Pattern | null;
  /** How sure the sign is, in per cent. */
  readonly confidence: number;
  /** Such as `\1` or `\1?new:old`; null takes the first group that begins with a digit. */
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
  /** Such as `cpe:2.3:a:vendor:product:*:*:*:*:*:*:*:*`. */
  readonly cpe: string | null;
  readonly signs: readonly Sign[];
  /** What must be there too. */
  readonly implies: readonly Implied[];
  /** Names of technologies that cannot be there as well. */
  readonly excludes: readonly string[];
  /** Names of technologies, one of which must be there; without any the signs do not count. */
  readonly requires: readonly string[];
  /** Numbers of categories, one of which must be there. */
  readonly requiresCategories: readonly number[];
}

/** Records of a domain, as text. */
export interface DnsEvidence {
  readonly mx: readonly string[];
  readonly txt: readonly string[];
  readonly ns: readonly string[];
  readonly cname: readonly string[];
  readonly soa?: readonly string[];
}
