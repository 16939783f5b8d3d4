// Tabs, sort orders and languages of SerpApi's engines of which only some values can be honoured.
import type { Given } from '../values.ts';
import type { Dialect } from './dialects.ts';
import { unsupported } from './place-parameters.ts';

interface Choice {
  readonly allowed: readonly string[];
  /** For the error. */
  readonly what: string;
}

type Choices = Readonly<Record<string, Choice>>;

/** Google's newer parameter for a tab. Each layout is one tab. */
const TABS: Readonly<Partial<Record<Dialect['layout'], string>>> = { images: '2', videos: '7', aimode: '50' };

const BY_ENGINE: Readonly<Record<string, Choices>> = {
  google_news: { so: { allowed: ['0'], what: 'sort order - so parameter' } },
  naver: { where: { allowed: ['nexearch', 'web'], what: 'tab - where parameter' } },
  duckduckgo: { search_assist: { allowed: ['false', 'False', '0'], what: 'value - search_assist parameter' } },
  baidu: { ct: { allowed: ['1'], what: 'language - ct parameter' } },
};

function choicesOf({ name, places, layout }: Dialect): Choices {
  const own = BY_ENGINE[name] ?? {};
  if (places !== 'google' || name === 'youtube') return own;
  return { ...own, udm: { allowed: [TABS[layout] ?? []].flat(), what: 'tab - udm parameter' } };
}

export const choiceNames = (dialect: Dialect): readonly string[] => Object.keys(choicesOf(dialect));

/** Throws for a value that selects other results than those of this engine. */
export function rejectChoices(given: Given, dialect: Dialect): void {
  for (const [name, { allowed, what }] of Object.entries(choicesOf(dialect))) {
    const value = given[name]?.trim();
    if (value === undefined || allowed.includes(value)) continue;
    throw unsupported(value, allowed.length === 0 ? what : `${what}. Supported: ${allowed.join(', ')}`);
  }
}
