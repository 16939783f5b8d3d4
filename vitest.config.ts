// Configuration of the tests. All files share one PostgreSQL server, which the global setup starts.
import { defineConfig } from 'vitest/config';

const EVERY_TEST = ['src/**/*.test.ts', 'client/**/*.test.ts', 'web/src/**/*.test.ts', 'test/**/*.test.ts'];

/**
 * Files that need a dedicated process: they change the environment or the clock of their process, measure its memory,
 * or look at its child processes. All others share two processes, so that each module is loaded twice in all and not once for each file.
 */
const ALONE = [
  'src/business/orders/wait.test.ts',
  'src/platform/folder-lock.test.ts',
  'src/platform/http-proxy.test.ts',
  'src/sources/transport/browser*.test.ts',
  'test/browser-resources.test.ts',
  'test/clock.test.ts',
  'test/export-memory.test.ts',
  'test/tracking-stream.test.ts',
];

/** A new user's path from a fresh copy. It takes longest, so `npm run check` leaves this project out. */
const END_TO_END = ['test/end-to-end.test.ts'];

const COMMON = {
  // Vitest sets MODE to its own mode. The service's setting must stay empty.
  env: { MODE: '' },
  // Only against hanging tests: a busy machine may be ten times slower.
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
          exclude: [...ALONE, ...END_TO_END],
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...COMMON, name: 'alone', include: ALONE, sequence: { groupOrder: 2 } } },
      { test: { ...COMMON, name: 'end-to-end', include: END_TO_END, sequence: { groupOrder: 2 } } },
    ],
  },
});
