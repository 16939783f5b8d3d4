// Converts API objects to tool results: short text, structured data and a link to the object.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ITEM_ARRAYS } from '../contract/items.ts';
import type { Kind } from '../contract/vocabulary.ts';
import { type ApiObject, ToolProblem } from './backend.ts';
import { ANSWER_MAX, countsOf, fieldsOf, linesOf, masked } from './trim.ts';

type Row = Readonly<Record<string, unknown>>;

export interface View {
  readonly sections: readonly string[];
  readonly fields: readonly string[] | null;
  readonly top: number;
}

export interface Costs {
  readonly cost: number | null;
  readonly left: number | null;
}

export const uriOf = (kind: Kind, id: string): string => `sextant://${kind}/${id}`;

/** Each section has some of them. */
const ITEM_FIELDS = ['position', 'title', 'question', 'keyword', 'url', 'description', 'address', 'answer', 'text'];
const KEYWORD_FIELDS = ['keyword', 'searchVolume', 'competition', 'costPerClick'];

const costFields = ({ cost, left }: Costs): Row => ({ cost, ...(left === null ? {} : { budgetLeft: left }) });
const costText = ({ cost, left }: Costs): string =>
  `cost ${cost ?? 'unknown'}${cost === null ? '' : ' credits'}${left === null ? '' : `, ${left} left in this session`}`;

export function toolResult(structured: Row, text: string, costs: Costs, link?: { kind: Kind; id: string; name: string }): CallToolResult {
  const uri = link ? uriOf(link.kind, link.id) : null;
  return {
    content: [
      { type: 'text', text: `${text}\n(${costText(costs)})` },
      ...(link && uri
        ? [{ type: 'resource_link' as const, uri, name: link.name, mimeType: 'application/json', description: 'The complete object' }]
        : []),
    ],
    structuredContent: { ...structured, ...costFields(costs), ...(uri ? { resource: uri } : {}) },
  };
}

/** An order that was placed before the error. It continues, and its result can be fetched. */
export interface PlacedOrder {
  readonly kind: Kind;
  readonly id: string;
  readonly cost: number | null;
}

/**
 * An error matches the output schema too, because clients of SDK v1 check it and would replace our error by their own.
 * Rejected calls cost nothing. After a server error, the cost is unknown.
 */
export function errorResult(
  error: unknown,
  left: number | null,
  { requestId = null, placed }: { readonly requestId?: string | null; readonly placed?: PlacedOrder } = {},
): CallToolResult {
  const report = requestId === null ? '' : ` If the error persists, report the request id ${requestId} to the operator.`;
  const known = error instanceof ToolProblem ? error : new ToolProblem(500, 'Internal error.', `Try again later.${report}`);
  const { code, message, solution } = known;
  const cost = placed ? placed.cost : code < 500 ? 0 : null;
  const next = placed ? ` The request ${placed.id} continues: call fetch_result with this id and kind ${placed.kind}.` : '';
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}${solution ? ` ${solution}` : ''}${next}` }],
    structuredContent: {
      error: { code, message, ...(solution ? { solution } : {}) },
      ...costFields({ cost, left }),
      ...(placed ? { id: placed.id, resource: uriOf(placed.kind, placed.id) } : {}),
    },
  };
}

/** Returns the tool result of an object in any state. */
export function objectResult(kind: Kind, found: ApiObject, view: View, costs: Costs): CallToolResult {
  const link = { kind, id: found.id, name: String(found.keyword ?? found.prompt ?? found.url ?? `${kind} ${found.id}`).slice(0, 80) };
  const error = (found.error as string | null | undefined)?.replace(/\.$/, '') ?? null;
  if (found.faulty || error) {
    const attempts = ((found.attempts ?? []) as { source: string; outcome: string }[]).map(({ source, outcome }) => `${source} ${outcome}`);
    const text = `faulty: ${error ?? 'no result'} (${attempts.join(', ') || 'no source'}). The credits were refunded.`;
    const verdict = (found.verdict as string | null | undefined) ?? null;
    return toolResult(
      { id: found.id, state: 'faulty', verdict, ...(error ? { error: found.error } : {}), attempts },
      text,
      { ...costs, cost: 0 },
      link,
    );
  }
  if (!found.ready)
    return toolResult(
      { id: found.id, state: 'waiting' },
      `${found.id} is still being collected. Call fetch_result with this id.`,
      costs,
      link,
    );
  const shown = kind === 'serp' ? serp(found, view) : kind === 'keyword' ? keyword(found, view) : ai(found, view);
  return toolResult({ id: found.id, state: 'ready', ...shown.structured }, shown.text, costs, link);
}

/** Results and news have a snippet instead of a description. Tools show both under one name. */
const described = (item: Row): Row => ({ ...item, description: item.description ?? item.snippet });

/** An earlier description of the tool named it so. */
const SECTION_NAMES: Readonly<Record<string, string>> = { ads: 'advertisers' };

/** Returns the sections under their names in `data`. Throws for an unknown one, which would look as if the page had none. */
export function sectionsIn(given: readonly string[] = ['organic']): readonly string[] {
  const names = given.map((name) => (Object.hasOwn(SECTION_NAMES, name) ? SECTION_NAMES[name]! : name));
  const unknown = names.find((name) => !(ITEM_ARRAYS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new ToolProblem(400, `The section ${unknown} does not exist.`, `Sections: ${ITEM_ARRAYS.join(', ')}. Nothing was charged.`);
  return [...new Set(names)];
}

function serp(found: ApiObject, { sections, fields, top }: View): { structured: Row; text: string } {
  const data = (found.data ?? {}) as Row;
  const counts = countsOf(data);
  const parts = Object.fromEntries(
    sections.map((name) => {
      const items = (Array.isArray(data[name]) ? data[name] : []) as Row[];
      return [name, items.slice(0, top).map((item) => masked(described(item), fields ?? ITEM_FIELDS))];
    }),
  );
  const blocks = Object.entries(parts).map(([name, items]) => {
    const lines = linesOf(items, name === 'answers' ? ANSWER_MAX : undefined);
    return `${sections.length > 1 ? `${name}:\n` : ''}${lines || 'none'}`;
  });
  const also = Object.entries(counts)
    .filter(([name]) => !sections.includes(name))
    .map(([name, count]) => `${name} ${count}`);
  const { quality = null, qualityReasons = [] } = found as { quality?: number | null; qualityReasons?: readonly string[] };
  const doubt = qualityReasons.length > 0 ? `, quality ${quality}: ${qualityReasons.join(', ')}` : '';
  const head = `${found.searchEngine}: ${found.keyword} (${found.verdict}${doubt})`;
  return {
    structured: { keyword: found.keyword, engine: found.searchEngine, verdict: found.verdict, quality, qualityReasons, counts, ...parts },
    text: [head, ...blocks, ...(also.length > 0 ? [`also: ${also.join(', ')}`] : [])].join('\n'),
  };
}

function keyword(found: ApiObject, { fields, top }: View): { structured: Row; text: string } {
  const { totalResults, results = [] } = (found.data ?? {}) as { totalResults?: number; results?: Row[] };
  const rows = results.slice(0, top).map((row) => masked(row, fields ?? KEYWORD_FIELDS));
  return {
    structured: { verdict: found.verdict, totalResults: totalResults ?? results.length, results: rows },
    text: `${rows.length} of ${totalResults ?? results.length}\n${linesOf(rows) || 'none'}`,
  };
}

function ai(found: ApiObject, { fields }: View): { structured: Row; text: string } {
  const response = (found.response ?? {}) as Row;
  const {
    text,
    citations = [],
    score,
    summary,
    issues,
  } = response as { text?: string; citations?: Row[]; score?: unknown; summary?: string; issues?: Row[] };
  const sources = citations.map((citation) => masked(citation, ['position', 'title', 'url']));
  const chosen = fields
    ? masked(response, fields)
    : { ...masked(summary ? { score, summary, issues } : { text }, null), citations: sources };
  const audit = `score ${score ?? 'unknown'}: ${summary}\n${linesOf(issues ?? [], ANSWER_MAX)}`;
  const body = fields ? fieldsOf(chosen, ANSWER_MAX) : summary ? audit : (text ?? '');
  return { structured: chosen, text: fields || sources.length === 0 ? body : `${body}\nsources:\n${linesOf(sources)}` };
}
