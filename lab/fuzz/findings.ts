// Findings: printed in short, stored whole in a file, counted at the end.
import { appendFileSync } from 'node:fs';

import type { Say } from '../report.ts';

export interface Finding {
  readonly kind: string;
  readonly what: string;
  readonly input: unknown;
}

export interface Findings {
  readonly all: readonly Finding[];
  add(kind: string, what: string, input: unknown): void;
}

const SHOWN_MAX = 400;
const SAME_MAX = 3;

export function createFindings(file: string | null, say: Say): Findings {
  const all: Finding[] = [];
  const perKind = new Map<string, number>();
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
