// A result as a page and as JSON side by side. Pointing at one marks the same item in the other.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { closestPath, closestView, isWithin } from '../parts/json-path.ts';
import { JsonView } from '../parts/json-tree.tsx';
import '../style/split.css';
import type { ApiObject } from './use-progress.ts';

const elementsOf = (pane: Element): HTMLElement[] => [...pane.querySelectorAll<HTMLElement>('[data-path]')];
const pathOf = (element: HTMLElement): string => element.dataset.path ?? '';

/** Marks are attributes and no state, because drawing thousands of lines for each mouse move would be too slow. */
function mark(elements: readonly HTMLElement[]): void {
  for (const element of elements) element.dataset.lit = '';
}
function clearMarks(root: Element): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-lit]')) delete element.dataset.lit;
}

/** Scrolls the pane only, never the page. */
function showIn(pane: HTMLElement, element: HTMLElement): void {
  const [outer, inner] = [pane.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  pane.scrollTop += inner.top - outer.top - outer.height / 4;
}

/** Marks the JSON lines of a path of the page. Returns the path as the JSON has it. */
function markLines(tree: HTMLElement, path: string): string | null {
  const lines = elementsOf(tree);
  const found = closestPath(path, lines.map(pathOf));
  if (found === null) return null;
  const marked = lines.filter((line) => isWithin(pathOf(line), found));
  mark(marked);
  showIn(tree, marked[0]!);
  return found;
}

/** Marks the item of the page that contains a JSON path. */
function markItem(page: HTMLElement, path: string): void {
  const items = elementsOf(page);
  const item = items[closestView(path, items.map(pathOf))];
  if (!item) return;
  mark([item]);
  showIn(page, item);
}

export function LinkedViews({ object, children }: { readonly object: ApiObject; readonly children: ComponentChildren }) {
  const root = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLElement>(null);
  const [selected, setSelected] = useState('');
  useEffect(() => {
    const [outer, left] = [root.current!, page.current!];
    const tree = outer.querySelector<HTMLElement>('[role="tree"]')!;
    const link = ({ target }: Event): string | null => {
      const item = (target as Element).closest<HTMLElement>('[data-path]');
      clearMarks(outer);
      if (!item) return null;
      mark([item]);
      if (left.contains(item)) return markLines(tree, pathOf(item));
      markItem(left, pathOf(item));
      return pathOf(item);
    };
    const clear = () => clearMarks(outer);
    const select = (event: Event) => {
      const path = left.contains(event.target as Node) ? link(event) : null;
      if (path !== null) setSelected(path);
    };
    outer.addEventListener('mouseover', link);
    outer.addEventListener('focusin', link);
    outer.addEventListener('mouseleave', clear);
    left.addEventListener('click', select);
    return () => {
      outer.removeEventListener('mouseover', link);
      outer.removeEventListener('focusin', link);
      outer.removeEventListener('mouseleave', clear);
      left.removeEventListener('click', select);
    };
  }, []);
  return (
    <div class="split linked" ref={root}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section class="pane" aria-label="Page" tabIndex={0} ref={page}>
        {children}
      </section>
      <section aria-label="JSON">
        <JsonView value={object} label="Result as JSON" selected={selected} onSelect={setSelected} />
      </section>
    </div>
  );
}
