// Hook that scrolls to the progress and then to the result of a request that was just sent.
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Progress } from './use-progress.ts';

export interface OutcomeScroll {
  readonly progress: RefObject<HTMLDivElement | null>;
  readonly result: RefObject<HTMLDivElement | null>;
  /** Call it when a request is sent. A result that a reload restores does not scroll. */
  expect(): void;
}

/** Elements whose top is above this share of the window are in view. */
const IN_VIEW = 0.6;

function bringIntoView(element: HTMLElement | null): void {
  if (!element) return;
  const { top } = element.getBoundingClientRect();
  if (top >= 0 && top < innerHeight * IN_VIEW) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' });
}

export function useScrollToOutcome({ sending, object }: Progress): OutcomeScroll {
  const [progress, result] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const isExpected = useRef(false);
  useEffect(() => {
    if (sending && isExpected.current) bringIntoView(progress.current);
  }, [sending]);
  useEffect(() => {
    if (!object || !isExpected.current) return;
    isExpected.current = false;
    bringIntoView(result.current);
  }, [object]);
  return {
    progress,
    result,
    expect: () => {
      isExpected.current = true;
    },
  };
}
