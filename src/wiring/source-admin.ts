// Builds the sources of the admin API: what is configured, what is paused or switched off, and tests.
import type { AdminSourcesRouteParts } from '../api/routes/admin-sources.ts';
import type { Audit } from '../business/accounts/audit.ts';
import { createSourceControl, type SourceState } from '../business/fleet/source-control.ts';
import { CANARIES_ACTOR } from '../contract/canaries.ts';
import { errors } from '../contract/errors.ts';
import type { Db } from '../platform/db.ts';
import { includesSource } from '../sources/disabled-sources.ts';
import type { EngineSetup } from './source-catalogue.ts';
import type { SourceTestParts } from './source-test.ts';

export interface SourceAdminParts extends SourceTestParts {
  readonly db: Db;
  readonly audit: Audit;
}

const ON: SourceState = { disabledSince: null, disabledBy: null, cooldowns: [] };
/** A live search takes seconds. */
const BUSY_SECONDS = 5;

/** The catalogue and the test are loaded with their first use. Few processes ever need them. */
export function createSourceAdmin({ db, audit, ...test }: SourceAdminParts): AdminSourcesRouteParts['sources'] {
  const control = createSourceControl(db, audit);
  let setups: readonly EngineSetup[] | null = null;
  const loadCatalogue = async () => {
    const { adviceFor, readEngineSetups } = await import('./source-catalogue.ts');
    setups ??= readEngineSetups(test.config);
    return { adviceFor, setups };
  };
  let isTesting = false;
  return {
    read: async () => {
      const [{ adviceFor, setups }, states] = await Promise.all([loadCatalogue(), control.states()]);
      return {
        engines: setups.map((setup) => {
          const { engine, names, missing } = setup;
          const stateOf = (name: string): SourceState => sourceState(states, engine, name);
          const advice = adviceFor(setup, (name) => stateOf(name).disabledSince !== null);
          return { engine, sources: names.map((name) => ({ name, ...stateOf(name) })), missing, advice };
        }),
      };
    },
    knows: async (engine, source) => {
      const { setups } = await loadCatalogue();
      return setups.some((setup) => setup.engine === engine && setup.names.includes(source));
    },
    disable: control.disable,
    enable: control.enable,
    test: async (engine, wanted, by) => {
      // One at a time: a test opens its own connections, threads and perhaps a browser.
      if (isTesting) throw errors.testRunning(BUSY_SECONDS);
      isTesting = true;
      try {
        const { source, keyword, region } = wanted;
        await audit.record(db.query, 'source.test', engine, { source, keyword, region }, by);
        const { testSource } = await import('./source-test.ts');
        return await testSource(engine, wanted, test);
      } finally {
        isTesting = false;
      }
    },
  };
}

/** A source is also off when a name that includes it is: `page` includes `page-de`. */
export function sourceState(states: ReadonlyMap<string, SourceState>, engine: string, name: string): SourceState {
  const own = states.get(`${engine}/${name}`) ?? ON;
  if (own.disabledSince !== null) return own;
  const cause = [...states].find(
    ([key, { disabledSince, disabledBy }]) =>
      // Canaries switch off exact names.
      disabledSince !== null &&
      disabledBy !== CANARIES_ACTOR &&
      key.startsWith(`${engine}/`) &&
      includesSource(key.slice(engine.length + 1), name),
  );
  return cause ? { ...own, disabledSince: cause[1].disabledSince, disabledBy: cause[1].disabledBy } : own;
}
