// Searches for the rejected body that costs the event loop most, per address: from seeds, by mutation, always going on from the worst so far.
import { costOf, idleRate, send } from './body-cost.ts';
import { mutated, PLAIN, ROUTES, rendered, SEEDS } from './body-genes.ts';
import { startService } from './service.ts';

/** The limit for each megabyte sent. A smaller body counts as one: 999 good entries are read before a bad one, whatever their size. */
export const MS_PER_MB = 30;
const megabytes = (sent) => Math.max(1, sent / 1e6);
export const msPerMB = ({ ms, sent, slow }) => ms / slow / megabytes(sent);
/** Milliseconds above the limit, with the slowness of the machine taken off. */
export const overOf = ({ ms, sent, slow }) => ms / slow - megabytes(sent) * MS_PER_MB;

const KEPT = 4;
/** Chance and other processes only ever make a body look more expensive, so it is the cheapest of these that counts. */
const REPEATS = 5;
const REPEATS_MAX = 30;
const RATIONS = {
  BODY_MB_PER_MINUTE: '1000000',
  ADDRESS_BODY_MB_PER_MINUTE: '1000000',
  REJECTED_SECONDS_PER_MINUTE: '600',
  ADDRESS_REJECTED_SECONDS_PER_MINUTE: '600',
  API_PROCESSES: '1',
  LOG_LEVEL: 'error',
};

export async function fuzzBodies({ random, count, findings, say }) {
  if (process.platform !== 'linux') {
    say('bodies: left out, for only Linux tells the processor time of one thread');
    return 0;
  }
  const target = await startService(RATIONS);
  try {
    // Both have no credits: what cannot be refused for itself is refused for that.
    const accounts = [await target.account({ credits: 0 }), await target.account({ credits: 0, contract: 'older' })];
    const idle = await idleRate(target.pid);
    let requests = 0;
    const measure = async (route, genes) => {
      requests++;
      const body = rendered(route, genes, random);
      const key = ROUTES[route].operator ? target.token : accounts[genes.older ? 1 : 0].keys.test;
      const headers = { authorization: `Bearer ${key}`, 'x-api-key': key, accept: 'application/json, text/event-stream' };
      if (genes.key) headers['idempotency-key'] = `k${requests}`;
      const cost = await costOf(target.pid, idle, () => send({ url: target.url, route, headers, body, chunk: genes.chunk }));
      return { ...cost, genes, over: cost.status >= 400 && cost.status < 500 ? overOf(cost) : Number.NEGATIVE_INFINITY };
    };
    for (const route of Object.keys(ROUTES)) await search({ route, measure, random: random.fork(route), count, findings, say });
    return requests;
  } finally {
    await target.stop();
  }
}

async function search({ route, measure, random, count, findings, say }) {
  const worst = [];
  const tried = async (genes) => {
    const cost = await measure(route, genes);
    if (cost.status >= 500 || cost.status === 0)
      findings.add('bodies', `${route} answers ${cost.status}`, { genes, text: cost.text.slice(0, 300) });
    worst.push(cost);
    worst.sort((a, b) => b.over - a.over);
    worst.length = Math.min(worst.length, KEPT);
  };
  // The first of its kind also pays for what is built once.
  await measure(route, PLAIN);
  // Older accounts may send more keywords.
  const older = ROUTES[route].kind === 'keyword';
  for (const seed of SEEDS) await tried({ ...PLAIN, ...seed, older });
  for (let turn = 0; turn < count; turn++) await tried(mutated(random.pick(worst).genes, random));
  const confirmed = [];
  for (const { genes } of worst) {
    const costs = [];
    const best = () => costs.reduce((least, cost) => (cost.over < least.over ? cost : least));
    for (let repeat = 0; repeat < REPEATS || (repeat < REPEATS_MAX && best().over > 0); repeat++) costs.push(await measure(route, genes));
    confirmed.push(best());
  }
  confirmed.sort((a, b) => b.over - a.over);
  const [{ ms, sent, status, over, genes, slow }] = confirmed;
  say(
    `bodies: ${route} at worst ${ms.toFixed(1)} ms for ${(sent / 1e6).toFixed(3)} MB (${((ms * 1e6) / sent).toFixed(1)} ms per MB, on a machine ${slow.toFixed(1)} times slower than usual), ${status}: ${JSON.stringify(differing(genes))}`,
  );
  for (const cost of confirmed)
    if (cost.over > 0)
      findings.add(
        'bodies',
        `${route} costs ${cost.ms.toFixed(1)} ms for ${(cost.sent / 1e6).toFixed(3)} MB on a machine ${cost.slow.toFixed(1)} times slower than usual`,
        cost.genes,
      );
  return { ms, sent, over, genes };
}

const differing = (genes) => Object.fromEntries(Object.entries(genes).filter(([gene, value]) => PLAIN[gene] !== value));
