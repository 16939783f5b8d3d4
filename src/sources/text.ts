// Text as a person sees it: one space between words, no invisible characters.

const FOLDED = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]|[^\S ]|^ | $| {2}/;

/** Collapses white space and removes invisible characters. Most texts have neither. */
export const fold = (text: string): string =>
  FOLDED.test(text)
    ? text
        .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]/g, '')
        .replace(/\s+/g, ' ')
        .trim()
    : text;

export const orNull = (text: string): string | null => (text === '' ? null : text);
