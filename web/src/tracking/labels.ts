// Texts of tracking: states of checks, reasons, features, alerts and schedules.
import { number } from '../format.ts';
import type { CheckState, Device, Feature, Match, ProjectState, RuleKind, SlotRun, TrackingAlertKind } from './types.ts';

export const FEATURE_LABELS: Readonly<Record<Feature, string>> = {
  aiAnswer: 'AI answer',
  featuredSnippet: 'Featured snippet',
  answerBox: 'Answer box',
  knowledgePanel: 'Knowledge panel',
  localPack: 'Places',
  peopleAlsoAsk: 'People also ask',
  images: 'Images',
  videos: 'Videos',
  news: 'News',
  posts: 'Posts',
  ads: 'Ads',
  shopping: 'Shopping ads',
  sitelinks: 'Sitelinks',
};
export const FEATURE_NAMES = Object.keys(FEATURE_LABELS) as Feature[];

export const MATCH_LABELS: Readonly<Record<Match, string>> = {
  site: 'Domain and subdomains',
  host: 'This host only',
  prefix: 'Pages below a path',
  url: 'One page',
};

export const DEVICE_LABELS: Readonly<Record<Device, string>> = { desktop: 'Desktop', mobile: 'Mobile' };

/** Reasons of failed and skipped checks, and of slots that did not run. */
const REASONS: Readonly<Record<string, string>> = {
  unreachable: 'the search engine did not answer',
  blocked: 'the search engine blocked the request',
  suspect: 'the results do not fit the keyword',
  unparsed: 'the page could not be read',
  deadline: 'it took too long',
  deleted: 'its result was deleted first',
  waiting: 'the check before was still running',
  credits: 'not enough credits',
  limit: 'the credit limit was reached',
  budget: 'the budget of the key was used up',
  key: 'the key was revoked, expired or not permitted',
  plan: 'the plan does not allow this depth',
  paused: 'the project was paused',
  downtime: 'the service was down',
  nextSlot: 'the next run began first',
};
export const reasonText = (reason: string | null | undefined): string => (reason ? (REASONS[reason] ?? reason) : '');

export const STATE_LABELS: Readonly<Record<CheckState, string>> = {
  found: 'Found',
  notFound: 'Not found',
  failed: 'Check failed',
  skipped: 'Skipped',
};

/** One text per state, so that a failed check never looks like a lost position. */
export function checkText(check: {
  readonly state: CheckState;
  readonly position: number | null;
  readonly depth: number | null;
  readonly reason?: string | null | undefined;
}): string {
  const reason = check.reason ? `: ${reasonText(check.reason)}` : '';
  if (check.state === 'found') return `Position ${number(check.position)}`;
  if (check.state === 'notFound') return `Not in top ${number(check.depth)}`;
  return `${STATE_LABELS[check.state]}${reason}`;
}

/** The curve of the service has a name of its own, one of a project has the name that its owner gave it. */
export const curveText = (name: string): string => (name === 'dataforseo-etv' ? 'of DataForSEO (ETV)' : `“${name}”`);

export const PROJECT_STATES: Readonly<Record<ProjectState, readonly [label: string, tone: string, help: string]>> = {
  active: ['Active', 'good', ''],
  paused: ['Paused', 'wait', 'You paused this project. No checks run.'],
  credits: ['No credits', 'bad', 'Checks continue with the next run after credits are granted.'],
  limit: ['Limit reached', 'bad', 'Checks continue when the credit limit allows it.'],
  budget: ['Budget used up', 'bad', 'Raise the budget of the key that pays for this project, or save the schedule with another key.'],
  key: [
    'Key not usable',
    'bad',
    'The key that pays for this project was revoked, expired or lost a scope. Save the schedule with another key.',
  ],
  plan: ['Depth not allowed', 'bad', 'Your plan allows fewer results per search. Reduce the depth.'],
};

export const RUN_KINDS: Readonly<Record<SlotRun['kind'], string>> = {
  schedule: 'Scheduled',
  catchUp: 'Catch-up',
  manual: 'Run now',
  backfill: 'Generated',
};
export const RUN_STATES: Readonly<Record<SlotRun['state'], readonly [label: string, tone: string]>> = {
  running: ['Running', 'wait'],
  done: ['Done', 'good'],
  missed: ['Missed', 'bad'],
  paused: ['Paused', 'wait'],
};

export const RULE_LABELS: Readonly<Record<RuleKind, string>> = {
  dropped: 'Position dropped',
  gained: 'Position improved',
  leftTop: 'Left the top n',
  enteredTop: 'Entered the top n',
  lost: 'No longer found',
  found: 'Found again',
  featureLost: 'Lost a SERP feature',
  featureWon: 'Won a SERP feature',
  citationLost: 'Lost an AI citation',
  citationWon: 'Won an AI citation',
  overtaken: 'Overtaken by a competitor',
  pageChanged: 'Landing page changed',
  otherPage: 'Another page than the target ranks',
  failing: 'Checks fail',
};
/** With the number of positions that a rule watches. */
export const ruleText = (kind: RuleKind, top: number): string => RULE_LABELS[kind].replace('top n', `top ${top}`);
export const RULE_NAMES = Object.keys(RULE_LABELS) as RuleKind[];
export const ALERT_LABELS: Readonly<Record<TrackingAlertKind, string>> = {
  ...RULE_LABELS,
  paused: 'Project stopped',
  resumed: 'Project resumed',
  runFailed: 'Many checks failed',
  nothingChecked: 'Nothing was checked',
};

/** Kinds that are bad news. */
const BAD: ReadonlySet<TrackingAlertKind> = new Set([
  'dropped',
  'leftTop',
  'lost',
  'featureLost',
  'citationLost',
  'overtaken',
  'otherPage',
  'failing',
  'paused',
  'runFailed',
  'nothingChecked',
]);
const GOOD: ReadonlySet<TrackingAlertKind> = new Set(['gained', 'enteredTop', 'found', 'featureWon', 'citationWon', 'resumed']);
export const alertTone = (kind: TrackingAlertKind): string => (BAD.has(kind) ? 'bad' : GOOD.has(kind) ? 'good' : 'note');
