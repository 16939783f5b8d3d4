// Draws requests to the tracking routes: valid ones, ones with a fault that must be named, and projects of other accounts.
//
// Projects have no schedule and runs are dry runs, so that nothing is charged and the ledger check stays exact.
import type { Random } from '../random.ts';
import { type Asked, type Draw, type Fields, JSON_TYPE, type Known } from './asked.ts';
import { BAD_CALLBACKS } from './serp.ts';
import { BAD_READS, GOOD_READS } from './tracking-reads.ts';
import { BROKEN_BODIES, NASTY_PATHS, ODD_NUMBERS, PROTOTYPE_NAMES, textOf, WRONG_FOR_FLAG, WRONG_FOR_TEXT } from './values.ts';

/** A route of a project: its method, its path after the project, and a valid body. */
interface Route {
  readonly method: 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  readonly good: (random: Random, known: Known) => Fields;
  /** Fields that spoil the body, by the parameter that the rejection must name. */
  readonly faults: readonly (readonly [parameter: string, values: readonly unknown[]])[];
}

const tag = (random: Random): string => textOf(random, 20).replace(/[\u0000-\u001f\u007f,;]/g, '-');
const TEXTS = ['', ...WRONG_FOR_TEXT];
const IDS = [[], ['0'], ['-1'], ['1.5'], [1], ['x'], ['99999999999'], 'x', {}, Array(1001).fill('1'), [null]];
const DAYS = ['2026-02-30', '2026-13-01', '0000-00-00', '9999-12-31', 'today', '', 5, '2026-1-1'];
const RULE = { kinds: ['dropped', 'lost'] };

const project = (random: Random): Fields => ({
  name: textOf(random, 90),
  domains: [{ domain: random.pick(['shop.example', 'www.shop.example', 'münchen.example']), match: 'site' }],
  defaults: { region: random.pick(['DE', 'US', 2840]) },
  schedule: { every: 'manual' },
  brandTerms: [textOf(random)],
  notes: textOf(random, 200),
});
const PROJECT_FAULTS: Route['faults'] = [
  ['name', ['', '  ', 'x'.repeat(101), ...WRONG_FOR_TEXT]],
  [
    'domains',
    [[], 'x', {}, [5], [{}], [{ domain: 'x' }], [{ domain: 'a b.example' }], [{ domain: 'a.example', match: 'x' }], Array(11).fill({})],
  ],
  [
    'competitors',
    ['x', [5], [{ domain: '..' }], [{ domain: 'a.example' }, { domain: 'A.example' }], Array(21).fill({ domain: 'a.example' })],
  ],
  ['schedule.every', [{ every: 'x' }, {}, { every: 5 }]],
  ['schedule.timeZone', ['CET', 'Mars/Base', '../../etc', '', 'europe/berlin'].map((timeZone) => ({ every: 'manual', timeZone }))],
  ['schedule.windowMinutes', [-1, 1441, 1.5, '5'].map((windowMinutes) => ({ every: 'manual', windowMinutes }))],
  ['defaults.maxResults', [0, 5, 15, 110, ...ODD_NUMBERS].map((maxResults) => ({ region: 'DE', maxResults }))],
  ['defaults.region', ['Nowhere at all', '', [], 1.5, ...PROTOTYPE_NAMES].map((region) => ({ region }))],
  ['curve', [{ name: 'x', shares: [] }, { name: 'x', shares: [2] }, { name: 'x', shares: [0.1, 0.2] }, { shares: [1] }, 'x']],
  ['top', [-1, 21, 1.5, '5']],
  ['retries', [-1, 4, 0.5, []]],
];
/** The field of a body that a parameter such as `schedule.every` belongs to. */
const fieldOf = (parameter: string): string => parameter.split(/[.[]/)[0]!;

const keyword = (random: Random): Fields => ({
  keyword: textOf(random),
  ...(random.chance(0.3) ? { tags: [tag(random)] } : {}),
  ...(random.chance(0.2) ? { devices: ['desktop', 'mobile'] } : {}),
  ...(random.chance(0.2) ? { volume: random.below(1000), note: textOf(random), starred: true } : {}),
});

const ROUTES: readonly Route[] = [
  { method: 'PATCH', path: '', good: () => ({ top: 5, retries: 1 }), faults: PROJECT_FAULTS },
  {
    method: 'POST',
    path: '/keywords',
    good: (random) => ({ keywords: Array.from({ length: random.pick([1, 2, 5]) }, () => keyword(random)), dryRun: random.chance(0.9) }),
    faults: [
      ['keywords', [[], 'x', {}, [5], [[]], [null]]],
      ['keywords[1].keyword', ['', '   ', 'x'.repeat(301), 5].map((text) => [{ keyword: 'a' }, { keyword: text }])],
      ['keywords[0].tags', [['a,b'], ['a;b'], [''], Array(21).fill('x'), 'x'].map((tags) => [{ keyword: 'a', tags }])],
      ['keywords[0].targetUrl', ['x', 'javascript:alert(1)', 'ftp://a.example/'].map((targetUrl) => [{ keyword: 'a', targetUrl }])],
      ['keywords[0].volume', [-1, 1.5, 2e9 + 1, '5'].map((volume) => [{ keyword: 'a', volume }])],
      ['dryRun', WRONG_FOR_FLAG],
    ],
  },
  {
    method: 'PATCH',
    path: '/keywords',
    good: (random, known) => ({ ids: [known.tracking.keyword], addTags: ['x'], removeTags: ['x', tag(random)], note: null }),
    faults: [
      ['ids', IDS],
      ['addTags', [['a,b'], Array(21).fill('x'), 5]],
      ['volume', [-1, 'x', 2e9 + 1]],
    ],
  },
  { method: 'POST', path: '/keywords/remove', good: () => ({ ids: ['2147483647'] }), faults: [['ids', IDS]] },
  {
    method: 'POST',
    path: '/import',
    good: (random) => ({ text: `${textOf(random)}\n"${textOf(random)}`, format: 'lines', dryRun: true }),
    faults: [
      ['text', TEXTS],
      ['format', ['x', '', 5]],
      ['columns', ['x', { keyword: 5 }, []]],
    ],
  },
  {
    method: 'POST',
    path: '/run',
    good: (_, known) => ({ dryRun: true, ids: [known.tracking.keyword] }),
    faults: [
      ['ids', IDS],
      ['maxResults', [0, 15, 110, 1.5, '10']],
      ['dryRun', WRONG_FOR_FLAG],
    ],
  },
  { method: 'POST', path: '/volumes', good: () => ({ dryRun: true }), faults: [['dryRun', WRONG_FOR_FLAG]] },
  {
    method: 'POST',
    path: '/notes',
    good: (random) => ({ day: '2026-01-01', text: textOf(random) }),
    faults: [
      ['day', DAYS],
      ['text', ['', '  ', 'x'.repeat(501), 5]],
      ['keywordIds', [['2147483648'], ['9999999999'], ['0'], 'x']],
    ],
  },
  {
    method: 'POST',
    path: '/rules',
    good: (random) => ({ name: textOf(random), settings: { ...RULE, tags: [tag(random)] } }),
    faults: [
      ['name', ['', '  ', 'x'.repeat(101), 5]],
      ['settings.kinds', [[], ['x'], 'lost'].map((kinds) => ({ kinds }))],
      ['settings.top', [0, 101, 1.5].map((top) => ({ ...RULE, top }))],
      ['settings.confirm', [0, 3].map((confirm) => ({ ...RULE, confirm }))],
    ],
  },
  {
    method: 'PUT',
    path: '/delivery',
    good: (_, known) => ({ webhook: `${known.sink}alerts`, when: 'daily', at: '08:00', quietFrom: '22:00', quietTo: '07:00' }),
    faults: [
      ['webhook', BAD_CALLBACKS],
      ['emails', [['a@b.example'], ['x'], ['a@b.example\r\nbcc: c@d.example'], 'x']],
      ['at', ['24:00', '8:00', '']],
      ['quietTo', [undefined]],
    ],
  },
  {
    method: 'POST',
    path: '/shares',
    good: (random) => ({ name: textOf(random), sections: ['summary', 'keywords'], days: 7 }),
    faults: [
      ['name', ['', '  ', 5]],
      ['sections', [[], ['x'], 'summary']],
      ['days', [0, 401, 1.5, '7']],
      ['expiresAt', ['2020-01-01', '2099-02-30', 'x', '', '9999-12-31T23:59:59Z', 5]],
      ['tags', [['a,b'], ['\u0007'], 'x']],
    ],
  },
];

const operationOf = (method: string, path: string): string => `${method.toLowerCase()} /projects/{id}${path.split('?')[0]}`;

/** Requests to one project, which is mostly the own one. Those to other accounts' projects must not find them. */
export const tracking: Draw = (random, known) => {
  const own = `/projects/${known.tracking.project}`;
  const secrets = { mustNotHold: [known.tracking.foreign] };
  const send = (method: string, path: string, more: Partial<Asked>, body?: unknown): Asked => ({
    operation: operationOf(method, path),
    method,
    path: own + path,
    ...secrets,
    ...(body === undefined ? {} : { headers: JSON_TYPE, body: JSON.stringify(body), value: body }),
    ...more,
  });
  const { method, path, good, faults } = random.pick(ROUTES);
  const body = good(random, known);
  const dice = random.next();
  // A project has at most 50 rules and links, and 500 notes.
  if (dice < 0.2) return send(method, path, { expect: [200, 400] }, body);
  if (dice < 0.55) {
    const [parameter, values] = random.pick(faults);
    const spoilt = { ...body, [fieldOf(parameter)]: random.pick(values) };
    return send(method, path, { expect: [400], parameter: fieldOf(parameter) }, spoilt);
  }
  if (dice < 0.6) return { ...send(method, path, { expect: [400] }), headers: JSON_TYPE, body: random.pick(BROKEN_BODIES)[1] };
  if (dice < 0.7) {
    const foreign = random.pick([known.tracking.foreign, 'f'.repeat(24), 'x'.repeat(64)]);
    return { ...send(method, path, { expect: [404] }, body), path: `/projects/${foreign}${path}`, mustNotHold: [] };
  }
  if (dice < 0.8) return send('GET', random.pick(GOOD_READS), { expect: [200, 429] });
  if (dice < 0.9) {
    const [read, parameter] = random.pick(BAD_READS);
    return send('GET', read, { expect: [400], parameter });
  }
  return other(random, known);
};

/** Routes outside of a project, share links, and paths that name nothing. */
function other(random: Random, known: Known): Asked {
  const post = (path: string, body: unknown, more: Partial<Asked>): Asked => ({
    operation: `post ${path}`,
    method: 'POST',
    path,
    headers: JSON_TYPE,
    body: JSON.stringify(body),
    value: body,
    mustNotHold: [known.tracking.foreign],
    ...more,
  });
  const [parameter, values] = random.pick(PROJECT_FAULTS);
  const token = random.pick(['A'.repeat(32), 'x', '%00', known.tracking.foreign, ...NASTY_PATHS.slice(0, 4)]);
  return random.pick<() => Asked>([
    () => post('/projects', project(random), { expect: [200, 400] }),
    () =>
      post(
        '/projects',
        { ...project(random), [fieldOf(parameter)]: random.pick(values) },
        { expect: [400], parameter: fieldOf(parameter) },
      ),
    () => post('/tracking/forecast', { keywords: [keyword(random)], defaults: { region: 'DE' }, times: 1000 }, { expect: [200] }),
    () =>
      post(
        '/tracking/forecast',
        { keywords: [keyword(random)], times: random.pick([0, 1001, 1.5]) },
        { expect: [400], parameter: 'times' },
      ),
    () => post('/tracking/alerts/read', { ids: ['a'.repeat(24)] }, { expect: [200] }),
    () => post('/tracking/alerts/read', { ids: random.pick<unknown>([[], ['x'], 'x', [5]]) }, { expect: [400], parameter: 'ids' }),
    () => ({ operation: null, method: 'GET', path: `/share/${token}${random.pick(['', '/ranks.csv'])}`, key: null }),
    () => ({ operation: null, method: random.pick(['GET', 'DELETE', 'POST']), path: `/projects/${random.pick(NASTY_PATHS)}` }),
  ])();
}
