// Types of the tracking API that several pages share.
export type {
  CheckState,
  Device,
  Feature,
  Forecast,
  Match,
  NewProject,
  Project,
  ProjectState,
  Schedule,
  TrackedDomain,
} from '../../../src/contract/tracking.ts';
export type {
  AlertDelivery,
  NewRule,
  Note,
  Rule,
  RuleKind,
  Share,
  TrackingAlert,
  TrackingAlertKind,
} from '../../../src/contract/tracking-alerts.ts';
export type { Figures, KeywordHistory, Point, ProjectOverview, SlotRun, Summary } from '../../../src/contract/tracking-history.ts';
export type { AddedKeywords, Change, Imported, NewTrackedKeyword, TrackedKeyword } from '../../../src/contract/tracking-keywords.ts';
export type { ShareReport } from '../../../src/contract/tracking-report.ts';
