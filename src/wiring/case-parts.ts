// Builds what the admin API shows of cases. Stored pages are read in a thread, because they may be hostile.
import type { ShowPage } from '../business/layouts/samples.ts';
import type { ShownPage } from '../contract/cases.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import { createThreads, ThreadExited, type Threads } from '../platform/threads.ts';
import type { EngineTable } from '../sources/catalogue.ts';
import { plainQuery } from '../sources/stored-page.ts';
import type { ThreadResult } from '../sources/threaded.ts';

const PROGRAM = new URL('../sources/parse-thread.js', import.meta.url);
const LIMITS = { heapMegabytes: 256, msMax: 10_000 };

/** The thread starts with the first page. */
export function createShowPage(engines: EngineTable): { readonly show: ShowPage; close(): Promise<void> } {
  let threads: Threads | null = null;
  return {
    show: async (html, engine) => {
      threads ??= createThreads({ program: PROGRAM, count: 1, ...LIMITS });
      try {
        const result = (await threads.run({ html, host: hostOf(engines, engine as EngineName) })) as ThreadResult<ShownPage>;
        return 'read' in result ? result.read : null;
      } catch (error) {
        if (error instanceof ThreadExited) return null;
        throw error;
      }
    },
    close: async () => threads?.close(),
  };
}

function hostOf(engines: EngineTable, name: EngineName): string {
  const engine = engines[name];
  return engine ? new URL(engine.start(plainQuery(name, { keyword: 'https://page.example/' })).url).hostname : '';
}
