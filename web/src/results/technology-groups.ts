// Technologies of a website by category.
import type { TechnologyItem } from '../../../src/contract/technology.ts';
import { pathOf } from './paths.ts';

export interface LocatedTechnology extends TechnologyItem {
  readonly path: string;
}
export interface TechnologyGroup {
  readonly category: string;
  readonly technologies: readonly LocatedTechnology[];
}

const OTHER = 'Other';

/** Returns the groups by name, with those without a category last. A technology is only in its first category. */
export function groupTechnologies(technologies: readonly TechnologyItem[]): TechnologyGroup[] {
  const groups = new Map<string, LocatedTechnology[]>();
  for (const [index, technology] of technologies.entries()) {
    const category = technology.category ?? OTHER;
    const group = groups.get(category) ?? [];
    group.push({ ...technology, path: pathOf('technologies', index) });
    groups.set(category, group);
  }
  return [...groups]
    .map(([category, list]) => ({ category, technologies: list }))
    .sort((a, b) => Number(a.category === OTHER) - Number(b.category === OTHER) || a.category.localeCompare(b.category, 'en'));
}

/** Returns the further categories of a technology. */
export const otherCategories = ({ category, categories }: TechnologyItem): string[] =>
  (categories ?? []).map(({ name }) => name).filter((name) => name !== category);
