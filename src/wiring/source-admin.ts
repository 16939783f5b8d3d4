// Builds the sources of the admin API: what is configured, what is paused or switched off, and tests.
import type { AdminSourcesRouteParts } from '../api/routes/admin-sources.ts';
import type { Audit } from '../business/accounts/audit.ts';
import { createSourceControl, type SourceState } from '../business/fleet/source-control.ts';
import { errors } from '../contract/errors.ts';
import type { EngineSources } from '../contract/sources.ts';
import type { Db } from '../platform/db.ts';
import { adviceFor, type EngineSetup, readEngineSetups } from './source-catalogue.ts';
import type { SourceTestParts } from './source-test.ts';

export interface SourceAdminParts extends SourceTestParts {
  readonly db: Db;
  readonly audit: Audit;
}

const ON: SourceState = { disabledSince: null, disabledBy: null, cooldowns: [] };
/** A live search takes seconds. */
const BUSY_SECONDS = 5;

export function createSourceAdmin({ db, audit, ...test }: SourceAdminParts): AdminSourcesRouteParts['sources'] {
  const control = createSourceControl(db, audit);
  let setups: readonly EngineSetup[] | null = null;
  const readSetups = (): readonly EngineSetup[] => {
    setups ??= readEngineSetups(test.config);
    return setups;
  };
  let isTesting = false;
  return {
    read: async () => {
      const states = await control.states();
      return { engines: readSetups().map((setup) => toEngine(setup, states)) };
    },
    knows: (engine, source) => readSetups().some((setup) => setup.engine === engine && setup.names.includes(source)),
    disable: control.disable,
    enable: control.enable,
    test: async (engine, wanted, by) => {
      // One at a time: a test opens its own connections, threads and perhaps a browser.
      if (isTesting) throw errors.rateLimited(BUSY_SECONDS);
      isTesting = true;
      try {
        await audit.record(db.query, 'source.test', engine, wanted, by);
        // Loaded with the first test. No other part of the API runs searches.
        const { testSource } = await import('./source-test.ts');
        return await testSource(engine, wanted, test);
      } finally {
        isTesting = false;
      }
    },
  };
}

function toEngine(setup: EngineSetup, states: ReadonlyMap<string, SourceState>): EngineSources {
  const { engine, names, missing } = setup;
  const stateOf = (name: string): SourceState => states.get(`${engine}/${name}`) ?? ON;
  return {
    engine,
    sources: names.map((name) => ({ name, ...stateOf(name) })),
    missing,
    advice: adviceFor(setup, (name) => stateOf(name).disabledSince !== null),
  };
}
