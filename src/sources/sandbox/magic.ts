// The magic words that steer the test world, wherever they stand in the text.

export interface Magic {
  readonly faulty: boolean;
  readonly slowSeconds: number;
  /** How many tries meet a wall before one goes through. */
  readonly blockedTimes: number;
  readonly empty: boolean;
  readonly poisoned: boolean;
  readonly unparsed: boolean;
  /** The page is empty until its script has run. */
  readonly script: boolean;
}

const SLOW_SECONDS_MAX = 280;

export function magicIn(text: string): Magic {
  return {
    faulty: /\btest:faulty\b/.test(text),
    slowSeconds: Math.min(Number(/\btest:slow:(\d{1,4})\b/.exec(text)?.[1] ?? 0), SLOW_SECONDS_MAX),
    blockedTimes: Number(/\btest:blocked:(\d{1,3})\b/.exec(text)?.[1] ?? 0),
    empty: /\btest:empty\b/.test(text),
    poisoned: /\btest:poisoned\b/.test(text),
    unparsed: /\btest:unparsed\b/.test(text),
    script: /\btest:script\b/.test(text),
  };
}

/** The text without its magic words; a text of magic words alone keeps them, for something must be searched. */
export function withoutMagic(text: string): string {
  const rest = text
    .replace(/\btest:(?:faulty|slow:\d+|blocked:\d+|empty|poisoned|unparsed|script)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return rest === '' ? text.trim() : rest;
}
