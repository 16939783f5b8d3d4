// Measured facts of an analysed page as rows of a report, each with an assessment.
import { bytes, counted, ms, number } from '../format.ts';
import { pathOf } from './paths.ts';

/** The field `facts` of a page analysis. */
export interface PageFacts {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly redirects: readonly unknown[];
  readonly timing: { readonly firstByteMs: number; readonly totalMs: number } | null;
  readonly bytes: number;
  readonly complete: boolean;
  readonly robotsHeader: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly canonical: string | null;
  readonly robots: string | null;
  readonly language: string | null;
  readonly headings: Readonly<Record<'h1' | 'h2' | 'h3', readonly string[]>>;
  readonly words: number;
  readonly internalLinks: number;
  readonly externalLinks: number;
  readonly images: number;
  readonly imagesWithoutAlt: number;
  readonly structuredData: { readonly types: readonly string[] };
  readonly hreflang: readonly unknown[];
}

export type Assessment = 'ok' | 'check' | 'problem';

export interface FactRow {
  readonly name: string;
  readonly value: string;
  /** Null for a figure that is neither good nor bad. */
  readonly assessment: Assessment | null;
  readonly note: string | null;
  readonly path: string;
}

/** Google cuts longer titles and descriptions in its results at about this many characters. */
const TITLE_LENGTH_MAX = 60;
const DESCRIPTION_LENGTH_MAX = 160;
const FIRST_BYTE_MS_MAX = 800;

type Judged = readonly [assessment: Assessment | null, note?: string];
const NO_JUDGEMENT: Judged = [null];

export function factRows(facts: PageFacts): FactRow[] {
  const row = (name: string, field: string, value: string | null, [assessment, note]: Judged): FactRow => ({
    name,
    value: value || 'None',
    assessment,
    note: note ?? null,
    path: pathOf('facts', field),
  });
  const { title, description, headings, structuredData, timing } = facts;
  return [
    row('HTTP status', 'status', String(facts.status), facts.status >= 400 ? ['problem', 'The page reports an error.'] : ['ok']),
    row(
      'Redirects',
      'redirects',
      number(facts.redirects.length),
      facts.redirects.length > 1 ? ['check', 'Link to the final URL.'] : ['ok'],
    ),
    row('Indexing', ...indexing(facts)),
    row('Canonical URL', 'canonical', facts.canonical, canonical(facts)),
    row('Title', 'title', title, textLength(title, TITLE_LENGTH_MAX, 'problem')),
    row('Description', 'description', description, textLength(description, DESCRIPTION_LENGTH_MAX, 'check')),
    row(
      'Main headings',
      'headings.h1',
      headings.h1.join(' · '),
      headings.h1.length === 1 ? ['ok'] : ['check', 'Use exactly one main heading.'],
    ),
    row('Subheadings', 'headings.h2', number(headings.h2.length + headings.h3.length), NO_JUDGEMENT),
    row('Language', 'language', facts.language, facts.language ? ['ok'] : ['check', 'The page does not name its language.']),
    row('Words', 'words', number(facts.words), NO_JUDGEMENT),
    row('Internal links', 'internalLinks', number(facts.internalLinks), NO_JUDGEMENT),
    row('External links', 'externalLinks', number(facts.externalLinks), NO_JUDGEMENT),
    row('Images', 'images', number(facts.images), NO_JUDGEMENT),
    row(
      'Images without alternative text',
      'imagesWithoutAlt',
      number(facts.imagesWithoutAlt),
      facts.imagesWithoutAlt > 0 ? ['check'] : ['ok'],
    ),
    row('Structured data', 'structuredData', structuredData.types.join(', '), NO_JUDGEMENT),
    row('Language versions', 'hreflang', number(facts.hreflang.length), NO_JUDGEMENT),
    row('Size', 'bytes', bytes(facts.bytes), facts.complete ? NO_JUDGEMENT : ['check', 'Only the beginning of the page was analysed.']),
    ...(timing ? [row('First byte', 'timing.firstByteMs', ms(timing.firstByteMs), speed(timing.firstByteMs))] : []),
  ];
}

/** The header and the meta tag have the same effect. */
function indexing({ robots, robotsHeader }: PageFacts): [field: string, value: string, judged: Judged] {
  const rules = [robots, robotsHeader].filter((rule) => rule !== null);
  const field = robots === null && robotsHeader !== null ? 'robotsHeader' : 'robots';
  const isExcluded = rules.some((rule) => /\b(?:noindex|none)\b/i.test(rule));
  return [field, rules.join(', ') || 'Allowed', isExcluded ? ['problem', 'Search engines must not index the page.'] : ['ok']];
}

function canonical({ canonical: url, finalUrl }: PageFacts): Judged {
  if (url === null) return ['check', 'Name the preferred URL of the page.'];
  return url.replace(/\/$/, '') === finalUrl.replace(/\/$/, '') ? ['ok'] : ['check', 'Another page is preferred.'];
}

function textLength(text: string | null, lengthMax: number, missing: Assessment): Judged {
  if (!text) return [missing, 'It is missing.'];
  const length = counted([...text].length, 'character');
  return [...text].length > lengthMax ? ['check', `${length}, may be cut in results.`] : ['ok', length];
}

const speed = (firstByteMs: number): Judged =>
  firstByteMs > FIRST_BYTE_MS_MAX ? ['check', `Over ${number(FIRST_BYTE_MS_MAX)} ms.`] : ['ok'];
