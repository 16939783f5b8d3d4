// Small line charts as SVG that can be read on a light and on a dark page.
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 260, 56, 150, 28, 28] as const;
const COLOURS = ['#4c8dd6', '#3fa37a', '#d08a2e', '#c9556b', '#8a6fc9', '#7d8894'];
const GREY = '#808890';

type Tick = readonly [value: number, label: string];

interface Chart {
  readonly title: string;
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly ticks: readonly Tick[];
  readonly labels: readonly Tick[];
  readonly log?: boolean;
}

/** `series`: [{ name, values }] over equal steps of x; `ticks` of y as [value, label]; `log` for a scale of tens. */
export function chart({ title, series, ticks, labels, log = false }: Chart): string {
  const lowest = ticks[0]![0];
  const scale = (value: number): number => (log ? Math.log10(Math.max(value, lowest)) : value);
  const [least, most] = [scale(lowest), scale(ticks.at(-1)![0])] as const;
  const count = series[0]!.values.length;
  const x = (index: number): number => LEFT + (index / Math.max(1, count - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number =>
    HEIGHT - BOTTOM - ((Math.min(most, scale(value)) - least) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const lines = ticks.map(
    ([value, label]) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="${GREY}" stroke-opacity=".25"/>` +
      `<text x="${LEFT - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${label}</text>`,
  );
  const names = labels.map(([index, label]) => `<text x="${x(index).toFixed(1)}" y="${HEIGHT - 8}" text-anchor="middle">${label}</text>`);
  const curves = series.map(({ values }, index) => {
    const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    return `<polyline fill="none" stroke="${COLOURS[index % COLOURS.length]}" stroke-width="1.6" points="${points}"/>`;
  });
  const legend = series.map(
    ({ name }, index) =>
      `<text x="${WIDTH - RIGHT + 12}" y="${TOP + 12 + index * 18}" style="fill:${COLOURS[index % COLOURS.length]}">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${title}">
<style>text{font:12px system-ui,sans-serif;fill:${GREY}}</style>
<text x="${LEFT}" y="16" style="font-weight:600">${title}</text>
${[...lines, ...names, ...curves, ...legend].join('\n')}
</svg>
`;
}
