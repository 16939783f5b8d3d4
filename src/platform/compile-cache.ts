// Stores compiled modules on disk, where Node can do that.
import * as nodeModule from 'node:module';

/** Since Node 22.1. The types of Node 20 lack it. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
}

/** Later processes then compile less. A folder that cannot be written is ignored, so a read-only system works as before. */
export function useCompileCache(folder: string, node: CompileCache = nodeModule as CompileCache): void {
  try {
    node.enableCompileCache?.(folder);
  } catch {
    // It only saves time.
  }
}
