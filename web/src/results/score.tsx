// A score from 0 to 100 as a ring or a bar, always with its figure and a word.
import { Badge } from '../parts/badge.tsx';
import { scoreLevel } from './report.ts';

const RADIUS = 42;
const LENGTH = 2 * Math.PI * RADIUS;

export function ScoreRing({ score }: { readonly score: number | null }) {
  if (score === null) return <Badge value="No score" />;
  const { label, tone } = scoreLevel(score);
  const rounded = Math.round(score);
  return (
    <>
      <svg class="score-ring" viewBox="0 0 100 100" role="img" aria-label={`Score ${rounded} of 100`}>
        <circle cx="50" cy="50" r={RADIUS} />
        <circle
          class={`value ${tone}`}
          cx="50"
          cy="50"
          r={RADIUS}
          stroke-dasharray={`${((LENGTH * score) / 100).toFixed(1)} ${LENGTH.toFixed(1)}`}
          transform="rotate(-90 50 50)"
        />
        <text x="50" y="50">
          {rounded}
        </text>
      </svg>
      <Badge value={label} tone={tone} />
    </>
  );
}

export function ScoreMeter({ score }: { readonly score: number | null }) {
  if (score === null) return <p class="tiny muted">No score</p>;
  const { label, tone } = scoreLevel(score);
  return (
    <>
      <p class="row">
        <strong>{Math.round(score)} of 100</strong> <Badge value={label} tone={tone} />
      </p>
      <span class="meter" aria-hidden="true">
        <i class={tone} style={{ width: `${score}%` }} />
      </span>
    </>
  );
}
