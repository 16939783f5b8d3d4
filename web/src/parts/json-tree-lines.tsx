// The lines of a JSON tree, drawn in groups: a few at first and the others when the browser has time.
import { Component } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JsonLine } from './json-lines.ts';

/** A group takes a few milliseconds, so the page stays responsive while a large result is drawn. */
const GROUP_SIZE = 100;

interface LinesProps {
  readonly lines: readonly JsonLine[];
  /** Paths. */
  readonly selected: string;
  readonly current: string;
}

export function JsonLines({ lines, selected, current }: LinesProps) {
  const groups = useMemo(
    () => Array.from({ length: Math.ceil(lines.length / GROUP_SIZE) }, (_, at) => lines.slice(at * GROUP_SIZE, (at + 1) * GROUP_SIZE)),
    [lines],
  );
  const [shown, setShown] = useState(1);
  useEffect(() => {
    if (shown >= groups.length) return;
    const timer = setTimeout(() => setShown(shown + 1));
    return () => clearTimeout(timer);
  }, [shown, groups.length]);
  return (
    <>
      {groups.slice(0, shown).map((group, at) => {
        const inGroup = (path: string): string => (group.some((line) => line.path === path) ? path : '');
        return <LineGroup key={at} lines={group} selected={inGroup(selected)} current={inGroup(current)} />;
      })}
    </>
  );
}

/** Drawn again only when something in it has changed. */
class LineGroup extends Component<LinesProps> {
  override shouldComponentUpdate(next: LinesProps): boolean {
    const { lines, selected, current } = this.props;
    return next.lines !== lines || next.selected !== selected || next.current !== current;
  }
  override render({ lines, selected, current }: LinesProps) {
    return (
      <div role="none">
        {lines.map((line) => (
          <TreeLine key={line.path} line={line} isSelected={line.path === selected} isCurrent={line.path === current} />
        ))}
      </div>
    );
  }
}

function TreeLine({ line, isSelected, isCurrent }: { readonly line: JsonLine; readonly isSelected: boolean; readonly isCurrent: boolean }) {
  return (
    <div
      role="treeitem"
      aria-level={line.depth + 1}
      aria-expanded={line.open ?? undefined}
      aria-selected={isSelected}
      tabIndex={isCurrent ? 0 : -1}
      data-path={line.path}
      style={{ '--depth': line.depth }}
    >
      {line.open !== null && <span class="arrow" aria-hidden="true" />}
      <span class="name">{line.name}: </span>
      <span class={line.kind}>{line.text}</span>
    </div>
  );
}
