// One technology of a website, an item of `technologies`.

export interface TechnologyCategory {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

export interface TechnologyItem {
  readonly name: string;
  readonly slug: string;
  readonly version: string | null;
  /** 0 to 100. */
  readonly confidence: number;
  /** The name of the first category. */
  readonly category: string | null;
  readonly categories: readonly TechnologyCategory[];
  readonly website: string | null;
  readonly icon: string | null;
  readonly cpe: string | null;
}
