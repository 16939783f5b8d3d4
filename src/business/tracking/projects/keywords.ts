// Adds, changes and removes tracked keywords.
import { ApiError, errors } from '../../../contract/errors.ts';
import type { Account } from '../../../contract/order.ts';
import type { AddedKeywords, AddKeywords, ChangeKeywords } from '../../../contract/tracking-keywords.ts';
import type { Db } from '../../../platform/db.ts';
import type { Runs, TrackedKeywords } from '../interfaces.ts';
import { slotText } from '../slots.ts';
import type { ProjectRow } from '../types.ts';
import { addCounts, type Forecasts, termsOf } from './forecasts.ts';
import { checkTagCount, foldTag, readTags, readTargetUrl } from './keyword-fields.ts';
import { createKeywordList, type KeywordListParts } from './keyword-list.ts';
import { CHANGE, COUNT, EXISTING, INSERT, LOCK_STATES, LOCKED, REMOVE } from './keyword-statements.ts';
import { createKeywordTotal } from './keyword-total.ts';
import { inLockedProject } from './locked.ts';
import type { StoredProject } from './row.ts';
import { type Expanded, type ExpandKeywords, variantIds, variantKey } from './variants.ts';

export interface KeywordParts extends KeywordListParts {
  readonly expand: ExpandKeywords;
  readonly forecasts: Forecasts;
  readonly runs: Pick<Runs, 'start'>;
  readonly limits: { readonly projectMax: number; readonly installationMax: number };
}

const CHUNK = 1000;

const idsOf = (ids: readonly string[]): number[] => ids.map(Number).filter((id) => id <= 2_147_483_647);

export function createTrackedKeywords(db: Db, parts: KeywordParts): TrackedKeywords {
  const { expand, forecasts, runs, limits } = parts;
  const { list, get, pages } = createKeywordList(db, parts);
  const total = createKeywordTotal(limits.installationMax);

  /** Returns the ids of keywords that exist, by their index in `rows`. */
  const existing = async (query: Db['query'], { accountId, id }: ProjectRow, rows: readonly NewRow[]): Promise<Map<number, string>> => {
    const found = new Map<number, string>();
    for (let start = 0; start < rows.length; start += CHUNK) {
      const given = rows.slice(start, start + CHUNK).map(({ variant_id, keyword }, n) => ({ n: start + n, variant_id, keyword }));
      const known = given.filter(({ variant_id }) => variant_id !== null);
      for (const row of await query<{ n: number; id: number }>(EXISTING, [accountId, id, JSON.stringify(known)]))
        found.set(row.n, String(row.id));
    }
    return found;
  };

  /** Inserts the rows that do not exist. Returns the ids in the order of the rows, and null for those that exist. */
  const insert = async (query: Db['query'], project: ProjectRow, rows: readonly NewRow[], lastSlot: number): Promise<(string | null)[]> => {
    const ids = new Map<string, string>();
    for (let start = 0; start < rows.length; start += CHUNK) {
      const given = JSON.stringify(rows.slice(start, start + CHUNK));
      const made = await query<{ id: number; variant_id: number; keyword: string }>(INSERT, [
        project.accountId,
        project.id,
        given,
        lastSlot,
      ]);
      for (const { id, variant_id, keyword } of made) ids.set(`${variant_id} ${keyword}`, String(id));
    }
    return rows.map(({ variant_id, keyword }) => ids.get(`${variant_id} ${keyword}`) ?? null);
  };

  const add = async (account: Account, project: ProjectRow, fields: AddKeywords): Promise<AddedKeywords> => {
    const { dryRun = false, checkNow = false } = fields;
    const expanded = await expand(account, project.settings.defaults, project.maxResults, fields.keywords);
    const { rows, repeated } = distinctRows(expanded);
    const balance = await forecasts.balanceOf(account);
    const cheapest = rows.reduce((least, { expanded: { variant } }) => Math.min(least, variant.cost), Number.POSITIVE_INFINITY);
    // Before anything is saved: the client asked for a check that cannot be made.
    if (checkNow && !dryRun && rows.length > 0 && balance !== null && balance < cheapest) throw errors.noCredits(cheapest, balance);
    const save = async (query: Db['query']) => {
      // Until the end of the transaction no slot begins, so the new keywords join the next one, and no other request adds any.
      const [locked] = await query<StoredProject & { last_slot: number }>(LOCKED, [project.accountId, project.id]);
      if (!locked) throw errors.notFound();
      const variants = rows.map(({ expanded: { variant } }) => variant);
      const ids = await variantIds(query, project, variants, !dryRun);
      const named = rows.map((row) => ({ ...row.columns, variant_id: ids.get(variantKey(row.expanded.variant)) ?? null }));
      const before = await existing(query, project, named);
      const fresh = rows.flatMap((row, n) => (before.has(n) ? [] : [{ ...row, columns: named[n]! }]));
      const [counted] = await query<{ total: number }>(COUNT, [project.accountId, project.id]);
      if (counted!.total + fresh.length > limits.projectMax)
        throw errors.badParameter('keywords', `cannot be added: a project has at most ${limits.projectMax} keywords`);
      const duplicateOf = ({ expanded: { index, keyword } }: Row, id: string | null) => ({ index, keyword, id });
      const duplicates = [...before].map(([n, id]) => duplicateOf(rows[n]!, id));
      if (dryRun) return { locked, fresh, added: [], duplicates };
      await total.reserve(query, fresh.length);
      const columns = fresh.map((row) => row.columns);
      const made = await insert(query, project, columns, locked.last_slot);
      // Keywords of one request that only the database folds alike, such as “İ” and “i̇”.
      const alike = fresh.flatMap((row, n) => (made[n] === null ? [duplicateOf(row, null)] : []));
      const isAdded = (_: unknown, n: number): boolean => made[n] !== null;
      return { locked, fresh: fresh.filter(isAdded), added: made.flatMap((id) => id ?? []), duplicates: [...duplicates, ...alike] };
    };
    const counts = (await forecasts.counts(account, project.id)).get(project.id) ?? new Map();
    const { locked, fresh, added, duplicates } = await db.transaction(save);
    const enabled = fresh.filter(({ columns }) => columns.enabled).map(({ expanded: { variant } }) => variant.engine);
    const forecastOf = (engines: typeof counts) => forecasts.of(account, termsOf(locked), engines, balance);
    return {
      added: dryRun ? fresh.length : added.length,
      ids: added,
      duplicates: [...duplicates, ...repeated].sort((a, b) => a.index - b.index),
      forecast: { before: forecastOf(counts), after: forecastOf(addCounts(counts, enabled)) },
      run: checkNow && added.length > 0 ? await startRun(account, project, added) : null,
    };
  };

  /** The keywords are saved. A run that cannot start must not look as if they were not. */
  const startRun = async (account: Account, project: ProjectRow, ids: readonly string[]): Promise<string | null> => {
    try {
      const slot = await runs.start(account, project, ids.map(Number), project.maxResults);
      return slot === null ? null : slotText(slot);
    } catch (error) {
      if (error instanceof ApiError && (error.code === 400 || error.code === 402)) return null;
      throw error;
    }
  };

  return {
    list,
    get,
    pages,
    add,
    change: (project, fields) => change(db, project, fields),
    remove: (project, ids) =>
      inLockedProject(db, project, async (query) => {
        const values = [project.accountId, project.id, idsOf(ids)];
        await query(LOCK_STATES, values);
        const [row] = await query<{ removed: number }>(REMOVE, values);
        return row!.removed;
      }),
  };
}

async function change(db: Db, project: ProjectRow, fields: ChangeKeywords): Promise<number> {
  const values = [
    project.accountId,
    project.id,
    idsOf(fields.ids),
    readTags(fields.addTags, 'addTags'),
    readTags(fields.removeTags, 'removeTags').map(foldTag),
    fields.enabled ?? null,
    fields.starred ?? null,
    fields.targetUrl !== undefined,
    readTargetUrl(fields.targetUrl, 'targetUrl'),
    fields.volume !== undefined,
    fields.volume ?? null,
    fields.note !== undefined,
    fields.note?.trim() || null,
  ];
  return db.transaction(async (query) => {
    const [locked] = await query<{ last_slot: number }>(LOCKED, [project.accountId, project.id]);
    if (!locked) throw errors.notFound();
    const rows = await query<{ tags: number }>(CHANGE, [...values, locked.last_slot]);
    for (const { tags } of rows) checkTagCount(tags, 'addTags');
    return rows.length;
  });
}

/** Columns of a new row of `tracked_keywords`. The variant has no id before it is stored. */
interface NewRow {
  readonly variant_id: number | null;
  readonly keyword: string;
  readonly tags: readonly string[];
  readonly target_url: string | null;
  readonly starred: boolean;
  readonly enabled: boolean;
  readonly volume: number | null;
  readonly note: string | null;
}

interface Row {
  readonly expanded: Expanded;
  readonly columns: NewRow;
}

/** Drops keywords that are repeated within the request. */
function distinctRows(expanded: readonly Expanded[]): { readonly rows: readonly Row[]; readonly repeated: AddedKeywords['duplicates'] } {
  const seen = new Set<string>();
  const rows: Row[] = [];
  const repeated: AddedKeywords['duplicates'] = [];
  for (const one of expanded) {
    const { index, keyword, variant, fields } = one;
    const identity = `${variantKey(variant)} ${keyword.toLowerCase()}`;
    if (seen.has(identity)) repeated.push({ index, keyword, id: null });
    else {
      seen.add(identity);
      const tags = readTags(fields.tags, `keywords[${index}].tags`);
      const target_url = readTargetUrl(fields.targetUrl, `keywords[${index}].targetUrl`);
      const { starred = false, enabled = true, volume = null } = fields;
      rows.push({
        expanded: one,
        columns: { variant_id: null, keyword, tags, target_url, starred, enabled, volume, note: fields.note?.trim() || null },
      });
    }
  }
  return { rows, repeated };
}
