// How the tests run: real services need time, and files share one PostgreSQL server that the first of them starts.
import { defineConfig } from 'vitest/config';

const EVERY_TEST = ['src/**/*.test.ts', 'client/**/*.test.ts', 'web/src/**/*.test.ts', 'test/**/*.test.ts'];

/**
 * Files that need a process of their own: they change the environment or the clock of their process, measure its memory,
 * or look at its child processes. All others share two processes, so that each module is loaded twice in all and not once for each file.
 */
const ALONE = [
  'src/business/orders/wait.test.ts',
  'src/platform/folder-lock.test.ts',
  'src/platform/http-proxy.test.ts',
  'src/sources/transport/browser*.test.ts',
  'test/clock.test.ts',
];

/** The way of a new user from a fresh copy, which takes longest. `npm run check` leaves this project out. */
const JOURNEY = ['test/journey.test.ts'];

const COMMON = {
  // Vitest calls its own mode MODE, too; the service's setting is not meant.
  env: { MODE: '' },
  // A bound against hanging, not a measure of speed: a machine that others use may be ten times slower than usual.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
  pool: 'forks',
} as const;

export default defineConfig({
  test: {
    globalSetup: ['test/postgres.setup.ts'],
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...COMMON,
          name: 'shared',
          include: EVERY_TEST,
          exclude: [...ALONE, ...JOURNEY],
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...COMMON, name: 'alone', include: ALONE, sequence: { groupOrder: 2 } } },
      { test: { ...COMMON, name: 'journey', include: JOURNEY, sequence: { groupOrder: 2 } } },
    ],
  },
});
