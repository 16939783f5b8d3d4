// Searches each route for the rejected body that costs the event loop most, by mutation of the worst bodies so far.
import type { Random } from '../random.ts';
import type { Say } from '../report.ts';
import { type Cost, costOf, idleRate, send } from './body-cost.ts';
import { type Genes, mutated, PLAIN, ROUTES, SEEDS } from './body-genes.ts';
import { rendered } from './body-render.ts';
import type { Findings } from './findings.ts';
import { startService } from './service.ts';

/** The limit for each megabyte sent. A smaller body counts as one megabyte, because 999 good entries are read before a bad one. */
export const MS_PER_MB = 30;
const megabytes = (sent: number): number => Math.max(1, sent / 1e6);
export const msPerMB = ({ ms, sent, slow }: Cost): number => ms / slow / megabytes(sent);
/** Milliseconds above the limit, corrected for the slowness of the machine. */
export const overOf = ({ ms, sent, slow }: Cost): number => ms / slow - megabytes(sent) * MS_PER_MB;

const KEPT = 4;
/** Other processes only ever make a body look more expensive, so the cheapest of these measurements counts. */
const REPEATS = 5;
const REPEATS_MAX = 30;
const RATIONS = {
  BODY_MB_PER_MINUTE: '1000000',
  IP_BODY_MB_PER_MINUTE: '1000000',
  REJECTED_SECONDS_PER_MINUTE: '600',
  IP_REJECTED_SECONDS_PER_MINUTE: '600',
  API_PROCESSES: '1',
  LOG_LEVEL: 'error',
};

interface BodiesParts {
  readonly random: Random;
  readonly count: number;
  readonly findings: Findings;
  readonly say: Say;
}

/** `over` is what the body costs above the limit; minus infinity when it was not rejected. */
interface Measured extends Cost {
  readonly genes: Genes;
  readonly over: number;
}

type Measure = (route: string, genes: Genes) => Promise<Measured>;

export async function fuzzBodies({ random, count, findings, say }: BodiesParts): Promise<number> {
  if (process.platform !== 'linux') {
    say('bodies: left out, for only Linux tells the processor time of one thread');
    return 0;
  }
  const target = await startService(RATIONS);
  try {
    // Without credits every request is rejected, even a valid one.
    const accounts = [await target.account({ credits: 0 }), await target.account({ credits: 0, contract: 'older' })];
    const idle = await idleRate(target.pid);
    let requests = 0;
    const measure: Measure = async (route, genes) => {
      requests++;
      const body = rendered(route, genes, random);
      const key = ROUTES[route]!.operator ? target.token : accounts[genes.older ? 1 : 0].keys.test;
      const headers: Record<string, string> = {
        authorization: `Bearer ${key}`,
        'x-api-key': key,
        accept: 'application/json, text/event-stream',
      };
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

interface Search extends BodiesParts {
  readonly route: string;
  readonly measure: Measure;
}

async function search({ route, measure, random, count, findings, say }: Search): Promise<void> {
  const worst: Measured[] = [];
  const tried = async (genes: Genes): Promise<void> => {
    const cost = await measure(route, genes);
    if (cost.status >= 500 || cost.status === 0)
      findings.add('bodies', `${route} answers ${cost.status}`, { genes, text: cost.text.slice(0, 300) });
    worst.push(cost);
    worst.sort((a, b) => b.over - a.over);
    worst.length = Math.min(worst.length, KEPT);
  };
  // The first request also pays for lazy initialisation.
  await measure(route, PLAIN);
  // Older accounts may send more keywords.
  const older = ROUTES[route]!.kind === 'keyword';
  for (const seed of SEEDS) await tried({ ...PLAIN, ...seed, older });
  for (let turn = 0; turn < count; turn++) await tried(mutated(random.pick(worst).genes, random));
  const confirmed: Measured[] = [];
  for (const { genes } of worst) {
    const costs: Measured[] = [];
    const best = (): Measured => costs.reduce((least, cost) => (cost.over < least.over ? cost : least));
    for (let repeat = 0; repeat < REPEATS || (repeat < REPEATS_MAX && best().over > 0); repeat++) costs.push(await measure(route, genes));
    confirmed.push(best());
  }
  confirmed.sort((a, b) => b.over - a.over);
  const { ms, sent, status, genes, slow } = confirmed[0]!;
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
}

const differing = (genes: Genes): Partial<Genes> =>
  Object.fromEntries(Object.entries(genes).filter(([gene, value]) => PLAIN[gene as keyof Genes] !== value));
