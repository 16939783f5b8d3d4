// Assigns every region a parent chain that makes its canonical name unique, and a stable ID.
import { createHash } from 'node:crypto';
import { keyOf } from './spelling.mjs';

/** `word` adds the type to the name when only the type distinguishes a region from another: "Paris Department". */
export const titleOf = (region) =>
  region.word ? `${region.name} ${region.type.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}` : region.name;

export function canonicalOf(region) {
  const parts = [];
  for (let at = region; at; at = at.parent) parts.push(titleOf(at));
  return keyOf(parts.join(','));
}

/**
 * Tries the short name, then the name with the second-level division, then the name with the type. Returns false when
 * all are taken.
 */
function takeName(taken, region, second) {
  const short = region.parent;
  const forms = [[short, false], ...(second ? [[second, false]] : []), [short, true], ...(second ? [[second, true]] : [])];
  for (const [parent, word] of forms) {
    region.parent = parent;
    region.word = word;
    const key = canonicalOf(region);
    if (taken.has(key)) continue;
    taken.add(key);
    return true;
  }
  return false;
}

const bySize = (a, b) => (b.population ?? -1) - (a.population ?? -1) || (a.id ?? '~').localeCompare(b.id ?? '~') || a.at[0] - b.at[0];

/** Names the groups in order. Inside a group the region with the larger population gets the shorter name. */
export function nameRegions(groups, secondOf) {
  const taken = new Set();
  const ids = new Set();
  const named = [];
  let dropped = 0;
  for (const group of groups) {
    for (const region of [...group].sort(bySize)) {
      if (!takeName(taken, region, secondOf(region))) {
        dropped++;
        continue;
      }
      region.id ??= `h${createHash('sha256')
        .update(`${region.type}|${canonicalOf(region)}`)
        .digest('hex')
        .slice(0, 12)}`;
      if (ids.has(region.id)) throw new Error(`two regions have the id ${region.id}`);
      ids.add(region.id);
      named.push(region);
    }
  }
  return { named, dropped };
}
