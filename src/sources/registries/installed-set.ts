// The set of technologies in use: our own, merged with the operator's.
import { loadFingerprints } from './fingerprints/load.ts';
import { mergeTechnologySets, OWN_TECHNOLOGIES, type TechnologySet } from './fingerprints.ts';

const sets = new Map<string, TechnologySet>();

/** Throws when the folder has no set. */
export function installedSet(folder: string | null): TechnologySet {
  if (folder === null) return OWN_TECHNOLOGIES;
  const set = sets.get(folder) ?? mergeTechnologySets(OWN_TECHNOLOGIES, loadFingerprints(folder));
  sets.set(folder, set);
  return set;
}
