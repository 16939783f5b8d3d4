// The interfaces between the modules of tracking, which wiring connects.
import type { Account } from '../../contract/order.ts';
import type { Forecast, NewProject, Project, ProjectChange } from '../../contract/tracking.ts';
import type {
  AlertDelivery,
  NewNote,
  NewRule,
  NewShare,
  Note,
  Rule,
  Share,
  TrackingAlert,
  TrackingMessage,
} from '../../contract/tracking-alerts.ts';
import type { Group, KeywordHistory, ProjectOverview, SlotRun, Summary, SummaryQuery } from '../../contract/tracking-history.ts';
import type {
  AddedKeywords,
  AddKeywords,
  ChangeKeywords,
  ForecastRequest,
  Imported,
  ImportKeywords,
  KeywordsQuery,
  TrackedKeyword,
  TrackedKeywordList,
} from '../../contract/tracking-keywords.ts';
import type { Owner, ProjectRow, ReadPoint, Slot, StoredPoint } from './types.ts';

/** Periodic work of a worker. Returns the number of rows that it processed. */
export interface Task {
  run(): Promise<number>;
}

/** Creates, changes and reads projects. Null: not found, or another account's. */
export interface Projects {
  create(account: Account, fields: NewProject): Promise<Project>;
  change(account: Account, id: string, fields: ProjectChange): Promise<Project | null>;
  remove(account: Account, id: string): Promise<boolean>;
  list(account: Account): Promise<readonly Project[]>;
  get(account: Account, id: string): Promise<Project | null>;
  /** The row for other modules. */
  row(owner: Owner, id: string): Promise<ProjectRow | null>;
  /** Prices a project before it exists. Throws 400 for keywords that could not be tracked. */
  forecast(account: Account, fields: ForecastRequest): Promise<Forecast>;
  /** Creates the demo project of a test key. */
  demo(account: Account): Promise<Project>;
}

export interface TrackedKeywords {
  add(account: Account, project: ProjectRow, fields: AddKeywords): Promise<AddedKeywords>;
  change(project: ProjectRow, fields: ChangeKeywords): Promise<number>;
  remove(project: ProjectRow, ids: readonly string[]): Promise<number>;
  list(project: ProjectRow, query: KeywordsQuery): Promise<TrackedKeywordList>;
  get(project: ProjectRow, id: string): Promise<TrackedKeyword | null>;
  /** Pages of keywords for exports, in the order of ids. */
  pages(project: ProjectRow, tags: readonly string[]): AsyncIterable<readonly TrackedKeyword[]>;
}

export interface History {
  ofKeyword(
    project: ProjectRow,
    keywordId: number,
    range: SlotRange,
    options: { readonly group: Group; readonly top: boolean },
  ): Promise<KeywordHistory>;
  /** Points of all keywords, slot by slot, for exports and roll-ups. */
  ofProject(project: ProjectRow, range: SlotRange): AsyncIterable<readonly (StoredPoint & { readonly keywordId: number })[]>;
  /** Imported and generated points. Existing points stay. Returns the number of new ones. */
  insert(project: ProjectRow, points: readonly (ReadPoint & { readonly slot: Slot; readonly keywordId: number })[]): Promise<number>;
  runs(project: ProjectRow, before: Slot | null, limit: number): Promise<readonly SlotRun[]>;
}

/** Slots from `from` up to and without `to`. */
export interface SlotRange {
  readonly from: Slot;
  readonly to: Slot;
}

export interface Summaries {
  /** Figures, sparkline and unread alerts of all projects of an owner, by project id. */
  overview(owner: Owner, projects: readonly Project[]): Promise<readonly ProjectOverview[]>;
  summary(project: ProjectRow, query: SummaryQuery): Promise<Summary>;
}

/** The scheduler of a worker. Both functions may run in every worker at once. */
export interface Planner {
  /** Places all checks that are due now. Returns their number. */
  run(): Promise<number>;
}

export interface Recorder {
  /** Objects that this worker has just settled. Never throws. */
  finished(objectIds: readonly string[]): void;
  /** Records points of finished checks that nothing reported. Returns their number. */
  run(): Promise<number>;
  stop(): Promise<void>;
}

/** Reads a pasted list or a file of another tracker. Points of the past go to `History.insert`. */
export interface Importer {
  run(account: Account, project: ProjectRow, fields: ImportKeywords): Promise<Imported>;
}

export interface Runs {
  /** Returns the slot of the run. Null: one was started in this minute already. Throws 402 when nothing could be placed. */
  start(account: Account, project: ProjectRow, keywordIds: readonly number[] | null, maxResults: number): Promise<Slot | null>;
  /** The price of such a run. */
  cost(account: Account, project: ProjectRow, keywordIds: readonly number[] | null, maxResults: number): Promise<number>;
}

export interface AlertRules {
  list(project: ProjectRow): Promise<readonly Rule[]>;
  create(project: ProjectRow, rule: NewRule): Promise<Rule>;
  change(project: ProjectRow, id: string, rule: NewRule): Promise<Rule | null>;
  remove(project: ProjectRow, id: string): Promise<boolean>;
  setDelivery(project: ProjectRow, delivery: AlertDelivery): Promise<void>;
}

export interface TrackingAlerts {
  /** Newest first. `project` null: all projects of the owner. */
  list(
    owner: Owner,
    project: ProjectRow | null,
    after: string | null,
    limit: number,
  ): Promise<{ readonly items: readonly TrackingAlert[]; readonly next: string | null }>;
  markRead(owner: Owner, ids: readonly string[]): Promise<number>;
  /** Sends the message of an alert again. False: not found, or it has no target. */
  resend(project: ProjectRow, alertId: string): Promise<boolean>;
  /** Bodies of events of the kind `tracking`, by id, for the event feed. */
  messages(owner: Owner, ids: readonly string[]): Promise<ReadonlyMap<string, TrackingMessage>>;
}

export interface Notes {
  list(project: ProjectRow): Promise<readonly Note[]>;
  create(project: ProjectRow, note: NewNote): Promise<Note>;
  remove(project: ProjectRow, id: string): Promise<boolean>;
}

export interface Shares {
  list(project: ProjectRow): Promise<readonly Share[]>;
  create(project: ProjectRow, share: NewShare): Promise<Share>;
  revoke(project: ProjectRow, id: string): Promise<boolean>;
  /** Null for an unknown, expired or revoked token. */
  open(token: string): Promise<{ readonly project: ProjectRow; readonly share: Share } | null>;
}
