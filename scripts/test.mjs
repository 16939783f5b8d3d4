// `npm test`: prepares the checkout, then runs types, lint, all tests and a short chaos run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, install, ROOT, setUp } from './setup.mjs';

await setUp(install, build);
const program = (...parts) => path.join(ROOT, 'node_modules', ...parts);
/** Exit code of a run that found no error but did not reach everything, as on a slow machine. */
const INCONCLUSIVE = 2;
const step = (what, args, { mayBeInconclusive = false } = {}) => {
  const started = Date.now();
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  const isSkipped = mayBeInconclusive && status === INCONCLUSIVE;
  const word = status === 0 ? 'ok  ' : isSkipped ? 'skip' : 'FAIL';
  process.stdout.write(`${word}  ${what} (${((Date.now() - started) / 1000).toFixed(1)} s)${isSkipped ? ': inconclusive' : ''}\n`);
  return status === 0 || isSkipped;
};

const results = mkdtempSync(path.join(tmpdir(), 'sextant-results-'));
const report = path.join(results, 'results.json');
const steps = [
  step('types', [program('typescript', 'bin', 'tsc'), '--noEmit']),
  step('types of the dashboard', [program('typescript', 'bin', 'tsc'), '-p', 'web', '--noEmit']),
  step('lint', [program('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.']),
  step('tests', [
    program('vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ]),
  ...(process.argv.length > 2
    ? []
    : [step('chaos', [path.join(ROOT, 'scripts', 'lab.mjs'), 'chaos', '--profile', 'short'], { mayBeInconclusive: true })]),
];

/** Repeat every failure in one line at the end of the log. */
const firstLine = (text) => (text ?? '').split('\n')[0].slice(0, 300);
const failures = ({ testResults }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      const told = tests.map((test) => [test.fullName, test.failureMessages[0]]);
      return (told.length > 0 ? told : [['could not start', message]]).map((parts) => [path.relative(ROOT, name), ...parts]);
    })
    .map(([file, test, why]) => `failed: ${file} > ${test}: ${firstLine(why)}\n`);

let counts = { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, testResults: [] };
try {
  counts = JSON.parse(readFileSync(report, 'utf8'));
} catch {
  // The tests did not even start. That counts as one failure.
}
rmSync(results, { recursive: true, force: true });
process.stdout.write(failures(counts).join(''));
const failed = Math.max(counts.numFailedTests, steps.every(Boolean) ? 0 : 1);
process.stdout.write(`${counts.numPassedTests} passed, ${failed} failed, ${counts.numPendingTests} skipped\n`);
process.exit(failed === 0 ? 0 : 1);
