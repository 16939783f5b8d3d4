// Facts about engines that decide which evidence means something.

/** Their answers cite pages freely, so no evidence fits. */
export const OF_ANSWERS: ReadonlySet<string> = new Set(['google-aimode']);
/** Their results are not in `organic`, so an empty list says nothing. */
export const WITHOUT_ORGANIC: ReadonlySet<string> = new Set(['googleadvertiser', 'googlelocal', 'naverlocal']);
/** Engines that find only pages of their own site. */
export const OF_ONE_SITE: ReadonlySet<string> = new Set(['youtube', 'naverlocal']);
export const WITHOUT_SNIPPETS: ReadonlySet<string> = new Set(['googleimages', 'googlenews', 'googlelocal', 'naverlocal']);
/** They accept places, but have one language. */
export const OF_ONE_LANGUAGE: ReadonlySet<string> = new Set(['naverlocal']);
