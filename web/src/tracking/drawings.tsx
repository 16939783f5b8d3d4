// Charts drawn as SVG, which also print well: a sparkline, lines, and a stacked area.
import { number } from '../format.ts';
import { colourOf } from '../parts/chart-colours.ts';

/** Returns the pieces of a line. Null leaves a gap. */
function piecesOf(values: readonly (number | null)[], x: (index: number) => number, y: (value: number) => number): string {
  let isOpen = false;
  return values
    .map((value, index) => {
      if (value === null) {
        isOpen = false;
        return '';
      }
      const command = isOpen ? 'L' : 'M';
      // A point without neighbours is a line of no length, which round ends show as a dot.
      const dot = !isOpen && (values[index + 1] ?? null) === null ? 'h0' : '';
      isOpen = true;
      return `${command}${x(index).toFixed(1)} ${y(value).toFixed(1)}${dot}`;
    })
    .join('');
}

const [SPARK_WIDTH, SPARK_HEIGHT] = [160, 36];

export function Sparkline({ label, values }: { readonly label: string; readonly values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return <span class="muted tiny">No checks yet</span>;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => 2 + (index / Math.max(1, values.length - 1)) * (SPARK_WIDTH - 4);
  const y = (value: number) => SPARK_HEIGHT - 3 - (high > low ? (value - low) / (high - low) : 0.5) * (SPARK_HEIGHT - 6);
  return (
    <svg class="sparkline" viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`} role="img" aria-label={label}>
      <path d={piecesOf(values, x, y)} />
    </svg>
  );
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [720, 220, 44, 22];
const xIn = (count: number) => (index: number) => LEFT + (index / Math.max(1, count - 1)) * (WIDTH - LEFT - 6);

interface Drawing {
  readonly label: string;
  readonly days: readonly string[];
}

function Legend({ names }: { readonly names: readonly string[] }) {
  return (
    <figcaption class="row tiny">
      {names.map((name, index) => (
        <span key={name} class="key">
          <i style={{ background: `var(--${colourOf(index)})` }} /> {name}
        </span>
      ))}
    </figcaption>
  );
}

/** The first, middle and last day below, and three values at the side. */
function Axes({ days, highest, show }: Pick<Drawing, 'days'> & { readonly highest: number; readonly show: (value: number) => string }) {
  const x = xIn(days.length);
  const shown = [...new Set([0, Math.floor((days.length - 1) / 2), days.length - 1])];
  return (
    <g class="axes">
      {[0, 0.5, 1].map((share) => {
        const y = (HEIGHT - BOTTOM) * (1 - share) + 6 * share;
        return (
          <g key={share}>
            <line x1={LEFT} x2={WIDTH} y1={y} y2={y} />
            <text x={LEFT - 6} y={y + 4} text-anchor="end">
              {show(highest * share)}
            </text>
          </g>
        );
      })}
      {shown.map((index, nth) => (
        <text key={index} x={x(index)} y={HEIGHT - 4} text-anchor={nth === 0 ? 'start' : index === days.length - 1 ? 'end' : 'middle'}>
          {days[index]}
        </text>
      ))}
    </g>
  );
}

export function DrawnLines(
  props: Drawing & {
    readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
    readonly show: (value: number) => string;
  },
) {
  const { label, days, lines, show } = props;
  const highest = Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0)), 0) * 1.1 || 1;
  const y = (value: number) => HEIGHT - BOTTOM - (value / highest) * (HEIGHT - BOTTOM - 6);
  return (
    <figure class="drawing">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        <Axes days={days} highest={highest} show={show} />
        {lines.map(({ name, values }, index) => (
          <path key={name} class="line" d={piecesOf(values, xIn(days.length), y)} style={{ stroke: `var(--${colourOf(index)})` }}>
            <title>{name}</title>
          </path>
        ))}
      </svg>
      <Legend names={lines.map(({ name }) => name)} />
    </figure>
  );
}

/** `bands` are stacked from the bottom. Each has one value per day. */
export function StackedArea({
  label,
  days,
  bands,
}: Drawing & { readonly bands: readonly { readonly name: string; readonly values: readonly number[] }[] }) {
  const sums = days.map((_, day) => bands.reduce((sum, { values }) => sum + values[day]!, 0));
  const highest = Math.max(1, ...sums);
  const x = xIn(days.length);
  const y = (value: number) => HEIGHT - BOTTOM - (value / highest) * (HEIGHT - BOTTOM - 6);
  let floor = days.map(() => 0);
  return (
    <figure class="drawing">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {bands.map(({ name, values }, index) => {
          const top = floor.map((value, day) => value + values[day]!);
          // One day is drawn as a column over the whole width.
          const at = days.length === 1 ? [LEFT, WIDTH - 6] : days.map((_, day) => x(day));
          const heights = (row: readonly number[]) => (days.length === 1 ? [row[0]!, row[0]!] : row);
          const upper = heights(top).map((value, point) => `${at[point]!.toFixed(1)} ${y(value).toFixed(1)}`);
          const lower = heights(floor).map((value, point) => `${at[point]!.toFixed(1)} ${y(value).toFixed(1)}`);
          floor = top;
          return (
            <path key={name} d={`M${[...upper, ...lower.reverse()].join('L')}Z`} style={{ fill: `var(--${colourOf(index)})` }}>
              <title>{`${name}: ${number(values.at(-1))} on ${days.at(-1)}`}</title>
            </path>
          );
        })}
        <Axes days={days} highest={highest} show={(value) => number(Math.round(value))} />
      </svg>
      <Legend names={bands.map(({ name }) => name)} />
    </figure>
  );
}
