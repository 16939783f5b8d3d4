// A small line chart without axes.
import { number } from '../format.ts';

export function Sparkline({ values }: { readonly values: readonly number[] }) {
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * 96;
    const y = 22 - (high === low ? 0.5 : (value - low) / (high - low)) * 20;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg
      class="sparkline"
      viewBox="0 0 96 24"
      role="img"
      aria-label={`From ${number(values[0])} to ${number(values.at(-1))}, maximum ${number(high)}`}
    >
      <path d={`M${points.join('L')}`} />
    </svg>
  );
}
