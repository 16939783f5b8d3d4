// A row of a time series: the values of one key in one minute, hour or longer period.
export interface SeriesRow {
  /** Seconds since 1970. */
  readonly at: number;
  readonly key: string;
  readonly counts: readonly number[];
  readonly levels: readonly (number | null)[];
}
