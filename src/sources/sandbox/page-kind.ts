// A kind of website in the sandbox: how its pages are named and what they write.

/** Facts that a text can mention. */
export interface Facts {
  readonly words: string;
  readonly year: string;
  readonly brand: string;
  readonly count: number;
  readonly weeks: number;
  readonly price: string;
  readonly first: string;
  readonly second: string;
  readonly audience: string;
}

export interface PageKind {
  /** The second word of the website's name. */
  readonly names: readonly string[];
  readonly isRated: boolean;
  readonly isShop: boolean;
  readonly titles: readonly ((facts: Facts) => string)[];
  /** Each contains the query once, so that an engine can print it in bold. */
  readonly snippets: readonly ((facts: Facts) => string)[];
}
