// Line chart over time, drawn by uPlot. A table on the same page holds the same data.
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { absoluteTime, axisLabels, day } from '../format.ts';
import { colour } from '../theme.ts';
import { colourOf } from './chart-colours.ts';
import { tooltip } from './chart-tooltip.ts';

export interface Line {
  readonly name: string;
  /** One per time; null leaves a gap. */
  readonly values: readonly (number | null)[];
  /** Draws points without a line, in this colour of the theme. */
  readonly marks?: string;
  /** Shown at the cursor instead of the values. */
  readonly texts?: readonly (string | null)[];
}

const HEIGHT = 300;
/** Steps of the value axis: 1, 2 and 5, times a power of ten. */
const STEPS = Array.from({ length: 24 }, (_, index) => [1, 2, 5][index % 3]! * 10 ** Math.floor(index / 3));
/** The best position belongs on the axis: 1, 5, 10, 15 or 1, 10, 20. */
function positionTicks(_plot: uPlot, _axis: number, _low: number, high: number): number[] {
  const step = high <= 12 ? 2 : high <= 32 ? 5 : high <= 62 ? 10 : 20;
  const later = Array.from({ length: Math.floor(high / step) }, (_, index) => (index + 1) * step);
  return [1, ...later.filter((position) => position > 1)];
}
/** With more times than this the points of several lines overlap. */
const POINTS_MAX = 32;

export interface LinesProps {
  readonly label: string;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  /** Puts small numbers at the top, for positions. */
  readonly downward?: boolean;
  /** Top of the value axis. Default: a little above the highest value. */
  readonly highest?: number;
  /** Shows the time of day at the cursor. */
  readonly precise?: boolean;
}

export function Lines({ label, times, lines, downward = false, precise = false, highest }: LinesProps) {
  const container = useRef<HTMLDivElement>(null);
  const [themed, setThemed] = useState(0);
  useEffect(() => {
    const redraw = () => setThemed((count) => count + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    window.addEventListener('sextant:theme', redraw);
    system.addEventListener('change', redraw);
    return () => {
      window.removeEventListener('sextant:theme', redraw);
      system.removeEventListener('change', redraw);
    };
  }, []);
  useEffect(() => {
    const element = container.current!;
    const plot = new uPlot(
      optionsOf(element.clientWidth, { lines, downward, precise, highest }),
      [times as number[], ...lines.map(({ values }) => values as number[])],
      element,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [times, lines, downward, precise, highest, themed]);
  return <div class="chart" ref={container} role="img" aria-label={label} />;
}

interface Look {
  readonly lines: readonly Line[];
  readonly downward: boolean;
  readonly precise: boolean;
  readonly highest: number | undefined;
}

function optionsOf(width: number, { lines, downward, precise, highest }: Look): uPlot.Options {
  const range: uPlot.Range.MinMax | uPlot.Range.Function = downward ? positionRange : highest === undefined ? valueRange : [0, highest];
  const shownTime = precise ? absoluteTime : day;
  const axis = { stroke: colour('muted'), grid: { stroke: colour('line'), width: 1 }, ticks: { stroke: colour('line'), width: 1 } };
  return {
    width,
    height: HEIGHT,
    scales: { x: { time: true, range: timeRange }, y: { dir: downward ? -1 : 1, range } },
    axes: [
      { ...axis, space: 64, values: (_plot, seconds) => axisLabels(seconds) },
      { ...axis, size: downward ? 40 : 58, incrs: STEPS, ...(downward ? { splits: positionTicks } : {}) },
    ],
    series: [
      {
        label: precise ? 'Time' : 'Day',
      },
      ...lines.map(seriesOf),
    ],
    cursor: { y: false, points: { size: 9 } },
    legend: { live: false },
    plugins: [tooltip(lines, shownTime)],
  };
}

function seriesOf({ name, marks }: Line, index: number): uPlot.Series {
  const stroke = colour(marks ?? colourOf(index));
  return {
    label: name,
    stroke,
    spanGaps: false,
    ...(marks
      ? { paths: () => null, points: { show: true, size: 10, fill: stroke } }
      : { width: 2, points: { show: true, size: 6, filter: isolatedPoints } }),
  };
}

/** Returns the points to draw; null draws all. In long series only points without a neighbour are drawn. */
const isolatedPoints: uPlot.Series.Points.Filter = (plot, index) => {
  const values = plot.data[index]!;
  if (values.length <= POINTS_MAX) return null;
  // Undefined: the series has no request at that time, so the line continues.
  const requested = [...values.keys()].filter((at) => values[at] !== undefined);
  const hasValue = (nth: number) => values[requested[nth] ?? -1] != null;
  return requested.filter((_, nth) => hasValue(nth) && !hasValue(nth - 1) && !hasValue(nth + 1));
};

const DAY_SECONDS = 86_400;
/** One time alone has days around it. uPlot would show years. */
const timeRange: uPlot.Range.Function = ({ data: [times] }, first, last) =>
  times.length === 1 ? [times[0]! - 7 * DAY_SECONDS, times[0]! + 7 * DAY_SECONDS] : [first, last];
const positionRange: uPlot.Range.Function = (_plot, _low, high) => [0, Math.max(10, high ?? 10) + 0.5];
const valueRange: uPlot.Range.Function = (_plot, _low, high) => [0, Math.max(1, (high ?? 1) * 1.1)];
