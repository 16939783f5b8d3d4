import { expect, test } from 'vitest';
import type { CanaryList, CanarySource } from '../contract/canaries.ts';
import { canariesCommand } from './canaries.ts';
import { PLAIN } from './paint.ts';

const sourceOf = (change: Partial<CanarySource> = {}, lastRunAt: string | null = '2026-11-15T09:30:00+0000'): CanarySource => ({
  engine: 'google',
  source: 'page',
  state: 'passing',
  failingSince: null,
  suspectSince: null,
  reason: null,
  switchedOff: false,
  runsToday: 3,
  budget: null,
  canaries: [
    {
      id: 'leaf',
      question: 'leaf',
      region: 'US',
      language: 'en',
      device: 'desktop',
      checked: 2026,
      lastRunAt,
      outcome: lastRunAt === null ? null : 'passed',
      reason: null,
      dueAt: null,
      running: false,
    },
  ],
  ...change,
});
const FAILING = sourceOf({
  source: 'serper',
  state: 'failing',
  failingSince: '2026-11-15T09:00:00+0000',
  reason: 'There are no results.',
  switchedOff: true,
});

/** Shows one state after the other. The last one stays. */
async function runOn(states: readonly (readonly CanarySource[])[], words: readonly string[]) {
  const [printed, progress, requested]: [string[], string[], string[]] = [[], [], []];
  let index = 0;
  const read = async (): Promise<CanaryList> => ({ intervalMinutes: 60, sources: [...states[Math.min(index++, states.length - 1)]!] });
  const run = async (engine: string, source: string) => {
    requested.push(`${engine}/${source}`);
    return sourceOf();
  };
  const parts = {
    canaries: { read, run },
    paint: PLAIN,
    print: (text: string) => printed.push(text),
    log: (text: string) => progress.push(text),
  };
  const status = await canariesCommand(words, { ...parts, pause: async () => undefined });
  return { status, printed: printed.join('\n'), progress, requested };
}

test('lists a reason of several lines in one', async () => {
  const { printed } = await runOn([[{ ...FAILING, reason: 'The registrar is “A\nB\u001b[2J”.' }, sourceOf()]], []);
  expect(printed).toContain('The registrar is “A B [2J”.');
});

test('lists the sources, and the exit code is 1 while one fails', async () => {
  const { status, printed } = await runOn([[FAILING, sourceOf()]], []);
  expect(status).toBe(1);
  expect(printed).toMatch(/serper +failing, off +1\/1 passed .*There are no results\./);
  expect((await runOn([[sourceOf()]], [])).status).toBe(0);
  expect(JSON.parse((await runOn([[sourceOf()]], ['--json'])).printed)).toMatchObject({ sources: [{ state: 'passing' }] });
});

test('runs the canaries of one source and waits for the results', async () => {
  const done = sourceOf({}, '2026-11-15T09:40:00+0000');
  const { status, printed, progress, requested } = await runOn([[sourceOf(), FAILING], [sourceOf()], [done]], ['run', 'google', 'page']);
  expect({ status, progress, requested }).toEqual({ status: 0, progress: ['waiting for 1 run'], requested: ['google/page'] });
  expect(printed).toBe('google/page: passing\n  leaf: passed');
});

test('runs those of all sources that may be tested', async () => {
  const unpaid = sourceOf({ source: 'serpapi', state: 'unbudgeted' }, null);
  const both = [sourceOf(), FAILING, unpaid];
  const later = [sourceOf({}, '2026-11-15T09:40:00+0000'), { ...FAILING, canaries: sourceOf({}, '2026-11-15T09:40:00+0000').canaries }];
  expect(await runOn([both, later], ['run', 'google'])).toMatchObject({ status: 1, requested: ['google/page', 'google/serper'] });
});

test('rejects unknown names and actions', async () => {
  await expect(runOn([[sourceOf()]], ['run', 'bing'])).rejects.toThrow('No canaries for bing. Run sextant canaries for the names.');
  const others = [sourceOf({ source: 'page-DE-1' }), sourceOf({ source: 'serper', state: 'unbudgeted' })];
  await expect(runOn([others], ['run', 'google', 'page'])).rejects.toThrow(
    'No canaries for page of google. Its sources: page-DE-1, serper (unbudgeted).',
  );
  await expect(runOn([[sourceOf()]], ['run'])).rejects.toThrow(/^Usage: sextant canaries/);
});

test('shows the runs of today and the budget of the source', async () => {
  const limited = sourceOf({ source: 'serper', runsToday: 5, budget: { runsPerDay: 48, usedToday: 17 } });
  const [header = '', free = '', paid = ''] = (await runOn([[sourceOf(), limited]], [])).printed.split('\n');
  expect(header).toMatch(/ today +budget/);
  expect(free).toMatch(/\s3 +–/);
  expect(paid).toMatch(/\s5 +17\/48/);
});
