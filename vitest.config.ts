// How the tests run: real services need time, and files share one PostgreSQL server that the first of them starts.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'client/**/*.test.ts', 'web/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Vitest calls its own mode MODE, too; the service's setting is not meant.
    env: { MODE: '' },
    globalSetup: ['test/postgres.setup.ts'],
    // A bound against hanging, not a measure of speed: a machine that others use may be ten times slower than usual.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
