// The parts of a SERP that a comparison needs.
import { labelOf } from '../labels.ts';
import type { ComparedItem, ComparedList } from './diff.ts';

export interface ComparedSerp {
  readonly id: string;
  readonly keyword: string;
  readonly searchEngine: string;
  readonly isMobile: boolean;
  readonly region: { readonly canonicalName?: string; readonly formattedName?: string } | null;
  readonly createdAt: string;
  /** When the source was queried. */
  readonly generatedAt: string | null;
  readonly ready: boolean;
  readonly faulty: boolean;
  readonly verdict: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
}

const isItems = (value: unknown): value is readonly ComparedItem[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && typeof item.position === 'number');

const itemsOf = ({ data }: ComparedSerp, name: string): readonly ComparedItem[] => {
  const value = data?.[name];
  return isItems(value) ? value : [];
};

/** Returns the lists that at least one of the two results has, organic results first. */
export function sharedListsOf(first: ComparedSerp, second: ComparedSerp): string[] {
  const names = new Set([...Object.keys(first.data ?? {}), ...Object.keys(second.data ?? {})]);
  names.delete('organic');
  const filled = [...names].filter((name) => itemsOf(first, name).length + itemsOf(second, name).length > 0);
  return ['organic', ...filled];
}

/**
 * Organic results are fetched up to a number, so that the list ends there without saying what follows.
 * An engine that has no results at all, and every other list, is complete.
 */
export function listOf(serp: ComparedSerp, name: string): ComparedList {
  const items = [...itemsOf(serp, name)].sort((a, b) => a.position - b.position);
  const isComplete = name !== 'organic' || serp.verdict === 'empty';
  return { items, depth: isComplete ? Number.POSITIVE_INFINITY : (items.at(-1)?.position ?? 0) };
}

/** Returns why a request cannot be compared, or null. A failed request says nothing about the results of the engine. */
export function reasonAgainst(serp: ComparedSerp): string | null {
  if (serp.faulty) return 'The request failed, so it has no results to compare.';
  if (!serp.ready) return 'The request is still in progress.';
  return serp.data === null ? 'The request has no result data.' : null;
}

/** `Google · Berlin · Mobile` */
export const sourceNameOf = ({ searchEngine, region, isMobile }: ComparedSerp): string =>
  [labelOf(searchEngine), region?.formattedName ?? region?.canonicalName?.split(',')[0], isMobile ? 'Mobile' : '']
    .filter(Boolean)
    .join(' · ');

/** Returns the link fields of two requests, the older one first. */
export function inTimeOrder(
  one: { readonly id: string; readonly createdAt: string },
  other: { readonly id: string; readonly createdAt: string },
): { readonly a: string; readonly b: string } {
  // The times have whole seconds. Within one second, the ids give an order that does not depend on the selection.
  const isOlder = one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt;
  return isOlder ? { a: one.id, b: other.id } : { a: other.id, b: one.id };
}
