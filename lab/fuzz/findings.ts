// What was found: printed small, kept whole in a file, counted at the end.
import { appendFileSync } from 'node:fs';

const SHOWN_MAX = 400;
const SAME_MAX = 3;

export function createFindings(file, say) {
  const all = [];
  const perKind = new Map();
  return {
    all,
    add: (kind, what, input) => {
      const seen = (perKind.get(kind) ?? 0) + 1;
      perKind.set(kind, seen);
      all.push({ kind, what, input });
      const text = typeof input === 'string' ? input : JSON.stringify(input);
      if (file) appendFileSync(file, `${JSON.stringify({ kind, what, input: text })}\n`);
      if (seen <= SAME_MAX) say(`FINDING ${kind}: ${what}\n  ${String(text).slice(0, SHOWN_MAX)}`);
    },
  };
}
