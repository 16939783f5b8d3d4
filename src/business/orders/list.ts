// Lists objects of one account or of all, newest first, with cursor pagination.
import { toDateTime } from '../../contract/dates.ts';
import type { CallbackState, ListedObject, State } from '../../contract/listing.ts';
import type { Kind, Mode, Priority, Verdict } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';

export interface Filter {
  readonly kind?: Kind | undefined;
  readonly engine?: string | undefined;
  readonly region?: string | undefined;
  readonly state?: State | undefined;
  /** Text in the keyword, the prompt or the URL. */
  readonly q?: string | undefined;
  /** One of these keywords, case-insensitive. */
  readonly keywords?: readonly string[] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** The owner of the objects. `account` null means all accounts, `mode` null both modes. */
export type Owner = { readonly account: number; readonly mode: Mode } | { readonly account: null; readonly mode: Mode | null };

export interface Page {
  readonly items: ListedObject[];
  readonly next: string | null;
}

export type ListObjects = (owner: Owner, filter: Filter, after: string | null, itemsMax: number) => Promise<Page>;

/** Scan limit per page. A search for rare objects continues from there with the next page. */
const SCAN_MAX = 5000;
const KEYWORD_LENGTH_MAX = 300;

const LIST = { name: 'list_objects', text: 'select * from list_objects($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)' };

interface ListedRow {
  readonly id: string;
  readonly kind: Kind | null;
  readonly account_id: number;
  readonly live: boolean;
  readonly request: string;
  readonly cost: number;
  readonly created_ms: number;
  readonly faulty: boolean | null;
  readonly verdict: Verdict | null;
  readonly generated_ms: number | null;
  readonly sending: boolean;
  readonly executed: boolean;
  readonly failed: boolean;
}

/** The fields of stored requests that lists show, for all kinds. */
interface AnyRequest {
  readonly keyword?: string;
  readonly keywords?: readonly string[] | null;
  readonly prompt?: string | null;
  readonly url?: string | null;
  readonly searchEngine?: string;
  readonly source?: string;
  readonly aiService?: string;
  readonly region?: { readonly canonicalName: string };
  readonly priority?: Priority;
  readonly callback?: string | null;
}

export function createListObjects(db: Db): ListObjects {
  return async (owner, filter, after, itemsMax) => {
    const rows = await db.query<ListedRow>(LIST, [
      owner.account,
      owner.mode === null ? null : owner.mode === 'live',
      after,
      filter.from ?? null,
      filter.to ?? null,
      filter.kind ?? null,
      filter.state ?? null,
      filter.engine ?? null,
      filter.region ?? null,
      filter.q ?? null,
      filter.keywords?.map((keyword) => keyword.toLowerCase()) ?? null,
      // One more than requested, to detect a next page.
      itemsMax + 1,
      SCAN_MAX,
    ]);
    const end = rows.at(-1)?.kind === null ? rows.pop()! : null;
    const shown = rows.slice(0, itemsMax);
    const next = rows.length > itemsMax ? shown.at(-1)!.id : (end?.id ?? null);
    return { items: shown.map((row) => toListed(row, owner.account === null)), next };
  };
}

export function stateOf(faulty: boolean | null): State {
  return faulty === null ? 'waiting' : faulty ? 'faulty' : 'ready';
}

/** Returns the state of the callback. A callback that will be resent is pending. */
export function callbackStateOf(
  hasCallback: boolean,
  finished: boolean,
  { sending, executed, failed }: Pick<ListedRow, 'sending' | 'executed' | 'failed'>,
): CallbackState {
  if (!hasCallback) return 'none';
  if (!finished || sending) return 'pending';
  return executed ? 'delivered' : failed ? 'failed' : 'pending';
}

function toListed(row: ListedRow, forOperator: boolean): ListedObject {
  const request = JSON.parse(row.request) as AnyRequest;
  const engine = request.searchEngine ?? request.source ?? request.aiService;
  const keyword = request.keyword ?? request.keywords?.slice(0, 50).join(', ') ?? request.prompt ?? request.url;
  return {
    id: row.id,
    kind: row.kind!,
    mode: row.live ? 'live' : 'test',
    createdAt: toDateTime(new Date(row.created_ms)),
    ...(engine ? { engine } : {}),
    ...(request.region ? { region: request.region.canonicalName } : {}),
    ...(keyword ? { keyword: [...keyword.slice(0, 2 * KEYWORD_LENGTH_MAX)].slice(0, KEYWORD_LENGTH_MAX).join('') } : {}),
    ...(request.priority ? { priority: request.priority } : {}),
    cost: row.cost,
    state: stateOf(row.faulty),
    ...(row.verdict ? { verdict: row.verdict } : {}),
    ...(row.generated_ms === null ? {} : { generatedAt: toDateTime(new Date(row.generated_ms)) }),
    callback: callbackStateOf(request.callback != null, row.faulty !== null, row),
    ...(forOperator ? { account: String(row.account_id) } : {}),
  };
}
