import { describe, expect, test } from 'vitest';
import { FEATURES } from '../../../contract/tracking.ts';
import type { RuleKind, RuleSettings } from '../../../contract/tracking-alerts.ts';
import type { JudgedPoint, RaisedAlert, RuleInput } from '../types.ts';
import { judgeRules } from './judge.ts';
import { isSamePage } from './same-page.ts';

const KEYWORD: RuleInput['keyword'] = { tags: ['Shoes'], starred: false, volume: 200, targetUrl: null };
let slots = 0;

function point(position: number, fields: Partial<JudgedPoint> = {}): JudgedPoint {
  slots += 1440;
  const url = position > 0 ? 'https://shop.example/a' : null;
  const more = { rank: position, pageId: position > 0 ? 1 : 0, features: 0, owned: 0, cited: 0, competitors: [], ahead: [], url };
  return { slot: slots, code: position > 0 ? 1 : 2, position, depth: 20, ...more, ...fields };
}

/** Judges a history point by point, as the recorder does. Null is a failed check. Returns the alerts of each point. */
function play(settings: Partial<RuleSettings>, history: readonly (JudgedPoint | null)[], keyword: Partial<RuleInput['keyword']> = {}) {
  const rules = [{ id: 'rule', settings: { kinds: [], ...settings } }];
  let earlier: readonly JudgedPoint[] = [];
  let failures = 0;
  return history.map((after) => {
    failures = after === null ? failures + 1 : 0;
    const raised = judgeRules(rules, { after, earlier, failures, keyword: { ...KEYWORD, ...keyword } });
    if (after) earlier = [after, ...earlier].slice(0, 3);
    return raised;
  });
}
const kindsOf = (alerts: readonly (readonly RaisedAlert[])[]): string[][] => alerts.map((some) => some.map(({ kind }) => kind));
const bit = (name: (typeof FEATURES)[number]): number => 1 << FEATURES.indexOf(name);

/** Each kind: a history of two points that raises it, and one that does not. */
const CASES: readonly [RuleKind, readonly [JudgedPoint, JudgedPoint], readonly [JudgedPoint, JudgedPoint]][] = [
  ['dropped', [point(4), point(7)], [point(4), point(6)]],
  ['gained', [point(7), point(4)], [point(6), point(4)]],
  ['leftTop', [point(9), point(11)], [point(4), point(10)]],
  ['enteredTop', [point(0), point(10)], [point(12), point(11)]],
  ['lost', [point(15), point(0)], [point(15), point(0, { depth: 10 })]],
  ['found', [point(0), point(15)], [point(0, { depth: 10 }), point(15)]],
  ['featureLost', [point(1, { owned: bit('images') }), point(1)], [point(1, { features: bit('images') }), point(1)]],
  ['featureWon', [point(1), point(1, { owned: bit('sitelinks') })], [point(1), point(1, { features: bit('sitelinks') })]],
  ['citationLost', [point(3, { cited: 2 }), point(3)], [point(3, { cited: 2 }), point(3, { cited: 5 })]],
  ['citationWon', [point(0), point(0, { cited: 1 })], [point(3, { cited: 2 }), point(3, { cited: 1 })]],
  [
    'overtaken',
    [point(3, { competitors: [5] }), point(3, { competitors: [2] })],
    [point(3, { competitors: [2] }), point(3, { competitors: [1] })],
  ],
  ['pageChanged', [point(3), point(3, { url: 'https://shop.example/b' })], [point(3), point(3, { url: 'http://www.shop.example/a/' })]],
];

describe('a rule', () => {
  test.each(CASES)('of the kind %s raises an alert when its condition holds, and only then', (kind, yes, no) => {
    expect(kindsOf(play({ kinds: [kind] }, yes))).toEqual([[], [kind]]);
    expect(play({ kinds: [kind] }, yes)[1]![0]).toMatchObject({ ruleId: 'rule', before: yes[0], cooldownSeconds: 72_000 });
    expect(kindsOf(play({ kinds: [kind] }, no))).toEqual([[], []]);
  });

  test('of the kind otherPage raises an alert when it begins, and only with a target URL', () => {
    const history = [point(3), point(3, { url: 'https://shop.example/b' }), point(3, { url: 'https://shop.example/c' })];
    expect(kindsOf(play({ kinds: ['otherPage'] }, history, { targetUrl: 'shop.example/a' }))).toEqual([[], ['otherPage'], []]);
    expect(kindsOf(play({ kinds: ['otherPage'] }, history))).toEqual([[], [], []]);
  });

  test('of the kind failing raises one alert when the number of failures is reached', () => {
    const history = [point(3), null, null, null, null, point(3)];
    expect(kindsOf(play({ kinds: ['failing'] }, history))).toEqual([[], [], [], ['failing'], [], []]);
    expect(kindsOf(play({ kinds: ['failing'], failures: 1 }, history))).toEqual([[], ['failing'], [], [], [], []]);
  });

  test('compares across failed checks, which raise nothing themselves', () => {
    const kinds: RuleKind[] = ['dropped', 'lost', 'leftTop', 'pageChanged', 'found', 'gained'];
    expect(kindsOf(play({ kinds }, [point(3), null, null, point(3)]))).toEqual([[], [], [], []]);
    expect(kindsOf(play({ kinds: ['dropped'] }, [point(3), null, point(9)]))).toEqual([[], [], ['dropped']]);
  });

  test('demands larger steps further down', () => {
    const dropped = (from: number, to: number) =>
      kindsOf(play({ kinds: ['dropped'] }, [point(from, { depth: 100 }), point(to, { depth: 100 })]))[1];
    expect([dropped(10, 13), dropped(11, 15), dropped(11, 16), dropped(31, 40), dropped(31, 41)]).toEqual([
      ['dropped'],
      [],
      ['dropped'],
      [],
      ['dropped'],
    ]);
    const own = { kinds: ['dropped' as const], positions: { top10: 1, top30: 1, below: 1 } };
    expect(kindsOf(play(own, [point(3), point(4)]))).toEqual([[], ['dropped']]);
  });

  test('is silent about a top that a shallow check cannot see', () => {
    const history = [point(5, { depth: 8 }), point(0, { depth: 8 })];
    expect(kindsOf(play({ kinds: ['leftTop', 'lost'] }, history))).toEqual([[], ['lost']]);
    expect(kindsOf(play({ kinds: ['leftTop'], top: 8 }, history))).toEqual([[], ['leftTop']]);
  });

  test('compares shallow daily checks with each other, around a deep one', () => {
    const kinds: RuleKind[] = ['lost', 'found', 'dropped', 'gained'];
    const shallow = () => point(0, { depth: 20 });
    expect(kindsOf(play({ kinds }, [shallow(), point(50, { depth: 100 }), shallow(), shallow()]))).toEqual([[], [], [], []]);
  });

  test('with confirm 2 waits for a second check, and a position that returns raises nothing', () => {
    const settings = { kinds: ['dropped' as const], confirm: 2 };
    expect(kindsOf(play(settings, [point(3), point(9), point(9), point(9)]))).toEqual([[], [], ['dropped'], []]);
    expect(kindsOf(play(settings, [point(3), point(9), point(3), point(9), point(3)]))).toEqual([[], [], [], [], []]);
    expect(kindsOf(play(settings, [point(3), point(9), null, point(8)]))).toEqual([[], [], [], ['dropped']]);
  });

  test('names the feature and leaves out features that it does not watch', () => {
    const history = [point(1, { owned: bit('images') | bit('news') }), point(1)];
    expect(play({ kinds: ['featureLost'] }, history)[1]![0]!.feature).toBe(FEATURES.indexOf('images'));
    expect(play({ kinds: ['featureLost'], features: ['news'] }, history)[1]![0]!.feature).toBe(FEATURES.indexOf('news'));
    expect(play({ kinds: ['featureLost'], features: ['ads'] }, history)[1]).toEqual([]);
  });

  test('reports a lost citation once, also when it watches features', () => {
    const history = [point(1, { owned: bit('aiAnswer'), cited: 1 }), point(1)];
    expect(kindsOf(play({ kinds: ['featureLost', 'citationLost'] }, history))[1]).toEqual(['citationLost']);
    expect(kindsOf(play({ kinds: ['featureLost'] }, history))[1]).toEqual(['featureLost']);
  });

  test('names the best competitor that passed, and ignores one that was added later', () => {
    const history = [point(3, { competitors: [9, 0] }), point(4, { competitors: [3, 1, 2] })];
    expect(play({ kinds: ['overtaken'] }, history)[1]![0]!.competitor).toBe(1);
    expect(play({ kinds: ['overtaken'] }, [point(3), point(3, { competitors: [1] })])[1]).toEqual([]);
    expect(play({ kinds: ['overtaken'] }, [point(3, { competitors: [5] }), point(0, { competitors: [2] })])[1]).toEqual([]);
  });

  test('applies to keywords by tag, star and volume', () => {
    const raised = (settings: Partial<RuleSettings>, keyword: Partial<RuleInput['keyword']> = {}) =>
      play({ kinds: ['lost'], ...settings }, [point(3), point(0)], keyword)[1]!.length;
    expect([raised({ tags: ['shoes'] }), raised({ tags: ['hats'] }), raised({ tags: [] })]).toEqual([1, 0, 1]);
    expect([raised({ starredOnly: true }), raised({ starredOnly: true }, { starred: true })]).toEqual([0, 1]);
    expect([raised({ volumeMin: 201 }), raised({ volumeMin: 200 }), raised({ volumeMin: 1 }, { volume: null })]).toEqual([0, 1, 0]);
  });

  test('has the cooldown of its settings', () => {
    expect(play({ kinds: ['lost'], cooldownHours: 0 }, [point(3), point(0)])[1]![0]!.cooldownSeconds).toBe(0);
  });
});

test('pages are equal apart from scheme, www, trailing slash and fragment', () => {
  expect(isSamePage('https://www.shop.example/a/#top', 'shop.example/a')).toBe(true);
  expect(isSamePage('https://shop.example/a?x=1', 'https://shop.example/a')).toBe(false);
  expect(isSamePage('not a url', 'not a url')).toBe(true);
});
