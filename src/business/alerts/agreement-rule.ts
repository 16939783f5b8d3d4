// The alert rule about pairs of sources whose results agree less than usual.
import type { AgreementSum, AlertLimits, Finding, PairAgreement } from './rules.ts';

type Limits = Pick<AlertLimits, 'agreementShareMin' | 'agreementMin' | 'agreementPairsMin'>;

interface Judged {
  readonly pair: PairAgreement;
  /** Why the agreement is low. Null: it is not. */
  readonly reason: string | null;
}

export function agreementLow(agreements: readonly PairAgreement[], limits: Limits): Finding[] {
  const judged = agreements
    .filter(({ recent }) => recent.pairs >= limits.agreementPairsMin)
    .map((pair): Judged => ({ pair, reason: reasonOf(pair, limits) }));
  return judged.flatMap(({ pair, reason }) => {
    if (reason === null) return [];
    const { engine, sources, recent } = pair;
    const [a, b] = sources;
    const odd = sources.find((source) => isOdd(engine, source, judged));
    const summary = `${a} and ${b} agree by ${percent(meanOf(recent))} for ${engine}. ${reason}`;
    return [
      {
        rule: 'agreementLow',
        subject: `${engine}/${a}~${b}`,
        severity: 'warning',
        summary: odd === undefined ? summary : `${summary} ${odd} disagrees with all other sources.`,
      },
    ];
  });
}

function reasonOf({ recent, usual }: PairAgreement, { agreementShareMin, agreementMin, agreementPairsMin }: Limits): string | null {
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
