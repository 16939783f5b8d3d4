// Two panes side by side. Where there is not enough width, they become two tabs.
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import '../style/split.css';
import { Tabs } from './tabs.tsx';

/** Two panes need this width to be readable. */
const WIDE_PX = 820;

/** Returns a ref for an element, and whether that element has room for two panes. */
export function useIsWide<T extends HTMLElement>(): [ref: RefObject<T | null>, isWide: boolean] {
  const ref = useRef<T>(null);
  const [isWide, setIsWide] = useState(false);
  // Measured before the first paint, so that the layout does not change in view.
  useLayoutEffect(() => {
    const element = ref.current!;
    const measure = () => setIsWide(element.clientWidth >= WIDE_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isWide];
}

export interface Pane {
  readonly name: string;
  readonly title: string;
  readonly show: () => ComponentChildren;
}

export function Split({ label, panes }: { readonly label: string; readonly panes: readonly [Pane, Pane] }) {
  const [ref, isWide] = useIsWide<HTMLDivElement>();
  return (
    <div ref={ref}>
      {isWide ? (
        <div class="split">
          {panes.map(({ name, title, show }) => (
            <section key={name} aria-label={title}>
              {show()}
            </section>
          ))}
        </div>
      ) : (
        <Tabs label={label} tabs={panes} />
      )}
    </div>
  );
}
