// Opens REPLAY_DIR: captured pages that answer live searches instead of the network.
import type { Config } from '../config.ts';
import { ReplayProblem } from '../sources/transport/replay/capture.ts';
import { describeIndex, indexFolder, type ReplayIndex } from '../sources/transport/replay/index-folder.ts';
import { createReplay, type Replay } from '../sources/transport/replay/replay.ts';
import { StartProblem } from './installation.ts';

/** Returns null without REPLAY_DIR. The folder is indexed at the first search, so that API processes need not do it. */
export function openReplay({ REPLAY_DIR: folder }: Config): (Replay & { prepare(): void }) | null {
  if (folder === null) return null;
  let index: ReplayIndex | null = null;
  const indexOf = (): ReplayIndex => {
    index ??= indexed(folder);
    return index;
  };
  return { ...createReplay(indexOf), prepare: () => void indexOf() };
}

/** Returns the number of captured pages for people, or null without REPLAY_DIR. */
export const describeReplay = ({ REPLAY_DIR: folder }: Config): string | null => (folder === null ? null : describeIndex(indexed(folder)));

function indexed(folder: string): ReplayIndex {
  try {
    return indexFolder(folder);
  } catch (error) {
    if (error instanceof ReplayProblem) throw new StartProblem(`REPLAY_DIR: ${error.message}`, { cause: error });
    throw error;
  }
}
