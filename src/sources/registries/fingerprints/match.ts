// Matches a page against a set of technologies within a time limit, and resolves dependencies.
import type { Evidence } from './evidence.ts';
import { contains } from './grams.ts';
import type { Field, Technology } from './technology.ts';
import type { PlacedSign, TechnologySet } from './technology-set.ts';

export interface Hit {
  confidence: number;
  version: string | null;
}

const CERTAIN = 100;
const VERSION_MAX = 20;
const ROUNDS_MAX = 10;
const FIELDS_OF_ONE = new Set<Field>(['header', 'meta', 'cookie']);

/** Fingerprints that are not reached before the deadline are skipped. */
export function matchSigns(set: TechnologySet, evidence: Evidence, deadline: number): Map<Technology, Hit> {
  const hits = new Map<Technology, Hit>();
  for (const [field, signs] of set.signs)
    for (const placed of signs) {
      const { pattern } = placed.sign;
      // Fields with one value per name are short. In the others, patterns whose literals are absent are skipped.
      if (pattern && field !== 'dom' && placed.sign.key === '') {
        const grams = evidence.grams(field);
        if (!pattern.literals.every((texts) => texts.some((text) => contains(grams, text)))) continue;
      }
      if (performance.now() > deadline) return hits;
      for (const value of valuesOf(placed, evidence)) {
        if (performance.now() > deadline) return hits;
        note(hits, placed, value);
      }
    }
  return hits;
}

function valuesOf({ sign, selectors }: PlacedSign, evidence: Evidence): readonly string[] {
  if (FIELDS_OF_ONE.has(sign.field) && sign.key !== '') return evidence.named(sign.field as 'header', sign.key);
  if (sign.field !== 'dom') return evidence.values(sign.field);
  const found = selectors.flatMap((selector) => evidence.elements(selector));
  if (sign.attribute === '') return found.length > 0 ? [''] : [];
  return found.flatMap((element) =>
    sign.attribute === 'text' ? [element.text] : (element.attributes[sign.attribute]?.slice(0, 2000) ?? []),
  );
}

function note(hits: Map<Technology, Hit>, { technology, sign }: PlacedSign, value: string): void {
  const groups = sign.pattern ? sign.pattern.match(value) : [];
  if (groups === null) return;
  const hit = hits.get(technology) ?? { confidence: 0, version: null };
  hits.set(technology, hit);
  hit.confidence = Math.min(CERTAIN, hit.confidence + sign.confidence);
  const version = versionOf(sign.version, groups);
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
    for (const [technology, hit] of hits) if (!settled.has(technology) && hasCompany(technology, settled)) settled.set(technology, hit);
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

function hasCompany({ requires, requiresCategories }: Technology, settled: ReadonlyMap<Technology, Hit>): boolean {
  if (requires.length === 0 && requiresCategories.length === 0) return true;
  for (const other of settled.keys()) {
    if (requires.includes(other.name) || other.categories.some((category) => requiresCategories.includes(category))) return true;
  }
  return false;
}
