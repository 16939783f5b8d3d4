// Charts drawn as SVG, which also print well: a sparkline, lines, and a stacked area.
import { number } from '../format.ts';
import { colourOf } from '../parts/chart-colours.ts';
import { DrawingFrame, type DrawnSeries } from './drawing-frame.tsx';

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
  if (known.length < 2) return <span class="sparkline muted tiny">{known.length === 0 ? 'No checks yet' : 'One day so far'}</span>;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => 2 + (index / Math.max(1, values.length - 1)) * (SPARK_WIDTH - 4);
  const y = (value: number) => SPARK_HEIGHT - 3 - (high > low ? (value - low) / (high - low) : 0.5) * (SPARK_HEIGHT - 6);
  return (
    <svg class="sparkline" viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path d={piecesOf(values, x, y)} vector-effect="non-scaling-stroke" />
    </svg>
  );
}

interface Drawing {
  readonly label: string;
  /** As `2026-11-18`. */
  readonly days: readonly string[];
}

export function DrawnLines(
  props: Drawing & {
    readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
    readonly show: (value: number) => string;
  },
) {
  const { label, days, lines, show } = props;
  const highest = Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0)), 0);
  const series = lines.map((line, index): DrawnSeries => ({ ...line, colour: `var(--${colourOf(index)})` }));
  return (
    <DrawingFrame label={label} days={days} highest={highest} show={show} series={series}>
      {({ x, y }) =>
        // The first line is drawn last, above the others.
        [...series]
          .reverse()
          .map(({ name, colour, values }) => (
            <path
              key={name}
              class={`line${name === series[0]!.name ? ' own' : ''}`}
              d={piecesOf(values, x, y)}
              style={{ stroke: colour }}
            />
          ))
      }
    </DrawingFrame>
  );
}

/** Shades from the best band to the worst. The last band is what was not found. */
const SHADES = ['100%', '68%', '42%', '22%'] as const;
const bandColour = (index: number, count: number): string =>
  index === count - 1
    ? 'color-mix(in srgb, var(--muted) 28%, var(--surface))'
    : `color-mix(in srgb, var(--accent) ${SHADES[index] ?? '22%'}, var(--surface))`;

/** `bands` are stacked from the bottom. Each has one value per day. */
export function StackedArea({
  label,
  days,
  bands,
}: Drawing & { readonly bands: readonly { readonly name: string; readonly values: readonly number[] }[] }) {
  const highest = Math.max(1, ...days.map((_, day) => bands.reduce((sum, { values }) => sum + values[day]!, 0)));
  const series = bands.map((band, index): DrawnSeries & { values: readonly number[] } => ({
    ...band,
    colour: bandColour(index, bands.length),
  }));
  return (
    <DrawingFrame label={label} days={days} highest={highest} isCount show={(value) => number(value)} series={series}>
      {({ x, y }) => {
        let floor = days.map(() => 0);
        return series.map(({ name, colour, values }) => {
          const top = floor.map((value, day) => value + values[day]!);
          const path = areaOf(top, floor, x, y);
          floor = top;
          return <path key={name} class="area" d={path} style={{ fill: colour }} />;
        });
      }}
    </DrawingFrame>
  );
}

/** Half the width of the column that shows a single day. */
const COLUMN = 40;

/** Returns the outline between two rows of values. */
function areaOf(top: readonly number[], floor: readonly number[], x: (index: number) => number, y: (value: number) => number): string {
  const at = (index: number, shift: number, value: number) => `${(x(index) + shift).toFixed(1)} ${y(value).toFixed(1)}`;
  const edge = (row: readonly number[]) =>
    row.length === 1 ? [at(0, -COLUMN, row[0]!), at(0, COLUMN, row[0]!)] : row.map((value, index) => at(index, 0, value));
  return `M${[...edge(top), ...edge(floor).reverse()].join('L')}Z`;
}
