import { describe, expect, test } from 'vitest';
import { type AlertInputs, type AlertLimits, type EngineMinute, type Finding, findingsOf } from './rules.ts';

const NOW = 1_800_000_000;
const LIMITS: AlertLimits = {
  successShareMin: 0.5,
  successMinutes: 5,
  successRunsMin: 5,
  queueSeconds: [14_400, 3600, 120, 60],
  callbacksFailing: 10,
  diskShareMax: 0.9,
  backupHours: 26,
  yieldShareMin: 0.6,
  agreementShareMin: 0.6,
  agreementMin: 0.1,
  agreementPairsMin: 10,
  lowShareMax: 0.2,
  budgetShareMax: 0.8,
};
const HEALTHY: AlertInputs = {
  now: NOW,
  engines: [],
  queue: [],
  hosts: [],
  mismatchedAccounts: 0,
  disks: [],
  backupHours: null,
  yields: [],
  agreements: [],
  qualities: [],
  budgets: [],
  canaries: [],
  cases: [],
};
const minute = (ago: number, runs: number, ok: number): EngineMinute => ({ engine: 'google', at: NOW - ago * 60, runs, ok });
const found = (inputs: Partial<AlertInputs>, limits: Partial<AlertLimits> = {}, open = false): Finding[] =>
  findingsOf({ ...HEALTHY, ...inputs }, { ...LIMITS, ...limits }, () => open);
const rulesOf = (findings: readonly Finding[]): string[] => findings.map(({ rule, subject }) => `${rule} ${subject}`.trim());

test('a healthy installation has no findings', () => {
  expect(found({})).toEqual([]);
});

describe('the success of an engine', () => {
  test('is reported below the limit, with the share and the number of runs', () => {
    expect(found({ engines: [minute(1, 4, 1), minute(0, 6, 1)] })).toEqual([
      { rule: 'engineSuccess', subject: 'google', severity: 'critical', summary: 'Google: 20% of 10 live runs succeeded.' },
    ]);
  });
  test('is not reported with fewer runs than required', () => {
    expect(found({ engines: [minute(0, 4, 0)] })).toEqual([]);
  });
  test('does not count runs before the period', () => {
    expect(found({ engines: [minute(9, 20, 0), minute(0, 2, 0)] })).toEqual([]);
  });
  test('is resolved as soon as the newest minute is good, and not reported again for the same outage', () => {
    const recovered = [minute(2, 20, 0), minute(0, 2, 2)];
    expect(found({ engines: recovered }, {}, true)).toEqual([]);
    expect(found({ engines: recovered }, {}, false)).toEqual([]);
  });
  test('stays open without new runs, because no traffic does not prove a recovery', () => {
    const past = [minute(12, 20, 0)];
    expect(rulesOf(found({ engines: past }, {}, true))).toEqual(['engineSuccess google']);
    expect(found({ engines: past }, {}, false)).toEqual([]);
  });
  test('is judged per engine', () => {
    const bing = { ...minute(0, 10, 10), engine: 'bing' };
    expect(rulesOf(found({ engines: [minute(0, 10, 0), bing] }))).toEqual(['engineSuccess google']);
  });
  test('is not judged when the rule is disabled', () => {
    expect(found({ engines: [minute(0, 10, 0)] }, { successShareMin: 0 })).toEqual([]);
  });
});

describe('the age of the oldest object', () => {
  test('is compared with the limit of its priority', () => {
    const queue = [
      { priority: 'INSTANT', oldestSeconds: 61 },
      { priority: 'REALTIME', oldestSeconds: 61 },
      { priority: 'LOW', oldestSeconds: 14_401 },
    ] as const;
    expect(rulesOf(found({ queue }))).toEqual(['queueAge INSTANT', 'queueAge LOW']);
    expect(found({ queue })[1]!.summary).toBe('The oldest live LOW object has waited 4 h. The limit is 4 h.');
  });
  test('is allowed up to the limit', () => {
    expect(found({ queue: [{ priority: 'INSTANT', oldestSeconds: 60 }] })).toEqual([]);
  });
});

test('failing callbacks are reported per host', () => {
  const hosts = [
    { host: 'hooks.example', count: 10, lastReason: 'answered 500' },
    { host: 'other.example', count: 9, lastReason: null },
  ];
  const findings = found({ hosts });
  expect(rulesOf(findings)).toEqual(['callbacksFailing hooks.example']);
  expect(findings[0]!.summary).toBe('10 callbacks to hooks.example fail: answered 500.');
});

test('a ledger mismatch is always reported', () => {
  expect(rulesOf(found({ mismatchedAccounts: 1 }))).toEqual(['ledgerMismatch']);
});

test('a full disk is reported per node', () => {
  const disks = [
    { node: 'north', usedShare: 0.91 },
    { node: 'south', usedShare: 0.9 },
  ];
  expect(rulesOf(found({ disks }))).toEqual(['diskFull north']);
  expect(found({ disks }, { diskShareMax: 0 })).toEqual([]);
});

test('a missing backup is reported only where one is expected', () => {
  expect(rulesOf(found({ backupHours: 27 }))).toEqual(['backupMissing']);
  expect(found({ backupHours: 26 })).toEqual([]);
  expect(found({ backupHours: null })).toEqual([]);
});

describe('the yield of a parser', () => {
  const usual = { pages: 400, found: 3600, requested: 4000 };
  test('is compared with its usual yield', () => {
    const yields = [{ engine: 'bing', recent: { pages: 20, found: 100, requested: 200 }, usual }];
    expect(found({ yields })[0]!.summary).toBe('The parser of Bing finds 50% of the requested results. Usual are 90%.');
  });
  test('is not judged from a few pages', () => {
    expect(found({ yields: [{ engine: 'bing', recent: { pages: 19, found: 0, requested: 190 }, usual }] })).toEqual([]);
  });
});

describe('the agreement of two sources', () => {
  const usual = { pairs: 40, agreement: 32 };
  const pair = (sources: [string, string], mean: number, pairs = 10, before: typeof usual | null = usual) => ({
    engine: 'google',
    sources,
    recent: { pairs, agreement: mean * pairs },
    usual: before ?? { pairs: 0, agreement: 0 },
  });

  test('is compared with their usual agreement', () => {
    expect(found({ agreements: [pair(['page', 'serper'], 0.4)] })).toEqual([
      {
        rule: 'agreementLow',
        subject: 'google/page~serper',
        severity: 'warning',
        summary: 'page and serper agree by 40% for Google. Usual are 80%.',
      },
    ]);
    expect(found({ agreements: [pair(['page', 'serper'], 0.48)] })).toEqual([]);
    expect(found({ agreements: [pair(['page', 'serper'], 0.4)] }, { agreementShareMin: 0 })).toEqual([]);
  });
  test('is not judged from a few pairs, neither now nor before', () => {
    expect(found({ agreements: [pair(['page', 'serper'], 0.4, 9)] })).toEqual([]);
    expect(found({ agreements: [pair(['page', 'serper'], 0.4, 10, { pairs: 9, agreement: 9 })] })).toEqual([]);
  });
  test('is reported below the minimum, even if nothing is usual yet', () => {
    const agreements = [pair(['page', 'serper'], 0.05, 10, null)];
    expect(found({ agreements })[0]!.summary).toBe('page and serper agree by 5% for Google. The minimum is 10%.');
    expect(found({ agreements }, { agreementMin: 0 })).toEqual([]);
  });
  test('names the source that disagrees with all others', () => {
    const agreements = [pair(['page', 'serpapi'], 0.1), pair(['page', 'serper'], 0.2), pair(['serpapi', 'serper'], 0.8)];
    expect(found({ agreements }).map(({ subject, summary }) => [subject, summary.split('. ').at(-1)])).toEqual([
      ['google/page~serpapi', 'page disagrees with all other sources.'],
      ['google/page~serper', 'page disagrees with all other sources.'],
    ]);
  });
  test('names none when more than one source may be wrong', () => {
    const all = [pair(['page', 'serpapi'], 0.2), pair(['page', 'serper'], 0.2), pair(['serpapi', 'serper'], 0.2)];
    const one = [pair(['page', 'serper'], 0.2), pair(['serpapi', 'serper'], 0.8), pair(['page', 'serpapi'], 0.8)];
    for (const { summary } of [...found({ agreements: all }), ...found({ agreements: one })]) expect(summary).not.toContain('disagrees');
  });
  test('of other engines does not count', () => {
    const bing = { ...pair(['page', 'serpapi'], 0.2), engine: 'bing' };
    for (const { summary } of found({ agreements: [pair(['page', 'serper'], 0.2), bing] })) expect(summary).not.toContain('disagrees');
  });
});

test('each source that fails its canaries is a finding, with the reason', () => {
  const canaries = [
    { engine: 'google', source: 'page', reason: 'There are no results.' },
    { engine: 'bing', source: 'serper', reason: null },
  ];
  expect(found({ canaries })).toEqual([
    {
      rule: 'canaryFailing',
      subject: 'google/page',
      severity: 'critical',
      summary: 'page fails its canaries for Google. There are no results.',
    },
    { rule: 'canaryFailing', subject: 'bing/serper', severity: 'critical', summary: 'serper fails its canaries for Bing.' },
  ]);
});

describe('the quality of results', () => {
  const usual = { pages: 400, low: 20 };
  const recent = { pages: 20, low: 6 };
  test('is compared with the usual one', () => {
    expect(found({ qualities: [{ engine: 'bing', recent, usual }] })[0]!.summary).toBe(
      '30% of the results of Bing have a low quality. Usual are 5%.',
    );
  });
  test('is not judged from a few results, below the limit, or when it is usual', () => {
    expect(found({ qualities: [{ engine: 'bing', recent: { pages: 19, low: 19 }, usual }] })).toEqual([]);
    expect(found({ qualities: [{ engine: 'bing', recent: { pages: 20, low: 4 }, usual }] })).toEqual([]);
    expect(found({ qualities: [{ engine: 'bing', recent, usual: { pages: 400, low: 80 } }] })).toEqual([]);
  });
});

test('a provider budget is a warning when it is nearly spent and critical when it is spent', () => {
  const severities = (usedShare: number) => found({ budgets: [{ provider: 'serper', usedShare }] }).map(({ severity }) => severity);
  expect([severities(0.8), severities(0.81), severities(1)]).toEqual([[], ['warning'], ['critical']]);
});

test('open cases of an engine are one alert', () => {
  const [one, two] = found({
    cases: [
      { engine: 'bing', count: 1 },
      { engine: 'google', count: 2 },
    ],
  });
  expect(one).toMatchObject({ rule: 'layoutCase', subject: 'bing', severity: 'warning' });
  expect(two!.summary).toBe('The parser of Google may not understand 2 layouts of its pages.');
});

test('an open alert about results stays open with fewer of them, while they are no better', () => {
  const yields = (pages: number, share: number) => [
    {
      engine: 'bing',
      recent: { pages, found: 10 * pages * share, requested: 10 * pages },
      usual: { pages: 400, found: 3600, requested: 4000 },
    },
  ];
  const qualities = (pages: number, share: number) => [
    { engine: 'bing', recent: { pages, low: pages * share }, usual: { pages: 400, low: 20 } },
  ];
  const agreements = (pairs: number, mean: number) => [
    {
      engine: 'bing',
      sources: ['page', 'serper'] as const,
      recent: { pairs, agreement: pairs * mean },
      usual: { pairs: 40, agreement: 32 },
    },
  ];
  const rules = (count: number, isGood: boolean, open: boolean) =>
    found(
      {
        yields: yields(count, isGood ? 0.9 : 0.3),
        qualities: qualities(count, isGood ? 0 : 1),
        agreements: agreements(count, isGood ? 0.8 : 0.2),
      },
      {},
      open,
    ).map(({ rule }) => rule);
  const all = ['parserYield', 'agreementLow', 'qualityLow'];
  // Traffic near the minimum: 20 pages an hour, or 10 checks.
  expect([20, 9, 20, 5].map((count) => rules(count, false, false).length)).toEqual([3, 0, 3, 0]);
  for (const count of [20, 9, 1]) expect(rules(count, false, true)).toEqual(all);
  for (const count of [0, 1, 20]) expect(rules(count, true, true)).toEqual([]);
});
