// The box at the cursor of a chart: the time, and every series that has a value there.
import type uPlot from 'uplot';
import type { Line } from './chart.tsx';
import { colourOf } from './chart-colours.ts';

/** Pixels between the cursor and the box. */
const DISTANCE = 12;

export function tooltip(lines: readonly Line[], showTime: (iso: string) => string): uPlot.Plugin {
  const box = document.createElement('div');
  box.className = 'chart-tooltip';
  box.hidden = true;
  const fill = (plot: uPlot, at: number): void => {
    const rows = lines.flatMap(({ name, values, texts, marks }, index) => {
      const text = texts?.[at] ?? (values[at] == null ? null : String(values[at]));
      return text === null ? [] : [rowOf(marks ?? colourOf(index), name, text)];
    });
    const heading = document.createElement('strong');
    heading.textContent = showTime(new Date(plot.data[0][at]! * 1000).toISOString());
    box.replaceChildren(heading, ...rows);
  };
  return {
    hooks: {
      init: (plot) => void plot.over.append(box),
      setCursor: (plot) => {
        const { idx, left = -1 } = plot.cursor;
        box.hidden = idx == null || left < 0;
        if (box.hidden) return;
        fill(plot, idx!);
        const isRight = left > plot.over.clientWidth / 2;
        const room = plot.over.clientWidth - box.offsetWidth;
        const wanted = isRight ? left - box.offsetWidth - DISTANCE : left + DISTANCE;
        box.style.left = `${Math.max(0, Math.min(room, wanted))}px`;
      },
    },
  };
}

function rowOf(colour: string, name: string, text: string): HTMLElement {
  const row = document.createElement('span');
  const dot = document.createElement('i');
  dot.style.background = `var(--${colour})`;
  const value = document.createElement('b');
  value.textContent = text;
  row.append(dot, `${name} `, value);
  return row;
}
