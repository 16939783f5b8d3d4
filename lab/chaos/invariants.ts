// Invariants that must hold after any fault, as pure functions over the history of the clients and the rows of the database.
import type { Accounts } from './accounts.ts';
import { creditRules } from './credits.ts';
import type { Balance, Evidence } from './evidence.ts';
import type { History, Item, Order } from './history.ts';
import { outsideRules } from './outside.ts';
import type { Receipt } from './receiver.ts';
import { type TrackingEvidence, trackingRules } from './tracking-rules.ts';

/** Everything that is known about a run. */
export interface Run extends Evidence {
  readonly history: History;
  readonly receipts: readonly Receipt[];
  readonly accounts: Accounts;
  /** Leases that nothing moved, with their seconds. */
  readonly stuck: ReadonlyMap<string, number>;
  readonly drift: readonly Balance[];
  /** Absent in runs without projects. */
  readonly tracking?: TrackingEvidence;
}

export type Index = ReturnType<typeof indexOf>;
/** A rule in words, and the details of where it is broken. */
export type Rule = readonly [rule: string, check: (index: Index) => readonly string[]];

export interface Violation {
  readonly rule: string;
  readonly detail: string;
}

/** Lookup tables for the rules. */
export function indexOf(run: Run) {
  const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]));
  const acknowledged = new Map<string, Order>();
  const itemByTag = new Map<string | null, Item & { order: Order }>();
  for (const order of run.history.orders) {
    for (const item of order.items) itemByTag.set(item.tag, { ...item, order });
    for (const { ids } of order.answers) for (const id of ids ?? []) acknowledged.set(id, order);
  }
  const ended = new Map<string, (boolean | null)[]>();
  const changed = new Set<string>();
  for (const { what, id, faulty } of run.events) {
    if (what === 'result.insert') ended.set(id, [...(ended.get(id) ?? []), faulty]);
    if (what === 'result.update') changed.add(id);
  }
  return {
    ...run,
    acknowledged,
    itemByTag,
    ended,
    changed,
    objectById: byId(run.objects),
    resultById: byId(run.results),
    callbackById: byId(run.callbacks),
  };
}

export function violationsOf(run: Run): Violation[] {
  const index = indexOf(run);
  return [...lifeRules, ...creditRules, ...outsideRules, ...trackingRules].flatMap(([rule, check]) =>
    check(index).map((detail) => ({ rule, detail })),
  );
}

const lifeRules: readonly Rule[] = [
  ['acknowledged objects exist', ({ acknowledged, objectById }) => [...acknowledged.keys()].filter((id) => !objectById.has(id))],
  ['every object ends', ({ objects, ended }) => objects.filter(({ id, deleted }) => !deleted && !ended.has(id)).map(({ id }) => id)],
  [
    'an object ends once',
    ({ ended, changed }) => [...[...ended].filter(([, ends]) => ends.length !== 1).map(([id]) => `${id} ended more than once`), ...changed],
  ],
  [
    'an ended object has its result',
    ({ objects, resultById, ended }) =>
      objects.filter(({ id, deleted }) => !deleted && ended.has(id) && !resultById.has(id)).map(({ id }) => id),
  ],
  ['an order is whole or not at all, and made once', wholeOrders],
  ['a key stands for one order', replays],
  [
    'only what was told to fail fails',
    ({ objects, ended, itemByTag, resultById }) =>
      objects
        .filter(({ id, tag, tracked }) => !tracked && ended.has(id) && ![ended.get(id)![0], null].includes(itemByTag.get(tag)?.faulty))
        .map(
          ({ id, tag }) =>
            `${id} ${itemByTag.get(tag)?.text} ended ${ended.get(id)![0] ? 'faulty' : 'ready'} ${resultById.get(id)?.verdict} ${resultById.get(id)?.detail}`,
        ),
  ],
  ['only the holder of a lease ends a job', fences],
  ['no lease is stuck', ({ stuck }) => [...stuck].map(([id, seconds]) => `${id} for ${seconds} s`)],
  ['the queue runs empty', ({ queue }) => queue.map(({ id, lease, due }) => `${id} ${lease ? 'leased' : due ? 'waiting' : 'not due'}`)],
];

function wholeOrders({ history, objects }: Index): string[] {
  const made = new Map<string | null, string[]>();
  for (const { id, tag } of objects) made.set(tag, [...(made.get(tag) ?? []), id]);
  return history.orders.flatMap(({ number, key, items, answers }) => {
    const counts = items.map(({ tag }) => made.get(tag)?.length ?? 0);
    const problems: string[] = [];
    if (new Set(counts).size > 1)
      problems.push(`order ${number}: partial, ${counts.filter((count) => count > 0).length} of ${counts.length}`);
    if (Math.max(...counts) > 1) problems.push(`order ${number}: made ${Math.max(...counts)} times${key ? ' under one key' : ''}`);
    for (const { ids = [] } of answers.filter(({ status }) => status === 200)) {
      const strange = items.some(({ tag }, position) => !(made.get(tag) ?? []).includes(ids[position]!));
      if (strange || ids.length !== items.length) problems.push(`order ${number}: answered other objects than were made`);
    }
    return problems;
  });
}

function replays({ history }: Index): string[] {
  return history.orders.flatMap(({ number, key, answers, mismatch }) => {
    if (!key) return [];
    const good = answers.filter(({ status }) => status === 200);
    const problems: string[] = [];
    if (new Set(good.map(({ ids = [] }) => ids.join())).size > 1) problems.push(`order ${number}: one key, different objects`);
    const [one, other] = [...new Set(good.map(({ text = '' }) => text))];
    if (other !== undefined) problems.push(`order ${number}: a replay was not repeated byte for byte: ${firstDifference(one!, other)}`);
    if (mismatch !== null && mismatch !== 400 && mismatch !== 429)
      problems.push(`order ${number}: key with another body answered ${mismatch}`);
    return problems;
  });
}

/** Compares the attempt whose result a worker settled with the attempt that held the job in the database. */
function fences({ notes, events }: Index): string[] {
  const held = new Map(events.filter(({ what }) => what === 'queue.delete').map(({ id, attempt }) => [id, attempt]));
  const seen = new Map<string, number | undefined>();
  return notes
    .filter(({ accepted }) => accepted)
    .flatMap(({ settled = '', attempt }) => {
      const problems: string[] = [];
      if (held.has(settled) && held.get(settled) !== attempt)
        problems.push(`${settled}: ended by attempt ${attempt}, held by ${held.get(settled)}`);
      if (seen.has(settled)) problems.push(`${settled}: taken from two workers`);
      seen.set(settled, attempt);
      return problems;
    });
}

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at++;
  return `“${one.slice(Math.max(0, at - 30), at + 30)}” and “${other.slice(Math.max(0, at - 30), at + 30)}”`;
}
