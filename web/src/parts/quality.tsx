// The quality of a result: a figure with a tone, and the sentences of what lowered it.
import { QUALITY_LOW, QUALITY_REASONS, type QualityReason } from '../../../src/contract/quality.ts';

/** Results from here on have nothing unusual. */
const QUALITY_GOOD = 0.9;

export const qualityTone = (quality: number): 'bad' | 'wait' | 'good' =>
  quality < QUALITY_LOW ? 'bad' : quality < QUALITY_GOOD ? 'wait' : 'good';

/** A reason of a newer service is shown as the API sends it. */
const sentenceOf = (reason: string): string => QUALITY_REASONS[reason as QualityReason] ?? reason;

export function QualityFigure({ quality }: { readonly quality: number | null }) {
  return quality === null ? <>–</> : <span class={`toned ${qualityTone(quality)}`}>{quality.toFixed(2)}</span>;
}

export function QualityBadge({ quality }: { readonly quality: number }) {
  return <span class={`badge ${qualityTone(quality)}`}>Quality {quality.toFixed(2)}</span>;
}

/** Nothing speaks against a result without reasons. */
export function QualityReasons({ quality, reasons }: { readonly quality: number; readonly reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <section class={`notice ${qualityTone(quality) === 'good' ? '' : qualityTone(quality)}`} aria-label="What lowered the quality">
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{sentenceOf(reason)}</li>
        ))}
      </ul>
    </section>
  );
}
