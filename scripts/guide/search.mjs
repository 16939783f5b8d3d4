// Search index: for every section its heading, excerpt and distinct words.
const WORDS_MAX = 400;
const EXCERPT_MAX = 60;
/** Words that occur in a larger share of the sections are left out. */
const SHARE_MAX = 0.015;

const cleared = (text) =>
  text
    .replace(/```\w*|[`*|>#]|\]\([^)]*\)|\[|:?-{3,}:?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
/** Samples repeat the words of the text around them. */
const withoutSamples = (text) => text.replace(/```[\s\S]*?```/g, ' ');
const wordsOf = (text) => [
  ...new Set(
    cleared(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}_.:-]*[\p{L}\p{N}]/gu) ?? [],
  ),
];

/**
 * Pages as `[name, title]`; sections as `[page, anchor, heading, excerpt, words]`. Decision records are found by their
 * headings only, and have no excerpt.
 */
export function searchIndex(pages) {
  const sections = pages.flatMap(({ sections: own, under }, page) =>
    own.map(({ words, anchor, depth, text }) => {
      const prose = withoutSamples(text);
      const whole = cleared(prose).replace(/^- /, '');
      const excerpt = whole.length > EXCERPT_MAX ? `${whole.slice(0, whole.lastIndexOf(' ', EXCERPT_MAX))} …` : whole;
      const known = under ? [] : wordsOf(`${words} ${prose}`).slice(0, WORDS_MAX);
      return { place: [page, depth === 1 ? '' : anchor, words, under ? '' : excerpt], known };
    }),
  );
  const counts = new Map();
  for (const word of sections.flatMap(({ known }) => known)) counts.set(word, (counts.get(word) ?? 0) + 1);
  // Words shorter than three letters, figures other than statuses, and words in many sections do not help to find anything.
  const tells = (word) => word.length > 2 && /^\d{3}$|\p{L}/u.test(word) && counts.get(word) < sections.length * SHARE_MAX;
  return {
    pages: pages.map(({ name, title }) => [name, title]),
    // Sorted words compress better.
    sections: sections.map(({ place, known }) => [...place, known.filter(tells).sort().join(' ')]),
  };
}
