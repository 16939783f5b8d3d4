// Invariants after a restore, checked through the API: objects end, credits add up, the audit log is intact.
import type { Acknowledged } from '../acknowledged.ts';
import type { Answer } from '../net.ts';
import { sleep } from '../wait.ts';

const END_MS_MAX = 120_000;
const IDS_AT_ONCE = 1000;

/** A service that can be called with any key. */
export interface CallableNode {
  readonly token: string;
  call(method: string, route: string, key: string, body?: unknown): Promise<Answer>;
}

interface State {
  readonly ready: boolean;
  readonly faulty: boolean;
}

export async function invariantsOf(
  node: CallableNode,
  acknowledged: readonly Acknowledged[],
): Promise<{ violations: string[]; missing: Set<string> }> {
  const violations: string[] = [];
  const missing = new Set<string>();
  for (const [key, mine] of grouped(acknowledged)) {
    const known = await node.call('GET', '/user', key);
    // An account that is younger than the archived log is lost with its objects.
    if (known.status === 403) {
      for (const { id } of mine) missing.add(id);
      continue;
    }
    const objects = await ended(
      node,
      key,
      mine.map(({ id }) => id),
    );
    for (const { id } of mine) if (!objects.has(id)) missing.add(id);
    const unfinished = [...objects.values()].filter(({ ready, faulty }) => !ready && !faulty);
    if (unfinished.length > 0) violations.push(`${unfinished.length} objects never ended`);
  }
  const { json } = await node.call('GET', '/admin/accounts', node.token);
  for (const { id } of json.items) {
    const ledger = (await node.call('GET', `/admin/accounts/${id}/ledger?mode=test&limit=100000`, node.token)).json;
    const sum = ledger.entries.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
    if (ledger.entries.length < 100_000 && sum !== ledger.balance)
      violations.push(`account ${id}: ledger ${sum}, balance ${ledger.balance}`);
  }
  const audit = (await node.call('GET', '/admin/audit?limit=1', node.token)).json;
  if (!audit.intact) violations.push(`the audit is broken at ${audit.brokenAt}`);
  return { violations, missing };
}

function grouped(acknowledged: readonly Acknowledged[]): Map<string, Acknowledged[]> {
  const groups = new Map<string, Acknowledged[]>();
  for (const each of acknowledged) groups.set(each.key, [...(groups.get(each.key) ?? []), each]);
  return groups;
}

/** Returns these objects once every one has ended or the time is over. */
async function ended(node: CallableNode, key: string, ids: readonly string[]): Promise<Map<string, State>> {
  const objects = new Map<string, State>();
  for (const started = Date.now(); ; await sleep(500)) {
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      const asked = ids.slice(from, from + IDS_AT_ONCE).filter((id) => !objects.get(id)?.ready && !objects.get(id)?.faulty);
      if (asked.length === 0) continue;
      const { status, json } = await node.call('POST', '/serp/list', key, asked);
      if (status === 200) for (const object of json) objects.set(object.id, { ready: object.ready, faulty: object.faulty });
    }
    const waiting = [...objects.values()].some(({ ready, faulty }) => !ready && !faulty);
    if (!waiting || Date.now() - started > END_MS_MAX) return objects;
  }
}
