// Verbs that put one question to the outside world and print the answer: no account, no database, no credits.
import { loadRegions } from '../business/regions/load.ts';
import { keywordsVerb } from '../cli/keywords.ts';
import { searchVerb } from '../cli/search.ts';
import { type Config, readConfig } from '../config.ts';
import { type KeywordOrderParts, readKeywordRequest } from '../products/keyword/order.ts';
import { readSerpRequest, type SerpOrderParts } from '../products/serp/order.ts';
import { dataFolder } from './installation.ts';
import { jobTable } from './worker.ts';
import { createWorldAccess, PAGE_POLICY, type World } from './world.ts';

export type Print = (text: string) => void;
type ReadParts = SerpOrderParts & KeywordOrderParts;

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

/** Lends a world and all that reading a request needs, and closes it again. */
async function withWorld(run: (world: World, config: Config, parts: ReadParts) => Promise<void>): Promise<void> {
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
    await run(world, config, parts);
  } finally {
    await world.close();
  }
}

const tell = (text: string): void => void process.stderr.write(`${text}\n`);

export const search = (words: readonly string[], print: Print): Promise<void> =>
  withWorld((world, config, parts) =>
    searchVerb(words, {
      request: (fields, mode) => readSerpRequest(fields, { ...NOBODY, mode }, parts).request,
      collect: jobTable(world, config).serp,
      print,
      tell,
    }),
  );

export const keywords = (words: readonly string[], print: Print): Promise<void> =>
  withWorld((world, config, parts) =>
    keywordsVerb(words, {
      request: (fields, mode) => readKeywordRequest(fields, { ...NOBODY, mode }, parts).request,
      collect: jobTable(world, config).keyword,
      print,
      tell,
    }),
  );
