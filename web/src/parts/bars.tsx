// Bar charts: one share per row, and stacked columns per day.
import type { ComponentChildren } from 'preact';
import { number } from '../format.ts';
import { colourOf } from './chart-colours.ts';

export function Bars({
  label,
  rows,
}: {
  readonly label: string;
  readonly rows: readonly { readonly name: string; readonly share: number; readonly figure: ComponentChildren; readonly tone?: string }[];
}) {
  return (
    <ul class="bars" aria-label={label}>
      {rows.map(({ name, share, figure, tone = '' }) => (
        <li key={name} class="pair">
          <span>{name}</span>
          <span class="meter">
            <i class={tone} style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }} />
          </span>
          <span class="figure">{figure}</span>
        </li>
      ))}
    </ul>
  );
}

export interface Stack {
  readonly name: string;
  readonly parts: readonly { readonly name: string; readonly value: number }[];
}

const [WIDTH, HEIGHT] = [720, 200];

/** One column per day. `names` sets the order and the colours of its parts. */
export function Stacks({
  label,
  names,
  stacks,
}: {
  readonly label: string;
  readonly names: readonly string[];
  readonly stacks: readonly Stack[];
}) {
  const highest = Math.max(1, ...stacks.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
  const step = WIDTH / Math.max(1, stacks.length);
  return (
    <figure class="stacks">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {stacks.map(({ name: day, parts }, column) => {
          let top = HEIGHT;
          return (
            <g key={day}>
              <title>{`${day}: ${parts.map(({ name, value }) => `${name} ${number(value)}`).join(', ') || 'none'}`}</title>
              <rect class="ground" x={column * step} y={0} width={step} height={HEIGHT} />
              {names.map((name, index) => {
                const value = parts.find((part) => part.name === name)?.value ?? 0;
                const height = (value / highest) * (HEIGHT - 4);
                top -= height;
                return value > 0 ? (
                  <rect
                    key={name}
                    x={column * step + step * 0.12}
                    y={top}
                    width={step * 0.76}
                    height={height}
                    style={{ fill: `var(--${colourOf(index)})` }}
                  />
                ) : null;
              })}
            </g>
          );
        })}
      </svg>
      <figcaption class="row tiny">
        <span class="muted">
          {stacks[0]?.name} – {stacks.at(-1)?.name}, maximum {number(highest)} per day
        </span>
        {names.map((name, index) => (
          <span key={name} class="key">
            <i style={{ background: `var(--${colourOf(index)})` }} /> {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
