// The set of technologies in use: our own, merged with the operator's.
import { loadFingerprints } from './fingerprints/load.ts';
import { mergeTechnologySets, ownTechnologies, type TechnologySet } from './fingerprints.ts';

const sets = new Map<string, TechnologySet>();

/** Throws when the folder has no set. */
export function installedSet(folder: string | null): TechnologySet {
  if (folder === null) return ownTechnologies();
  const set = sets.get(folder) ?? mergeTechnologySets(ownTechnologies(), loadFingerprints(folder));
  sets.set(folder, set);
  return set;
}
