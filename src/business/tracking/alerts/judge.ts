// Decides which alerts a new point raises. Only comparable points are compared, so a failed check never looks like a fall.
import { FEATURES } from '../../../contract/tracking.ts';
import type { RuleKind, RuleSettings } from '../../../contract/tracking-alerts.ts';
import { isComparable } from '../history/compare.ts';
import type { JudgedPoint, JudgeRules, RaisedAlert, RuleInput } from '../types.ts';
import { isSamePage } from './same-page.ts';

const POSITIONS = { top10: 3, top30: 5, below: 10 };
const TOP = 10;
const FAILURES = 3;
const COOLDOWN_HOURS = 20;

/** What a condition found, besides that it holds. */
interface Detail {
  readonly competitor?: number;
  readonly feature?: number;
}
/** Returns null when the condition does not hold between the two points. */
type Condition = (before: JudgedPoint, after: JudgedPoint, settings: RuleSettings, keyword: RuleInput['keyword']) => Detail | null;

const holds = (condition: boolean): Detail | null => (condition ? {} : null);
const isFound = ({ position }: JudgedPoint): boolean => position > 0;
const isInTop = ({ position }: JudgedPoint, top: number): boolean => position > 0 && position <= top;
/** A point that was not deep enough does not know. */
const isOutsideTop = ({ position, depth }: JudgedPoint, top: number): boolean => (position > 0 ? position > top : depth >= top);

/** Whether the step is as large as the rule demands at the better of both positions. */
function isLarge(from: JudgedPoint, to: JudgedPoint, { positions = POSITIONS }: RuleSettings): boolean {
  if (!isFound(from) || !isFound(to)) return false;
  const better = Math.min(from.position, to.position);
  return to.position - from.position >= (better <= 10 ? positions.top10 : better <= 30 ? positions.top30 : positions.below);
}

/** The first watched feature that `from` owns and `to` does not. Citations have their own kinds. */
function ownedOnlyBy(from: JudgedPoint, to: JudgedPoint, { features, kinds }: RuleSettings, citation: RuleKind): Detail | null {
  const feature = FEATURES.findIndex(
    (name, bit) =>
      ((from.owned & ~to.owned) >> bit) & 1 &&
      (features === undefined || features.includes(name)) &&
      !(name === 'aiAnswer' && kinds.includes(citation)),
  );
  return feature < 0 ? null : { feature };
}

/** The best competitor that was behind or absent and is now ahead. The points of one that was added later are unknown. */
function passedBy(before: JudgedPoint, after: JudgedPoint): Detail | null {
  if (!isFound(before) || !isFound(after)) return null;
  const passed = after.competitors
    .map((position, index) => ({ position, index, earlier: before.competitors[index] }))
    .filter(({ position, earlier }) => position > 0 && position < after.position && (earlier === 0 || (earlier ?? 0) > before.position))
    .sort((a, b) => a.position - b.position);
  return passed[0] ? { competitor: passed[0].index } : null;
}

const isOnOtherPage = ({ position, url }: JudgedPoint, targetUrl: string | null): boolean =>
  targetUrl !== null && position > 0 && url !== null && !isSamePage(url, targetUrl);

const CONDITIONS: Readonly<Record<Exclude<RuleKind, 'failing'>, Condition>> = {
  dropped: (before, after, settings) => holds(isLarge(before, after, settings)),
  gained: (before, after, settings) => holds(isLarge(after, before, settings)),
  leftTop: (before, after, { top = TOP }) => holds(isInTop(before, top) && isOutsideTop(after, top)),
  enteredTop: (before, after, { top = TOP }) => holds(isOutsideTop(before, top) && isInTop(after, top)),
  lost: (before, after) => holds(isFound(before) && !isFound(after)),
  found: (before, after) => holds(!isFound(before) && isFound(after)),
  featureLost: (before, after, settings) => ownedOnlyBy(before, after, settings, 'citationLost'),
  featureWon: (before, after, settings) => ownedOnlyBy(after, before, settings, 'citationWon'),
  citationLost: (before, after) => holds(before.cited > 0 && after.cited === 0),
  citationWon: (before, after) => holds(before.cited === 0 && after.cited > 0),
  overtaken: passedBy,
  pageChanged: (before, after) =>
    holds(isFound(before) && isFound(after) && before.url !== null && after.url !== null && !isSamePage(before.url, after.url)),
  // Only when it begins, or every check would repeat it.
  otherPage: (before, after, _, { targetUrl }) => holds(isOnOtherPage(after, targetUrl) && !isOnOtherPage(before, targetUrl)),
};

export const judgeRules: JudgeRules = (rules, input) =>
  rules
    .filter(({ settings }) => appliesTo(settings, input.keyword))
    .flatMap(({ id, settings }) =>
      [...new Set(settings.kinds)].flatMap((kind) => {
        const raised = judgeKind(kind, settings, input);
        if (!raised) return [];
        return [{ ruleId: id, kind, cooldownSeconds: (settings.cooldownHours ?? COOLDOWN_HOURS) * 3600, ...raised }];
      }),
    );

function appliesTo({ tags, starredOnly, volumeMin = 0 }: RuleSettings, keyword: RuleInput['keyword']): boolean {
  const folded = keyword.tags.map((tag) => tag.toLowerCase());
  if (tags !== undefined && tags.length > 0 && !tags.some((tag) => folded.includes(tag.toLowerCase()))) return false;
  return (!starredOnly || keyword.starred) && (volumeMin === 0 || (keyword.volume ?? 0) >= volumeMin);
}

function judgeKind(
  kind: RuleKind,
  settings: RuleSettings,
  { after, earlier, failures, keyword }: RuleInput,
): Pick<RaisedAlert, 'before' | 'competitor' | 'feature'> | null {
  // Exactly then, so that a long outage raises one alert.
  if (kind === 'failing') {
    return after === null && failures === (settings.failures ?? FAILURES) ? { before: null, competitor: null, feature: null } : null;
  }
  if (after === null) return null;
  const condition = CONDITIONS[kind];
  const newest = settings.confirm === 2 ? earlier[0] : undefined;
  if (settings.confirm === 2 && newest === undefined) return null;
  const before = earlier.slice(newest ? 1 : 0).find((one) => isComparable(one, after) && (!newest || isComparable(one, newest)));
  if (!before || (newest && !condition(before, newest, settings, keyword))) return null;
  const detail = condition(before, after, settings, keyword);
  return detail && { before, competitor: detail.competitor ?? null, feature: detail.feature ?? null };
}
