// Reasons for a low quality of a SERP, each with the sentence of the documentation.

export const QUALITY_REASONS = {
  statedQuery: 'The search box of a page states another query.',
  incomplete: 'A page breaks off before its end.',
  newLayout: 'The structure of a page is unlike every familiar layout of the engine.',
  newNames: 'The class names and ids of a page are unlike those of every familiar layout of the engine.',
  mixedResults: 'Results of another response stand among the results of a page.',
  onlyAds: 'The page has advertisements but no organic results.',
  noResults: 'The page has no organic results and does not say that there are none.',
  fewResults: 'There are clearly fewer organic results than the engine shows on this number of pages, or a further page is missing.',
  manyResults: 'A page has clearly more organic results than the engine shows on one page.',
  stopped: 'A further page could not be used, so the results end early.',
  repeatedHost: 'More than half of the results are of one site that the query does not name.',
  missingTexts: 'Many results have no title, or neither a snippet nor an image.',
  unrelated: 'Many results contain few or no words of the query.',
  language: 'The page or its results are in another language or script than requested.',
  changed: 'The results have hardly anything in common with the recent answers to the same question.',
  siblings: 'The results have nothing in common with recent answers for other devices, languages or depths.',
  stale: 'The results are like those of an earlier answer that is at least five days old, and less like the two newest ones.',
  otherQuery: 'The results equal a recent answer to another question.',
} as const satisfies Readonly<Record<string, string>>;

export type QualityReason = keyof typeof QUALITY_REASONS;
export const QUALITY_REASON_NAMES = Object.keys(QUALITY_REASONS) as QualityReason[];

/** Results below it should be ordered again. */
export const QUALITY_LOW = 0.7;
