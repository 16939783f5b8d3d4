// The verdict of the cluster test: how the nodes add up, and which bars are missed.

/** What a number of nodes did with one kind of work. CPU times are in ms per job. */
export interface Measured {
  readonly nodes: number;
  /** Jobs per second. */
  readonly rate: number;
  readonly nodeMs: number;
  readonly databaseMs: number;
  /** The share of their processor that the nodes used. */
  readonly quotaUsed: number;
  /** Claims per job, and those of them that found no job. */
  readonly claims: number;
  readonly emptyClaims: number;
  /** Notifications per job, each counted once for all its listeners. */
  readonly notifications: number;
}

/** CPU time of one idle node, as a share of a core. */
export interface IdleCost {
  readonly node: number;
  /** What the node costs the database. */
  readonly database: number;
}

/** One row per number of nodes; the first is for one node. */
export interface ScalingFigures {
  readonly waiting: readonly Measured[];
  readonly busy: readonly Measured[];
  readonly idle: IdleCost;
}

export type Work = 'waiting' | 'busy';
export const WORKS: readonly Work[] = ['waiting', 'busy'];
export const WORK_LABELS: Readonly<Record<Work, string>> = { waiting: 'waiting', busy: 'CPU-bound' };

/** Of one node's rate, times the nodes. */
const SPEEDUP_MIN: Readonly<Record<Work, number>> = { waiting: 0.9, busy: 0.85 };
/** Of one node's database CPU per job. */
const DATABASE_MAX = 1.1;
/** Of a core. */
const IDLE_MAX = 0.01;

/** Rates and database costs as multiples of one node's. */
const multiplesOf = (rows: readonly Measured[]): Pick<Measured, 'nodes' | 'rate' | 'databaseMs' | 'quotaUsed'>[] =>
  rows.map((row) => ({ ...row, rate: row.rate / rows[0]!.rate, databaseMs: row.databaseMs / rows[0]!.databaseMs }));

const idleShare = ({ node, database }: IdleCost): number => node + database;
const percent = (share: number, digits = 2): string => `${(100 * share).toFixed(digits)}%`;

/** Returns one sentence for each missed bar. A figure that is not a number misses its bar. */
export function missedBars(figures: ScalingFigures): string[] {
  const missed: string[] = [];
  for (const work of WORKS) {
    const label = WORK_LABELS[work];
    for (const { nodes, rate, databaseMs, quotaUsed } of multiplesOf(figures[work]).slice(1)) {
      const rateMin = SPEEDUP_MIN[work] * nodes;
      if (!(rate >= rateMin))
        missed.push(
          `${label} work of ${nodes} nodes is x${rate.toFixed(2)}, at least x${rateMin.toFixed(2)}; they used ${percent(quotaUsed, 0)} of their processor`,
        );
      if (!(databaseMs <= DATABASE_MAX))
        missed.push(`database CPU per ${label} job with ${nodes} nodes is x${databaseMs.toFixed(2)}, at most x${DATABASE_MAX.toFixed(2)}`);
    }
    if (figures[work].length < 2) missed.push(`${label} work was not measured with several nodes`);
  }
  const idle = idleShare(figures.idle);
  if (!(idle <= IDLE_MAX)) missed.push(`an idle node costs ${percent(idle)} of a core, at most ${percent(IDLE_MAX)}`);
  return missed;
}

/** The ratios of the verdict line. */
export function ratiosText(figures: ScalingFigures): string {
  const list = (values: readonly number[]): string => values.map((value) => `x${value.toFixed(2)}`).join(' ');
  const parts = WORKS.map((work) => {
    const multiples = multiplesOf(figures[work]).slice(1);
    return `${WORK_LABELS[work]} ${list(multiples.map(({ rate }) => rate))} (database CPU ${list(multiples.map(({ databaseMs }) => databaseMs))})`;
  });
  return `${parts.join(', ')}, idle node ${percent(idleShare(figures.idle))} of a core`;
}
