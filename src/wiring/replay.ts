// Opens REPLAY_DIR: captured pages that answer live searches instead of the network.
import type { Config } from '../config.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import { createEngineTable } from '../sources/catalogue.ts';
import { plainQuery } from '../sources/stored-page.ts';
import { ReplayProblem } from '../sources/transport/replay/capture.ts';
import { describeIndex, indexFolder, type ReplayIndex } from '../sources/transport/replay/index-folder.ts';
import { createReplay, type Replay } from '../sources/transport/replay/replay.ts';
import { pathKey } from '../sources/transport/replay/url-key.ts';
import { StartProblem } from './installation.ts';

/** Returns null without REPLAY_DIR. The folder is indexed at the first search, so that API processes need not do it. */
export function openReplay({ REPLAY_DIR: folder }: Config): (Replay & { prepare(): void }) | null {
  if (folder === null) return null;
  let index: ReplayIndex | null = null;
  const indexOf = (): ReplayIndex => {
    index ??= indexed(folder);
    return index;
  };
  const identifying = identifyingParameters();
  return { ...createReplay({ indexOf, identifying }), prepare: () => void indexOf() };
}

/** Returns the number of captured pages for people, or null without REPLAY_DIR. */
export const describeReplay = ({ REPLAY_DIR: folder }: Config): string | null => (folder === null ? null : describeIndex(indexed(folder)));

/** Engines with an official API instead of a page are not in this table. */
const PAGE_ENGINES = createEngineTable({});
const isReplayed = (name: string): name is EngineName => (PAGE_ENGINES as Readonly<Record<string, unknown>>)[name] != null;

function indexed(folder: string): ReplayIndex {
  try {
    return indexFolder(folder, isReplayed);
  } catch (error) {
    if (error instanceof ReplayProblem) throw new StartProblem(`REPLAY_DIR: ${error.message}`, { cause: error });
    throw error;
  }
}

/**
 * Returns the parameters that belong to the query, by engine. Engines with the same URL differ by a parameter for the
 * tab, which must be compared for all of them. Engines whose keyword is a URL have none: their URLs must be equal.
 */
function identifyingParameters(): ReadonlyMap<EngineName, ReadonlySet<string>> {
  const byPath = new Map<string, Set<string>>();
  const byEngine = new Map<EngineName, ReadonlySet<string>>();
  for (const engine of Object.values(PAGE_ENGINES)) {
    if (!engine || engine.traits.keywordIsUrl) continue;
    const path = pathKey(engine.start(plainQuery(engine.name)).url);
    const names = byPath.get(path) ?? new Set<string>();
    for (const name of engine.traits.lockedParameters) names.add(name);
    byPath.set(path, names);
    byEngine.set(engine.name, names);
  }
  return byEngine;
}
