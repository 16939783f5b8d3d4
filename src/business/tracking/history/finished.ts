// Finished checks that have no point yet.
import type { Verdict } from '../../../contract/vocabulary.ts';
import type { Db } from '../../../platform/db.ts';
import type { JudgedPoint, ProjectSettings, RuleInput, Slot } from '../types.ts';

/** A check whose object is finished or gone. */
export interface FinishedCheck {
  readonly accountId: number;
  readonly projectId: number;
  readonly slot: Slot;
  readonly keywordId: number;
  readonly objectId: string;
  readonly tries: number;
  readonly depth: number;
  readonly revision: number;
  readonly topCount: number;
  readonly settings: ProjectSettings;
  /** The object was deleted or has expired. */
  readonly gone: boolean;
  readonly faulty: boolean;
  readonly verdict: Verdict | null;
  /** A faulty check may be tried again in its slot. */
  readonly retryable: boolean;
  /** The slot of the keyword's state. Null: it has none. */
  readonly stateSlot: Slot | null;
  readonly recent: readonly JudgedPoint[];
  readonly failures: number;
  /** Null: the keyword was removed. Its points stay, but it raises no alerts. */
  readonly keyword: RuleInput['keyword'] | null;
}

/** Returns checks of the given objects, or with null those that are due for a look. */
export type ReadFinished = (objectIds: readonly string[] | null, max: number) => Promise<FinishedCheck[]>;

const FINISHED = { name: 'tracking_finished_checks', text: 'select * from finished_checks($1::text[], $2)' };

interface FinishedRow {
  readonly account_id: number;
  readonly project_id: number;
  readonly slot: number;
  readonly keyword_id: number;
  readonly object_id: string;
  readonly tries: number;
  readonly depth: number;
  readonly revision: number;
  readonly top_count: number;
  readonly settings: string;
  readonly gone: boolean;
  readonly faulty: boolean;
  readonly verdict: Verdict | null;
  readonly last_slot: number | null;
  readonly recent: string | null;
  readonly failures: number | null;
  readonly volume: number | null;
  readonly target_url: string | null;
  readonly tags: string[] | null;
  readonly starred: boolean | null;
  readonly retryable: boolean;
}

/** Settings are parsed when their text changes. The revision does not tell: a new primary may repeat one that was lost. */
const SETTINGS_MAX = 2000;

export function createReadFinished(db: Pick<Db, 'query'>): ReadFinished {
  const parsed = new Map<number, { readonly text: string; readonly settings: ProjectSettings }>();
  const settingsOf = ({ project_id, settings: text }: FinishedRow): ProjectSettings => {
    const known = parsed.get(project_id);
    if (known?.text === text) return known.settings;
    const settings = JSON.parse(text) as ProjectSettings;
    parsed.delete(project_id);
    parsed.set(project_id, { text, settings });
    if (parsed.size > SETTINGS_MAX) parsed.delete(parsed.keys().next().value!);
    return settings;
  };
  const toCheck = (row: FinishedRow): FinishedCheck => ({
    accountId: row.account_id,
    projectId: row.project_id,
    slot: row.slot,
    keywordId: row.keyword_id,
    objectId: row.object_id,
    tries: row.tries,
    depth: row.depth,
    revision: row.revision,
    topCount: row.top_count,
    settings: settingsOf(row),
    gone: row.gone,
    faulty: row.faulty,
    verdict: row.verdict,
    retryable: row.retryable,
    stateSlot: row.last_slot,
    recent: row.recent === null ? [] : (JSON.parse(row.recent) as JudgedPoint[]),
    failures: row.failures ?? 0,
    keyword: row.tags && { tags: row.tags, starred: row.starred ?? false, volume: row.volume, targetUrl: row.target_url },
  });
  return async (objectIds, max) => (await db.query<FinishedRow>(FINISHED, [objectIds, max])).map(toCheck);
}
