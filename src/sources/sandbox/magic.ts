// The magic words that steer the sandbox, wherever they stand in the text.

/** Troubles of the way and of the server. */
export const FAULTS = ['429', '500', 'cut', 'garbage', 'stall'] as const;
/** Pages that a site shows instead of an answer. */
export const BLOCK_PAGES = ['captcha', 'softblock', 'consent', 'signin', 'strange'] as const;
/** All the others; the docs name every word of the three lists. */
export const ENDS = ['faulty', 'slow', 'blocked', 'empty', 'poisoned', 'unparsed', 'script'] as const;

export type Fault = (typeof FAULTS)[number];
export type BlockKind = (typeof BLOCK_PAGES)[number];

export const isFault = (kind: Fault | BlockKind): kind is Fault => (FAULTS as readonly string[]).includes(kind);

/** A trouble of the first tries; without a number it is one of all of them. */
export interface Trouble {
  readonly kind: Fault | BlockKind;
  readonly times: number;
}

export interface Magic {
  readonly faulty: boolean;
  readonly slowSeconds: number;
  /** How many tries meet a block page before one goes through. */
  readonly blockedTimes: number;
  readonly empty: boolean;
  readonly poisoned: boolean;
  readonly unparsed: boolean;
  /** The page is empty until its script has run. */
  readonly script: boolean;
  /** In the order of the text. */
  readonly troubles: readonly Trouble[];
}

const SLOW_SECONDS_MAX = 280;
const TROUBLE = new RegExp(`\\btest:(${[...FAULTS, ...BLOCK_PAGES].join('|')})(?::(\\d{1,3}))?\\b`, 'g');
/** In a name, where no colon can stand: a label such as `test-500-2` or `test-500-2-shop`. */
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
    troubles: [...text.matchAll(TROUBLE)].map(([, kind, times]) => ({
      kind: kind as Trouble['kind'],
      times: times === undefined ? Number.POSITIVE_INFINITY : Number(times),
    })),
  };
}

/** The words that the labels of a host name stand for, spelled with colons. */
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

/** The text without its magic words; a text of magic words alone keeps them, for something must be searched. */
export function withoutMagic(text: string): string {
  const rest = text
    .replace(/\btest:(?:faulty|slow:\d+|blocked:\d+|empty|poisoned|unparsed|script)\b/g, ' ')
    .replace(TROUBLE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return rest === '' ? text.trim() : rest;
}
