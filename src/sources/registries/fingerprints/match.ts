// Matches a page against a set of technologies within a time limit, and resolves dependencies.
import type { Evidence } from './evidence.ts';
import { contains } from './grams.ts';
import type { Field, Technology } from './technology.ts';
import type { IndexedFingerprint, TechnologySet } from './technology-set.ts';

export interface Hit {
  confidence: number;
  version: string | null;
}

const CERTAIN = 100;
const VERSION_MAX = 20;
const ROUNDS_MAX = 10;
const FIELDS_OF_ONE = new Set<Field>(['header', 'meta', 'cookie']);

/** Fingerprints that are not reached before the deadline are skipped. */
export function matchFingerprints(set: TechnologySet, evidence: Evidence, deadline: number): Map<Technology, Hit> {
  const hits = new Map<Technology, Hit>();
  for (const [field, fingerprints] of set.fingerprints)
    for (const candidate of fingerprints) {
      const { pattern } = candidate.fingerprint;
      // Fields with one value per name are short. In the others, patterns whose literals are absent are skipped.
      if (pattern && field !== 'dom' && candidate.fingerprint.key === '') {
        const grams = evidence.grams(field);
        if (!pattern.literals.every((texts) => texts.some((text) => contains(grams, text)))) continue;
      }
      if (performance.now() > deadline) return hits;
      for (const value of valuesOf(candidate, evidence)) {
        if (performance.now() > deadline) return hits;
        recordHit(hits, candidate, value);
      }
    }
  return hits;
}

function valuesOf({ fingerprint, selectors }: IndexedFingerprint, evidence: Evidence): readonly string[] {
  if (FIELDS_OF_ONE.has(fingerprint.field) && fingerprint.key !== '') return evidence.named(fingerprint.field as 'header', fingerprint.key);
  if (fingerprint.field !== 'dom') return evidence.values(fingerprint.field);
  const found = selectors.flatMap((selector) => evidence.elements(selector));
  if (fingerprint.attribute === '') return found.length > 0 ? [''] : [];
  return found.flatMap((element) =>
    fingerprint.attribute === 'text' ? [element.text] : (element.attributes[fingerprint.attribute]?.slice(0, 2000) ?? []),
  );
}

function recordHit(hits: Map<Technology, Hit>, { technology, fingerprint }: IndexedFingerprint, value: string): void {
  const groups = fingerprint.pattern ? fingerprint.pattern.match(value) : [];
  if (groups === null) return;
  const hit = hits.get(technology) ?? { confidence: 0, version: null };
  hits.set(technology, hit);
  hit.confidence = Math.min(CERTAIN, hit.confidence + fingerprint.confidence);
  const version = versionOf(fingerprint.version, groups);
  if (version && version.length <= VERSION_MAX && version.length > (hit.version?.length ?? 0)) hit.version = version;
}

/** `\1` is the first group. `\1?a:b` is `a` when the group matched, otherwise `b`. */
export function versionOf(template: string | null, groups: readonly (string | undefined)[]): string | null {
  if (template === null)
    return (
      groups
        .slice(1)
        .find((group) => group !== undefined && /^\d/.test(group))
        ?.replace(/\.$/, '') ?? null
    );
  const choice = /^\\(\d)\?([^:]{0,50}):(.{0,50})$/.exec(template);
  const chosen = choice ? (groups[Number(choice[1])] ? choice[2]! : choice[3]!) : template;
  return chosen.replace(/\\(\d)/g, (_, group) => groups[Number(group)] ?? '').trim() || null;
}

/** Drops technologies without those they require, adds implied ones transitively, and removes excluded ones. */
export function settleHits(set: TechnologySet, hits: ReadonlyMap<Technology, Hit>): Map<Technology, Hit> {
  const settled = new Map<Technology, Hit>();
  for (let round = 0, before = -1; round < ROUNDS_MAX && before !== settled.size; round++) {
    before = settled.size;
    for (const [technology, hit] of hits) if (!settled.has(technology) && hasRequired(technology, settled)) settled.set(technology, hit);
    // Iterating a map also visits entries added meanwhile, so implications are followed transitively.
    for (const [technology, hit] of settled)
      for (const { name, confidence } of technology.implies) {
        const implied = set.byName.get(name);
        if (!implied || settled.has(implied)) continue;
        const own = hits.get(implied);
        settled.set(implied, own ?? { confidence: Math.min(hit.confidence, confidence), version: null });
      }
  }
  for (const technology of [...settled.keys()])
    for (const name of technology.excludes) {
      const excluded = set.byName.get(name);
      if (excluded && excluded !== technology && settled.has(technology)) settled.delete(excluded);
    }
  return settled;
}

function hasRequired({ requires, requiresCategories }: Technology, settled: ReadonlyMap<Technology, Hit>): boolean {
  if (requires.length === 0 && requiresCategories.length === 0) return true;
  for (const other of settled.keys()) {
    if (requires.includes(other.name) || other.categories.some((category) => requiresCategories.includes(category))) return true;
  }
  return false;
}
