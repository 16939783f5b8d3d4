// A set of technologies, indexed so that a page is compared only with possible matches.
import type { TechnologyCategory } from '../../../contract/technology.ts';
import { categoryOf } from './categories.ts';
import { readSelectors, type Selector } from './selector.ts';
import { FIELDS, type Field, type Sign, type Technology } from './technology.ts';

export interface PlacedSign {
  readonly technology: Technology;
  readonly sign: Sign;
  readonly selectors: readonly Selector[];
}

export interface TechnologySet {
  readonly technologies: readonly Technology[];
  readonly byName: ReadonlyMap<string, Technology>;
  /** Cheap fields come first, so that at least those are checked on a slow page. */
  readonly signs: readonly (readonly [field: Field, signs: readonly PlacedSign[]])[];
  readonly categoryOf: (id: number) => TechnologyCategory;
  /** Number of patterns and selectors of the source that are not supported. */
  readonly refused: number;
}

export function createTechnologySet(technologies: readonly Technology[], names = categoryOf, refused = 0): TechnologySet {
  const fields = new Map<Field, PlacedSign[]>(FIELDS.map((field) => [field, []]));
  for (const technology of technologies)
    for (const sign of technology.signs) {
      const selectors = sign.field === 'dom' ? (readSelectors(sign.key) ?? []) : [];
      fields.get(sign.field)!.push({ technology, sign, selectors });
    }
  return {
    technologies,
    byName: new Map(technologies.map((technology) => [technology.name, technology])),
    signs: [...fields],
    categoryOf: names,
    refused,
  };
}

/** Merges two sets. A technology in both has the facts of the first and the fingerprints of both. */
export function mergeTechnologySets(first: TechnologySet, second: TechnologySet): TechnologySet {
  const known = new Map([...second.byName].map(([name, technology]) => [name.toLowerCase(), technology]));
  const merged = first.technologies.map((technology) => {
    const other = known.get(technology.name.toLowerCase());
    if (!other) return technology;
    known.delete(technology.name.toLowerCase());
    return {
      ...technology,
      icon: technology.icon ?? other.icon,
      cpe: technology.cpe ?? other.cpe,
      signs: [...technology.signs, ...other.signs],
      implies: [...technology.implies, ...other.implies.filter(({ name }) => !technology.implies.some((one) => one.name === name))],
      excludes: [...new Set([...technology.excludes, ...other.excludes])],
    };
  });
  return createTechnologySet([...merged, ...known.values()], second.categoryOf, first.refused + second.refused);
}
