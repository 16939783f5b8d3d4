// Types that several kinds of items share.

/** A star rating as shown beside a result. */
export interface Rating {
  readonly value: number;
  readonly max: number;
  readonly votes: number | null;
}

/** A link with its text. */
export interface Link {
  readonly title: string;
  readonly url: string;
  readonly description: string | null;
}

/** An image shown with an item. */
export interface Image {
  readonly url: string;
  readonly alt: string | null;
  readonly sourceUrl: string | null;
}

/** A price as shown and as a number. */
export interface Price {
  readonly current: number | null;
  readonly currency: string | null;
  readonly displayed: string;
}

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A channel that published a video or a playlist. */
export interface Publisher {
  readonly id: string | null;
  readonly name: string;
  readonly url: string | null;
  readonly verified: boolean;
}

/** `position` counts within the item's array, `rank` across the whole page, `page` the result pages. All start at 1. */
export interface ItemPosition {
  position: number;
  rank: number | null;
  page: number;
}

/** A page cited by an AI answer. */
export interface Reference {
  readonly position: number;
  readonly title: string | null;
  readonly url: string;
  readonly domain: string;
  readonly source: string | null;
  readonly snippet: string | null;
}
