// A set of technologies, indexed so that a page is compared only with possible matches.
import type { TechnologyCategory } from '../../../contract/technology.ts';
import { categoryOf } from './categories.ts';
import { readSelectors, type Selector } from './selector.ts';
import { FIELDS, type Field, type Fingerprint, type Technology } from './technology.ts';

export interface IndexedFingerprint {
  readonly technology: Technology;
  readonly fingerprint: Fingerprint;
  readonly selectors: readonly Selector[];
}

export interface TechnologySet {
  readonly technologies: readonly Technology[];
  readonly byName: ReadonlyMap<string, Technology>;
  /** Cheap fields come first, so that at least those are checked on a slow page. */
  readonly fingerprints: readonly (readonly [field: Field, signs: readonly IndexedFingerprint[]])[];
  readonly categoryOf: (id: number) => TechnologyCategory;
  /** Number of patterns and selectors of the source that are not supported. */
  readonly rejected: number;
}

export function createTechnologySet(technologies: readonly Technology[], names = categoryOf, rejected = 0): TechnologySet {
  const fields = new Map<Field, IndexedFingerprint[]>(FIELDS.map((field) => [field, []]));
  for (const technology of technologies)
    for (const fingerprint of technology.fingerprints) {
      const selectors = fingerprint.field === 'dom' ? (readSelectors(fingerprint.key) ?? []) : [];
      fields.get(fingerprint.field)!.push({ technology, fingerprint, selectors });
    }
  return {
    technologies,
    byName: new Map(technologies.map((technology) => [technology.name, technology])),
    fingerprints: [...fields],
    categoryOf: names,
    rejected,
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
      fingerprints: [...technology.fingerprints, ...other.fingerprints],
      implies: [...technology.implies, ...other.implies.filter(({ name }) => !technology.implies.some((one) => one.name === name))],
      excludes: [...new Set([...technology.excludes, ...other.excludes])],
    };
  });
  return createTechnologySet([...merged, ...known.values()], second.categoryOf, first.rejected + second.rejected);
}
