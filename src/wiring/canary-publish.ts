// Publishes the canaries of this installation in the database, from an API process, which has the list of regions anyway.
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Audit } from '../business/accounts/audit.ts';
import { createCanaryStore } from '../business/canaries/store.ts';
import type { Regions } from '../business/regions/regions.ts';
import type { Config } from '../config.ts';
import type { PublishedCanary } from '../contract/canaries.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { checkQuestions, checkRegions, composeCanary, loadCanaries } from './canary-list.ts';
import { uselessBudgets } from './canary-sources.ts';
import { hasCanaries } from './canary-terms.ts';
import type { SourceAccess } from './source-access.ts';

export interface PublishParts {
  readonly db: Db;
  readonly audit: Audit;
  readonly config: Config;
  readonly log: Log;
  readonly regions: Regions;
  readonly sourceAccess: Pick<SourceAccess, 'engines'>;
}

/** First requests after a start must not wait for it. */
const DELAY_MS_MAX = 5000;
const RETRY_MS = 60_000;

/** Throws `StartProblem` when CANARIES_FILE cannot be used. */
export function publishCanaries({ db, audit, config, log, regions, sourceAccess }: PublishParts): { stop(): void } {
  // An unusable file is a problem even while canaries are off.
  const canaries = hasCanaries(config) || config.CANARIES_FILE !== null ? loadCanaries(config) : [];
  if (config.CANARIES_FILE !== null) {
    checkRegions(canaries, regions);
    checkQuestions(canaries, config, regions, sourceAccess);
  }
  let timer: NodeJS.Timeout | undefined;
  let isChecked = false;
  const publish = async (): Promise<void> => {
    try {
      for (const _ of regions.prepare()) await nextTick();
      const published: PublishedCanary[] = [];
      for (const canary of canaries) {
        const composed = composeCanary(canary, config, regions, sourceAccess);
        if (composed) published.push(composed);
        await nextTick();
      }
      if (!isChecked)
        for (const source of await uselessBudgets(config, published)) log.warn('CANARY_BUDGET names a source without canaries', { source });
      isChecked = true;
      if (await createCanaryStore(db, audit).publish(published)) log.info('canaries published', { count: published.length });
    } catch (error) {
      log.warn('canaries not published', { error });
      start(RETRY_MS);
    }
  };
  const start = (ms: number): void => {
    timer = setTimeout(() => void publish(), ms);
    timer.unref();
  };
  if (hasCanaries(config)) start(Math.min(DELAY_MS_MAX, config.CANARY_INTERVAL_MINUTES * 1000));
  return { stop: () => clearTimeout(timer) };
}
