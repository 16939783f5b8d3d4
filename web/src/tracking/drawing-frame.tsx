// The frame of a drawn chart: axes in readable size at any width, a legend with the values of a day, and a line at the pointer.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { axisLabels, day as dayText } from '../format.ts';
import { dayTicks, valueTicks } from './ticks.ts';

const HEIGHT = 220;
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 8, 10, 24];
/** Before the frame is measured, and for readers without a layout. */
const WIDTH_FIRST = 460;
const LABEL_WIDTH = 84;

export interface Scale {
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
}

export interface DrawnSeries {
  readonly name: string;
  /** A CSS colour. */
  readonly colour: string;
  /** One per day. */
  readonly values: readonly (number | null)[];
}

interface FrameProps {
  readonly label: string;
  /** As `2026-11-18`. */
  readonly days: readonly string[];
  readonly highest: number;
  /** Values are counts, so the axis has no fractions. */
  readonly isCount?: boolean;
  readonly show: (value: number) => string;
  readonly series: readonly DrawnSeries[];
  readonly children: (scale: Scale) => ComponentChildren;
}

/** Days lie where their dates are, so that days without a check leave room. */
function scaleOf(days: readonly string[], width: number, top: number): Scale {
  const times = days.map((text, index) => Date.parse(text) || index);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const inner = width - LEFT - RIGHT;
  return {
    x: (index) => LEFT + (last > first ? (times[index]! - first) / (last - first) : 0.5) * inner,
    y: (value) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - TOP),
  };
}

export function DrawingFrame({ label, days, highest, isCount = false, show, series, children }: FrameProps) {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(WIDTH_FIRST);
  const [pointed, setPointed] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setWidth(element.clientWidth || WIDTH_FIRST);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const ticks = valueTicks(highest, isCount ? 1 : 0);
  const scale = scaleOf(days, width, ticks.at(-1)!);
  const point = (event: PointerEvent) => {
    const x = event.clientX - (event.currentTarget as Element).getBoundingClientRect().left;
    const distances = days.map((_, index) => Math.abs(scale.x(index) - x));
    setPointed(distances.indexOf(Math.min(...distances)));
  };
  const at = pointed !== null && pointed < days.length ? pointed : null;
  return (
    <figure class="drawing" ref={box}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={label}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
      >
        <Axes days={days} ticks={ticks} width={width} scale={scale} show={show} />
        {children(scale)}
        {at !== null && <Pointed at={at} scale={scale} series={isCount ? [] : series} />}
      </svg>
      <Legend series={series} day={days[at ?? days.length - 1]} at={at ?? days.length - 1} show={show} />
    </figure>
  );
}

interface AxesProps {
  readonly days: readonly string[];
  readonly ticks: readonly number[];
  readonly width: number;
  readonly scale: Scale;
  readonly show: (value: number) => string;
}

function Axes({ days, ticks, width, scale, show }: AxesProps) {
  const labelled = dayTicks(days.length, width - LEFT - RIGHT, LABEL_WIDTH);
  const texts = axisLabels(labelled.map((index) => Date.parse(days[index]!) / 1000));
  return (
    <g class="axes">
      {ticks.map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={width - RIGHT} y1={scale.y(value)} y2={scale.y(value)} />
          <text x={LEFT - 6} y={scale.y(value) + 4} text-anchor="end">
            {show(value)}
          </text>
        </g>
      ))}
      {labelled.map((index, nth) => (
        <text
          key={index}
          x={scale.x(index)}
          y={HEIGHT - 6}
          text-anchor={days.length === 1 ? 'middle' : nth === 0 ? 'start' : nth === labelled.length - 1 ? 'end' : 'middle'}
        >
          {texts[nth]}
        </text>
      ))}
    </g>
  );
}

function Pointed({ at, scale, series }: { readonly at: number; readonly scale: Scale; readonly series: readonly DrawnSeries[] }) {
  const x = scale.x(at);
  return (
    <g class="pointed">
      <line x1={x} x2={x} y1={TOP} y2={HEIGHT - BOTTOM} />
      {series.map(({ name, colour, values }) => {
        const value = values[at] ?? null;
        return value === null ? null : <circle key={name} cx={x} cy={scale.y(value)} r={4} style={{ fill: colour }} />;
      })}
    </g>
  );
}

interface LegendProps {
  readonly series: readonly DrawnSeries[];
  readonly day: string | undefined;
  readonly at: number;
  readonly show: (value: number) => string;
}

function Legend({ series, day, at, show }: LegendProps) {
  return (
    <figcaption class="row tiny">
      {day && <span class="muted">{dayText(day)}</span>}
      {series.map(({ name, colour, values }) => {
        const value = values[at] ?? null;
        return (
          <span key={name} class="key">
            <i style={{ background: colour }} /> {name}{' '}
            {value === null ? <span class="muted">no value</span> : <strong>{show(value)}</strong>}
          </span>
        );
      })}
    </figcaption>
  );
}
