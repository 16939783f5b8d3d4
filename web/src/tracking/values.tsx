// Small views of tracking: position, change, features, state of a project and its price.
import { credits, number } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Time } from '../parts/time.tsx';
import { DEVICE_LABELS, FEATURE_LABELS, PROJECT_STATES, reasonText, STATE_LABELS } from './labels.ts';
import type { Change, Feature, Forecast, ProjectState, TrackedKeyword } from './types.ts';

const ARROWS = { up: '▲', down: '▼' } as const;

/** Each movement has its own text. "n/a" means that no check can be compared. */
export function ChangeView({ change }: { readonly change: Change | null }) {
  if (change === null)
    return (
      <span class="muted" title="No comparable check">
        n/a
      </span>
    );
  const { movement, value } = change;
  if (movement === 'up' || movement === 'down')
    return (
      <span class={movement}>
        {ARROWS[movement]} {number(Math.abs(value ?? 0))}
      </span>
    );
  if (movement === 'entered') return <span class="up">Entered</span>;
  if (movement === 'left') return <span class="down">Left</span>;
  if (movement !== 'same') return <span class="muted">Absent</span>;
  return (
    <span class="muted" role="img" aria-label="Unchanged" title="Unchanged">
      =
    </span>
  );
}

type Position = Pick<TrackedKeyword, 'state' | 'reason' | 'position' | 'depth'>;

/** The position of the last check that found out one, and beside it what happened to a later check that did not. */
export function PositionView({ keyword: { state, reason, position, depth } }: { readonly keyword: Position }) {
  if (state === null) return <span class="muted">Not checked yet</span>;
  const judged = depth === null ? null : position === null ? <span class="muted">Not in top {depth}</span> : <strong>{position}</strong>;
  if (state === 'found' || state === 'notFound') return judged;
  return (
    <>
      {judged}{' '}
      <span class={`badge ${state === 'failed' ? 'bad' : 'wait'}`} title={reasonText(reason)}>
        {STATE_LABELS[state]}
      </span>
    </>
  );
}

interface FeatureListProps {
  readonly features: readonly Feature[];
  readonly owned: readonly Feature[];
  /** Shows this number of features, those with the own domain first, and counts the others. */
  readonly max?: number;
}

export function FeatureList({ features, owned, max = features.length }: FeatureListProps) {
  if (features.length === 0) return <span class="muted">None</span>;
  const ordered = [...features].sort((one, other) => Number(owned.includes(other)) - Number(owned.includes(one)));
  const others = ordered.slice(max);
  return (
    <span class="features">
      {ordered.slice(0, max).map((feature) => {
        const isOwned = owned.includes(feature);
        return (
          <span key={feature} class={`badge ${isOwned ? 'good' : ''}`} title={isOwned ? 'Shows your domain' : undefined}>
            {FEATURE_LABELS[feature]}
            {isOwned && <span class="visually-hidden"> (own)</span>}
          </span>
        );
      })}
      {others.length > 0 && (
        <span class="badge" title={others.map((feature) => FEATURE_LABELS[feature]).join(', ')}>
          +{others.length}
          <span class="visually-hidden"> ({others.map((feature) => FEATURE_LABELS[feature]).join(', ')})</span>
        </span>
      )}
    </span>
  );
}

export function ProjectStateBadge({ state }: { readonly state: ProjectState }) {
  const [label, tone] = PROJECT_STATES[state];
  return <Badge value={label} tone={tone} />;
}

/** The price per month, and how long the balance lasts. */
export function ForecastView({ forecast }: { readonly forecast: Forecast }) {
  const { checksPerMonth, creditsPerMonth, balance, lastsUntil } = forecast;
  return (
    <p class="price" aria-live="polite">
      <strong>{credits(creditsPerMonth)} per month</strong>{' '}
      <span class="muted">
        for {number(checksPerMonth)} checks in the next 30 days.
        {balance !== null && ` Your balance is ${credits(balance)}.`}
        {lastsUntil && (
          <>
            {' '}
            It is used up <Time at={lastsUntil} />.
          </>
        )}
      </span>
    </p>
  );
}

/** What tells apart two tracked keywords with the same text. */
export function VariantView({
  keyword: { searchEngine, region, device },
}: {
  readonly keyword: Pick<TrackedKeyword, 'searchEngine' | 'region' | 'device'>;
}) {
  return (
    <small class="muted">
      {DEVICE_LABELS[device]} · {labelOf(searchEngine)} · {region.split(',')[0]}
    </small>
  );
}
