// Alerts as sentences, for messages, emails and the dashboard.
import type { Feature } from '../../../contract/tracking.ts';
import type { TrackingAlert, TrackingAlertKind } from '../../../contract/tracking-alerts.ts';
import { ENGINE_LABELS, type EngineName } from '../../../contract/vocabulary.ts';

/** An alert without its text, with the facts that only the text shows. */
export type AlertFacts = Omit<TrackingAlert, 'text'> & {
  /** The `top` of the rule; null when the rule was removed. */
  readonly top: number | null;
  /** Checks of a run, and those of them that failed or were skipped. */
  readonly placed: number | null;
  readonly failed: number | null;
  readonly skipped: number | null;
  readonly slot: string | null;
};

const FEATURE_NAMES: Readonly<Record<Feature, string>> = {
  aiAnswer: 'the AI answer',
  featuredSnippet: 'the featured snippet',
  answerBox: 'the answer box',
  knowledgePanel: 'the knowledge panel',
  localPack: 'the local pack',
  peopleAlsoAsk: 'People also ask',
  images: 'the images',
  videos: 'the videos',
  news: 'the news',
  posts: 'the posts',
  ads: 'the ads',
  shopping: 'the shopping results',
  sitelinks: 'the sitelinks',
};
const PAUSE_REASONS: Readonly<Record<string, string>> = {
  credits: 'the credits are used up',
  limit: 'the credit limit of the account is reached',
  budget: 'the budget of the key is used up',
  key: 'the key was revoked or has expired',
  plan: 'the account does not allow this depth',
};

const positionText = (side: AlertFacts['after']): string =>
  side === null ? 'unknown' : side.position === null ? `not in the top ${side.depth}` : `position ${side.position}`;
const stepText = ({ before, after }: AlertFacts): string => `from ${positionText(before)} to ${positionText(after)}`;
const topText = ({ top }: AlertFacts): string => (top === null ? 'the top' : `the top ${top}`);
const featureText = ({ feature }: AlertFacts): string => (feature === null ? 'a feature' : FEATURE_NAMES[feature]);

const DETAILS: Readonly<Record<TrackingAlertKind, (alert: AlertFacts) => string>> = {
  dropped: (alert) => `dropped ${stepText(alert)}`,
  gained: (alert) => `rose ${stepText(alert)}`,
  leftTop: (alert) => `left ${topText(alert)}, ${stepText(alert)}`,
  enteredTop: (alert) => `entered ${topText(alert)}, ${stepText(alert)}`,
  lost: (alert) => `no longer found, ${stepText(alert)}`,
  found: (alert) => `found at ${positionText(alert.after)}, before ${positionText(alert.before)}`,
  featureLost: (alert) => `lost ${featureText(alert)}`,
  featureWon: (alert) => `won ${featureText(alert)}`,
  citationLost: () => 'no longer cited by the AI answer',
  citationWon: () => 'cited by the AI answer',
  overtaken: ({ competitor, after }) => `overtaken by ${competitor ?? 'a competitor'}, now at ${positionText(after)}`,
  pageChanged: ({ before, after }) => `ranking page changed from ${before?.url ?? 'none'} to ${after?.url ?? 'none'}`,
  otherPage: ({ after }) => `${after?.url ?? 'another page'} ranks instead of the target page`,
  failing: ({ reason }) => `checks keep failing${reason === null ? '' : ` (${reason})`}`,
  paused: ({ reason, placed, skipped }) =>
    `Tracking is paused: ${PAUSE_REASONS[reason ?? ''] ?? 'it cannot continue'}. ${placed ?? 0} checks were ordered and ${skipped ?? 0} skipped`,
  resumed: () => 'Tracking continues with the next scheduled run',
  runFailed: ({ failed, placed, slot }) => `${failed ?? 0} of ${placed ?? 0} checks failed in the run of ${slot ?? 'today'}`,
  nothingChecked: ({ slot }) => `Nothing was checked in the last two scheduled runs, up to ${slot ?? 'now'}`,
};

/** The keyword with engine and devices; empty for alerts of the service. */
function subjectOf({ keyword, rule }: AlertFacts, devices: readonly string[]): string {
  if (keyword === null) return rule === null ? '' : 'A removed keyword: ';
  const engine = ENGINE_LABELS[keyword.searchEngine as EngineName] ?? keyword.searchEngine;
  return `“${keyword.keyword}” (${engine}, ${devices.join(' and ')}): `;
}

export const textOf = (alert: AlertFacts): string => `${subjectOf(alert, [alert.keyword?.device ?? ''])}${DETAILS[alert.kind](alert)}.`;

/** One line per keyword and kind: desktop and mobile stand together. The order stays. */
export function linesOf(alerts: readonly AlertFacts[]): string[] {
  const groups = new Map<string, AlertFacts[]>();
  for (const alert of alerts) {
    const { keyword, kind, id, rule } = alert;
    const variant = keyword && [keyword.keyword, keyword.searchEngine, keyword.region, keyword.language];
    const key = JSON.stringify(variant ? [kind, rule?.id, ...variant] : [id]);
    groups.set(key, [...(groups.get(key) ?? []), alert]);
  }
  return [...groups.values()].map((group) => {
    const devices = new Set(group.map(({ keyword }) => keyword?.device ?? ''));
    const details = new Set(group.map((alert) => DETAILS[alert.kind](alert)));
    return `${subjectOf(group[0]!, [...devices])}${[...details].join('; ')}.`;
  });
}
