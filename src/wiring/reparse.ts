// Builds `sextant reparse`: parses the failed pages of the database again.
import { createStore } from '../business/orders/objects.ts';
import { reparseCommand } from '../cli/reparse.ts';
import { reparse as reparseObject } from '../products/serp/reparse.ts';
import { createEngineTable } from '../sources/catalogue.ts';
import { NO_ACCESS } from '../sources/parsers.ts';
import { withDatabase } from './database-commands.ts';
import { createResultStorage } from './s3-storage.ts';

/** Returns the exit code. */
export async function reparse(words: readonly string[], print: (text: string) => void): Promise<number> {
  let status = 1;
  await withDatabase(async (db, config) => {
    const { bodies, close } = createResultStorage(db, config);
    const [store, engines] = [createStore(db, bodies), createEngineTable({ chatgpt: NO_ACCESS, perplexity: NO_ACCESS })];
    status = await reparseCommand(words, (id) => reparseObject(id, { store, engineOf: (name) => engines[name] }), print);
    await close();
  });
  return status;
}
