// The alert rule about pairs of sources whose results agree less than usual.
import { engineLabel } from '../../contract/vocabulary.ts';
import { pairKey } from '../cross-checks/means.ts';

export interface AgreementLimits {
  /** As a share of the usual agreement, then absolute. */
  readonly agreementShareMin: number;
  readonly agreementMin: number;
  readonly agreementPairsMin: number;
}

/** Compared results of two sources, and the sum of their agreement. */
export interface AgreementSum {
  readonly pairs: number;
  readonly agreement: number;
}

export interface PairAgreement {
  readonly engine: string;
  /** In alphabetical order. */
  readonly sources: readonly [string, string];
  readonly recent: AgreementSum;
  /** Of the time before `recent`. */
  readonly usual: AgreementSum;
}

interface Judged {
  readonly pair: PairAgreement;
  /** Why the agreement is low. Null: it is not. */
  readonly reason: string | null;
}

const subjectOf = ({ engine, sources }: PairAgreement): string => pairKey(engine, sources);

/** Returns the pairs that agree too little, each with a sentence. A pair with an open alert needs no minimum of checks. */
export function lowAgreements(
  agreements: readonly PairAgreement[],
  limits: AgreementLimits,
  isOpen: (subject: string) => boolean,
): { readonly subject: string; readonly summary: string }[] {
  const judged = agreements
    .filter((pair) => pair.recent.pairs >= (isOpen(subjectOf(pair)) ? 1 : limits.agreementPairsMin))
    .map((pair): Judged => ({ pair, reason: reasonOf(pair, limits) }));
  return judged.flatMap(({ pair, reason }) => {
    if (reason === null) return [];
    const { engine, sources, recent } = pair;
    const [a, b] = sources;
    const odd = sources.find((source) => isOdd(engine, source, judged));
    const summary = `${a} and ${b} agree by ${percent(meanOf(recent))} for ${engineLabel(engine)}. ${reason}`;
    return [
      {
        subject: subjectOf(pair),
        summary: odd === undefined ? summary : `${summary} ${odd} disagrees with all other sources.`,
      },
    ];
  });
}

function reasonOf(
  { recent, usual }: PairAgreement,
  { agreementShareMin, agreementMin, agreementPairsMin }: AgreementLimits,
): string | null {
  const mean = meanOf(recent);
  if (usual.pairs >= agreementPairsMin && mean < meanOf(usual) * agreementShareMin) return `Usual are ${percent(meanOf(usual))}.`;
  return mean < agreementMin ? `The minimum is ${percent(agreementMin)}.` : null;
}

/**
 * Returns whether the source disagrees with at least two others, and no pair without it disagrees. With two sources,
 * either may be the wrong one.
 */
function isOdd(engine: string, source: string, judged: readonly Judged[]): boolean {
  const ofEngine = judged.filter(({ pair }) => pair.engine === engine);
  const own = ofEngine.filter(({ pair }) => pair.sources.includes(source));
  const others = ofEngine.filter((one) => !own.includes(one));
  return own.length >= 2 && own.every(({ reason }) => reason !== null) && others.every(({ reason }) => reason === null);
}

const meanOf = ({ pairs, agreement }: AgreementSum): number => agreement / Math.max(1, pairs);
const percent = (share: number): string => `${Math.round(share * 100)}%`;
