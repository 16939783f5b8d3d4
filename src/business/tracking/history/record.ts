// Records outcomes of checks in one call of `record_points()`: points, states of keywords and alerts.
import { FEATURES, POINT_CODES } from '../../../contract/tracking.ts';
import type { Db } from '../../../platform/db.ts';
import { byteArray, doubleArray, integerArray, jsonArray, smallintArray, textArray } from '../../../platform/db-arrays.ts';
import { dayStart } from '../slots.ts';
import type { JudgedPoint, JudgeRules, RaisedAlert, RuleInput, StoredPoint } from '../types.ts';
import { changeOf, isFailed, isJudged, RECENT_MAX, toJudged } from './compare.ts';
import type { FinishedCheck } from './finished.ts';
import { othersBytes, topBytes } from './rows.ts';

/** A check with the outcome to record. */
export interface CheckRecord {
  readonly check: FinishedCheck;
  /** For another try: an empty point, which is not stored. */
  readonly point: StoredPoint;
  /** The URL of the point's page. */
  readonly url: string | null;
  readonly retrySeconds: number | null;
  readonly rules: Parameters<JudgeRules>[0];
}

/** Projects are locked before their rows, as by their removal. Otherwise a first state or an alert locks its project last. */
const RECORD = {
  name: 'tracking_record_points',
  text: `select record_points(${Array.from({ length: 18 }, (_, index) => `$${index + 1}`).join(', ')}) as recorded
    from (select count(*) from (select 1 from projects where id = any ($2::integer[]) order by id for key share) as held) as locked`,
};

/** Returns the records that were recorded. The others were recorded before, or their keyword has changed. */
export async function recordPoints(db: Pick<Db, 'query'>, records: readonly CheckRecord[], judge: JudgeRules): Promise<CheckRecord[]> {
  const checks = records.map(({ check }) => check);
  const points = records.map(({ point }) => point);
  const judged = records.map(judgedOf);
  const [row] = await db.query<{ recorded: number[] }>(RECORD, [
    integerArray(checks.map(({ accountId }) => accountId)),
    integerArray(checks.map(({ projectId }) => projectId)),
    integerArray(checks.map(({ slot }) => slot)),
    integerArray(checks.map(({ keywordId }) => keywordId)),
    textArray(checks.map(({ objectId }) => objectId)),
    doubleArray(records.map(({ retrySeconds }) => retrySeconds)),
    integerArray(checks.map(({ stateSlot }) => stateSlot)),
    smallintArray(points.map(({ code }) => code)),
    smallintArray(points.map(({ position }) => position)),
    smallintArray(points.map(({ rank }) => rank)),
    smallintArray(points.map(({ depth }) => depth)),
    integerArray(points.map(({ pageId }) => pageId)),
    smallintArray(points.map(({ features }) => features)),
    smallintArray(points.map(({ owned }) => owned)),
    byteArray(points.map(othersBytes)),
    byteArray(points.map(({ top }) => topBytes(top))),
    jsonArray(checks.map(({ recent }, index) => JSON.stringify(recentOf(recent, judged[index]!)))),
    JSON.stringify(records.flatMap((record, index) => alertsOf(record, judged[index]!, index + 1, judge))),
  ]);
  return (row?.recorded ?? []).map((n) => records[n - 1]!);
}

const recentOf = (recent: readonly JudgedPoint[], judged: JudgedPoint | null): readonly JudgedPoint[] =>
  judged ? [judged, ...recent].slice(0, RECENT_MAX) : recent;

/** Returns null for a failed check. */
const judgedOf = ({ point, url }: CheckRecord): JudgedPoint | null => (isJudged(point) ? toJudged(point, url) : null);

/**
 * A result of an earlier day that comes late is history only. Slots of one day are not compared: a manual run early on a day
 * has a higher number than the scheduled slot of that day.
 */
const isLate = ({ slot, stateSlot }: FinishedCheck): boolean => stateSlot !== null && dayStart(slot) < dayStart(stateSlot);

function alertsOf({ check, point, retrySeconds, rules }: CheckRecord, after: JudgedPoint | null, n: number, judge: JudgeRules): object[] {
  if (retrySeconds !== null || rules.length === 0 || !check.keyword || isLate(check)) return [];
  const input: RuleInput = {
    after,
    earlier: check.recent,
    failures: isFailed(point) ? check.failures + 1 : 0,
    keyword: check.keyword,
  };
  return judge(rules, input).map((alert) => ({
    n,
    ruleId: alert.ruleId,
    kind: alert.kind,
    cooldownSeconds: alert.cooldownSeconds,
    body: bodyOf(alert, after, point, check),
  }));
}

/** What an alert shows later, when the settings and the newest points are others. */
function bodyOf(alert: RaisedAlert, after: JudgedPoint | null, point: StoredPoint, { settings, objectId }: FinishedCheck): object {
  const competitor = alert.competitor === null ? null : settings.competitors[alert.competitor];
  const outcome: { readonly state: string; readonly reason?: string } = POINT_CODES[point.code];
  return {
    before: sideOf(alert.before),
    after: sideOf(after),
    change: after ? (changeOf(alert.before, after)?.value ?? null) : null,
    competitor: competitor ? competitor.name || competitor.host : null,
    feature: alert.feature === null ? null : (FEATURES[alert.feature] ?? null),
    url: after?.url ?? null,
    reason: outcome.reason ?? null,
    objectId,
  };
}

const sideOf = (point: JudgedPoint | null): object | null =>
  point && { slot: point.slot, position: point.position || null, depth: point.depth, url: point.url };
