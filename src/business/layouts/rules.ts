// Decides which layouts are in doubt, which become a case, and which cases close. Pure functions.
import type { CaseKind, CaseState } from '../../contract/cases.ts';
import { ITEM_ARRAYS } from '../../contract/items.ts';
import { engineLabel } from '../../contract/vocabulary.ts';
import { type LayoutCounts, sumOf, yieldIn, yieldsOf } from './counts.ts';

export interface JudgedLayout {
  readonly id: string;
  readonly firstSeenDaysAgo: number;
  /** Since the previous full hour, the rest of a day, the rest of a week. */
  readonly recent: LayoutCounts;
  readonly day: LayoutCounts;
  readonly week: LayoutCounts;
  readonly caseState: CaseState | null;
  /** The figures that opened its case. Null without a case. */
  readonly caseFigures?: CaseFigures | null;
}

/** Which further pages workers keep: those with a lower yield, or those with that outcome. */
export interface Doubt {
  readonly kind: CaseKind;
  /** Only for `yield`. */
  readonly below?: number;
}

export interface CaseFigures {
  readonly pages: number;
  readonly share: number;
  readonly yield: number | null;
  readonly neighboursYield: number | null;
  readonly arrays: readonly string[];
}

export interface Judgement {
  readonly id: string;
  readonly doubt: Doubt | null;
  readonly kind: CaseKind | null;
  readonly figures: CaseFigures;
  /** The state in which an open case closes. Null: it stays. */
  readonly closes: 'corrected' | 'resolved' | null;
}

/** A layout is new for this time. An older one changes only with the parser, and `parserYield` reports that. */
export const NEW_DAYS = 7;
/** Neighbours must have been judged this often, so that an installation knows what is usual. */
export const NEIGHBOURS_JUDGED_MIN = 30;
const DOUBT_JUDGED_MIN = 3;
const CASE_JUDGED_MIN = 10;
const FAILED_MIN = 5;
const FAILED_SHARE_MIN = 0.5;
/** Finding less: below this share of the yield of the neighbours. Corrected: above the other one. */
const LESS = 0.6;
export const AS_MUCH = 0.85;
/** Each neighbour that was judged often fills an array on this share of its pages: then all layouts should. */
const USUALLY_FILLED = 0.6;
const GROWTH_MIN = 1.2;
/** Per engine. An operator looks at a few cases, and the others are likely the same. */
const DOUBTS_MAX = 20;

/** `layouts` are all of one engine and device. */
export function judgeLayouts(layouts: readonly JudgedLayout[]): Judgement[] {
  const pagesOf = (period: 'recent' | 'day' | 'week'): number => layouts.reduce((sum, layout) => sum + layout[period].pages, 0);
  const totals = { recent: pagesOf('recent'), day: pagesOf('day'), week: pagesOf('week') };
  // Each layout is compared with all others, and an engine with new names on every page has hundreds of them.
  const weeks = new Map(layouts.map((layout) => [layout.id, weekOf(layout)]));
  return layouts.map((layout) => judgeLayout(layout, neighboursOf(layout, layouts, weeks), totals));
}

/**
 * Returns the judgements with at most this many layouts in doubt, or with a case, per engine: open cases first, then those
 * with the most pages. A source with a new layout on every few pages must not fill the disk with samples, nor leave no room
 * for other layouts.
 */
export function limitDoubts<Judged extends Judgement & { readonly engine: string }>(
  judgements: readonly Judged[],
  isCaseOpen: (id: string) => boolean,
  doubtsMax = DOUBTS_MAX,
): Judged[] {
  const counts = new Map<string, number>();
  const kept = new Set<string>();
  const rank = ({ id, figures }: Judgement): number => (isCaseOpen(id) ? Number.MAX_SAFE_INTEGER : figures.pages);
  const isConcerned = ({ id, kind, doubt }: Judgement): boolean => kind !== null || doubt !== null || isCaseOpen(id);
  for (const { id, engine } of judgements.filter(isConcerned).sort((one, other) => rank(other) - rank(one))) {
    const count = counts.get(engine) ?? 0;
    if (count >= doubtsMax && !isCaseOpen(id)) continue;
    counts.set(engine, count + 1);
    kept.add(id);
  }
  return judgements.map((judgement) => (kept.has(judgement.id) ? judgement : { ...judgement, kind: null, doubt: null }));
}

/** Layouts that open a case or were dismissed say nothing about what is usual. */
const neighboursOf = (layout: JudgedLayout, layouts: readonly JudgedLayout[], weeks: ReadonlyMap<string, LayoutCounts>): LayoutCounts[] =>
  layouts
    .filter((other) => other.id !== layout.id && other.caseState !== 'open' && other.caseState !== 'dismissed')
    .filter((other) => other.firstSeenDaysAgo >= layout.firstSeenDaysAgo)
    .map(({ id }) => weeks.get(id)!);

const weekOf = ({ recent, day, week }: JudgedLayout): LayoutCounts => sumOf([recent, day, week]);

function judgeLayout(
  layout: JudgedLayout,
  neighbours: readonly LayoutCounts[],
  totals: Record<'recent' | 'day' | 'week', number>,
): Judgement {
  const own = sumOf([layout.recent, layout.day]);
  const usual = yieldsOf(neighbours);
  const isKnown = usual.judged >= NEIGHBOURS_JUDGED_MIN;
  const isNew = layout.firstSeenDaysAgo < NEW_DAYS;
  const usualYield = isKnown ? yieldIn(usual) : null;
  const failed = failureOf(own);
  const arrays = isKnown ? missingArrays(own, neighbours) : [];
  const findsLess = usualYield !== null && (yieldIn(own) ?? 1) < usualYield * LESS;
  const kind: CaseKind | null = failed ?? (isNew && findsLess ? 'yield' : isNew && arrays.length > 0 ? 'array' : null);
  const isGrowing = grows(layout, totals);
  // An operator has looked at it, so no further pages are needed.
  const isDoubted = layout.caseState !== 'dismissed';
  const opens = failed !== null || (kind !== null && own.judged >= CASE_JUDGED_MIN && isGrowing);
  return {
    id: layout.id,
    doubt: !isDoubted || kind === null || (failed === null && own.judged < DOUBT_JUDGED_MIN) ? null : doubtOf(kind, usualYield),
    kind: opens ? kind : null,
    figures: {
      pages: failed === null ? own.judged : own[failed],
      share: layout.recent.pages / Math.max(1, totals.recent),
      yield: yieldIn(own),
      neighboursYield: usualYield,
      arrays,
    },
    closes: layout.caseState === 'open' ? closingOf(layout, neighbours, usualYield) : null,
  };
}

const doubtOf = (kind: CaseKind, usualYield: number | null): Doubt =>
  kind === 'yield' && usualYield !== null ? { kind, below: usualYield * LESS } : { kind };

/** Returns the kind of failure of most pages, or null. */
function failureOf(own: LayoutCounts): 'unparsed' | 'suspect' | null {
  for (const kind of ['unparsed', 'suspect'] as const) {
    if (own[kind] >= FAILED_MIN && own[kind] >= own.pages * FAILED_SHARE_MIN) return kind;
  }
  return null;
}

/** Returns the arrays that every neighbour usually fills and this layout never does. */
function missingArrays(own: LayoutCounts, neighbours: readonly LayoutCounts[]): string[] {
  const frequent = neighbours.filter(({ judged }) => judged >= CASE_JUDGED_MIN);
  if (frequent.length === 0 || own.judged === 0) return [];
  return ITEM_ARRAYS.filter(
    (_, n) => (own.filled[n] ?? 0) === 0 && frequent.every(({ filled, judged }) => (filled[n] ?? 0) >= judged * USUALLY_FILLED),
  );
}

const neverFilled = ({ filled }: LayoutCounts, arrays: readonly string[]): string[] =>
  ITEM_ARRAYS.filter((name, n) => arrays.includes(name) && (filled[n] ?? 0) === 0);

/** A rising share since the previous full hour, or in the last day. */
function grows({ recent, day, week }: JudgedLayout, totals: Record<'recent' | 'day' | 'week', number>): boolean {
  const rises = (now: number, all: number, before: number, allBefore: number): boolean =>
    now > 0 && now / Math.max(1, all) > (before / Math.max(1, allBefore)) * GROWTH_MIN;
  return (
    rises(recent.pages, totals.recent, day.pages, totals.day) ||
    rises(recent.pages + day.pages, totals.recent + totals.day, week.pages, totals.week)
  );
}

function closingOf(layout: JudgedLayout, neighbours: readonly LayoutCounts[], usualYield: number | null): 'corrected' | 'resolved' | null {
  const { recent, day } = layout;
  if (recent.pages + day.pages === 0) return 'resolved';
  const isEnough = recent.judged >= CASE_JUDGED_MIN && recent.judged * 2 >= recent.pages;
  // A layout that replaced all others soon has no neighbours. Then it must read as well as those that it replaced.
  const expected = usualYield ?? layout.caseFigures?.neighboursYield ?? null;
  const reads = expected === null || (yieldIn(recent) ?? 0) >= expected * AS_MUCH;
  const missing = usualYield === null ? neverFilled(recent, layout.caseFigures?.arrays ?? []) : missingArrays(recent, neighbours);
  return isEnough && reads && failureOf(recent) === null && missing.length === 0 ? 'corrected' : null;
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

export function summaryOf(engine: string, kind: CaseKind, { pages, yield: own, neighboursYield, arrays }: CaseFigures): string {
  const name = engineLabel(engine);
  if (kind === 'unparsed') return `${pages} pages of a layout of ${name} could not be parsed.`;
  if (kind === 'suspect') return `${pages} pages of a layout of ${name} did not answer the query.`;
  if (kind === 'array') return `A new layout of ${name} never fills ${arrays.join(', ')}. All other layouts do.`;
  return `On a new layout of ${name}, the parser finds ${percent(own ?? 0)} of the requested results. Usual are ${percent(neighboursYield ?? 0)}.`;
}
