// Modules of tracking that this build does not have yet. Their routes respond with 404.
import type { Config } from '../config.ts';
import { errors } from '../contract/errors.ts';
import type { Db } from '../platform/db.ts';
import type { TrackingModules } from './tracking.ts';

const missing = <T extends object>(): T =>
  new Proxy({} as T, {
    get: () => () => {
      throw errors.unknownRoute();
    },
  });
const unavailable = (): never => {
  throw errors.unknownRoute();
};

export const createModules = (_db: Db, _config: Config): TrackingModules => ({
  history: missing(),
  summaries: missing(),
  runs: missing(),
  rules: missing(),
  alerts: missing(),
  zones: missing(),
  forecastOf: unavailable,
  readDomain: unavailable,
  clickShare: unavailable,
  keywordLimits: { projectMax: 100_000, installationMax: 1_000_000 },
  createDemo: () => unavailable,
  sharePage: null,
});
