// Verbs that put one question to the outside world and print the answer: no account, no database, no credits.
import { loadRegions } from '../business/regions/load.ts';
import { searchVerb } from '../cli/search.ts';
import { readConfig } from '../config.ts';
import { readSerpRequest } from '../products/serp/order.ts';
import { dataFolder } from './installation.ts';
import { jobTable } from './worker.ts';
import { createWorldAccess, PAGE_POLICY } from './world.ts';

export type Print = (text: string) => void;

/** Nobody's account: it has no limits but the contract's. */
const NOBODY = {
  id: 0,
  keyId: '',
  contract: 'current',
  archive: false,
  maxResults: 100,
  limitAction: 'reject',
  chargeMultiplier: 1,
  ratePerMinute: null,
  rateBurst: null,
  prices: {},
} as const;

export async function search(words: readonly string[], print: Print): Promise<void> {
  const config = readConfig();
  const world = await createWorldAccess(config);
  const parts = {
    ...world,
    regions: loadRegions(undefined, dataFolder(config)),
    prices: config.PRICES,
    guard: PAGE_POLICY,
    pageGuard: PAGE_POLICY,
    callbackFormat: config.CALLBACK_FORMAT,
  };
  try {
    await searchVerb(words, {
      request: (fields, mode) => readSerpRequest(fields, { ...NOBODY, mode }, parts).request,
      collect: jobTable(world, config).serp,
      print,
      tell: (text) => void process.stderr.write(`${text}\n`),
    });
  } finally {
    await world.close();
  }
}
