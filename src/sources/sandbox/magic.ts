// The magic keywords that control the sandbox, in any position of the text.

/** Faults of the network and of the server. */
export const FAULTS = ['429', '500', 'cut', 'garbage', 'stall'] as const;
/** Pages that a site shows instead of results. */
export const BLOCK_PAGES = ['captcha', 'softblock', 'consent', 'signin', 'strange'] as const;
/** All others. The documentation lists every keyword of the three lists. */
export const ENDS = ['faulty', 'slow', 'blocked', 'empty', 'poisoned', 'unparsed', 'script'] as const;

export type Fault = (typeof FAULTS)[number];
export type BlockKind = (typeof BLOCK_PAGES)[number];

export const isFault = (kind: Fault | BlockKind): kind is Fault => (FAULTS as readonly string[]).includes(kind);

/** A fault of the first attempts. Without a number, it is one of all attempts. */
export interface TimedFault {
  readonly kind: Fault | BlockKind;
  readonly times: number;
}

export interface Magic {
  readonly faulty: boolean;
  readonly slowSeconds: number;
  /** Number of blocked attempts before one succeeds. */
  readonly blockedTimes: number;
  readonly empty: boolean;
  readonly poisoned: boolean;
  readonly unparsed: boolean;
  /** The page is empty until its script has run. */
  readonly script: boolean;
  /** In text order. */
  readonly faults: readonly TimedFault[];
}

const SLOW_SECONDS_MAX = 280;
const TIMED_FAULT = new RegExp(`\\btest:(${[...FAULTS, ...BLOCK_PAGES].join('|')})(?::(\\d{1,3}))?\\b`, 'g');
/** In a host name, which cannot have a colon: a label such as `test-500-2` or `test-500-2-shop`. */
const LABEL = /^test-([a-z0-9]{2,10})(?:-(\d{1,3}))?(?:-|$)/;

export function magicIn(text: string): Magic {
  return {
    faulty: /\btest:faulty\b/.test(text),
    slowSeconds: Math.min(Number(/\btest:slow:(\d{1,4})\b/.exec(text)?.[1] ?? 0), SLOW_SECONDS_MAX),
    blockedTimes: Number(/\btest:blocked:(\d{1,3})\b/.exec(text)?.[1] ?? 0),
    empty: /\btest:empty\b/.test(text),
    poisoned: /\btest:poisoned\b/.test(text),
    unparsed: /\btest:unparsed\b/.test(text),
    script: /\btest:script\b/.test(text),
    faults: [...text.matchAll(TIMED_FAULT)].map(([, kind, times]) => ({
      kind: kind as TimedFault['kind'],
      times: times === undefined ? Number.POSITIVE_INFINITY : Number(times),
    })),
  };
}

/** Returns the magic keywords in the labels of a host name, spelled with colons. */
export function magicOfHost(host: string): string {
  return host
    .toLowerCase()
    .split('.')
    .flatMap((label) => {
      const [whole, word, times] = LABEL.exec(label) ?? [];
      return whole === undefined ? [] : [times === undefined ? `test:${word}` : `test:${word}:${times}`];
    })
    .join(' ');
}

/**
 * Returns the text without magic keywords. A text of only magic keywords keeps them, so that the query is not empty.
 */
export function withoutMagic(text: string): string {
  const rest = text
    .replace(/\btest:(?:faulty|slow:\d+|blocked:\d+|empty|poisoned|unparsed|script)\b/g, ' ')
    .replace(TIMED_FAULT, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return rest === '' ? text.trim() : rest;
}
