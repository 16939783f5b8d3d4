// JSON as a tree that can be opened and closed by mouse and keyboard. Each line has its path as `data-path`.
import { useMemo, useRef, useState } from 'preact/hooks';
import { CopyButton } from './code.tsx';
import { type JsonLine, linesOf, openDepthOf } from './json-lines.ts';
import '../style/json-tree.css';

interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
  readonly selected: string;
  readonly onSelect: (path: string) => void;
}

/** The tree with buttons that copy the whole value and the path of the selected line. */
export function JsonView(props: JsonTreeProps) {
  const { value, selected } = props;
  return (
    <div class="json-view">
      <div class="row">
        <CopyButton text={() => JSON.stringify(value, null, 2)} label="Copy JSON" />
        {selected === '' ? (
          <span class="tiny muted">Select a line to copy its path.</span>
        ) : (
          <>
            <CopyButton text={() => selected} label="Copy path" />
            <code class="tiny break">{selected}</code>
          </>
        )}
      </div>
      <JsonTree {...props} />
    </div>
  );
}

function JsonTree({ value, label, selected, onSelect }: JsonTreeProps) {
  const tree = useRef<HTMLDivElement>(null);
  const openDepth = useMemo(() => openDepthOf(value), [value]);
  /** Lines that the user opened or closed. */
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const lines = useMemo(() => linesOf(value, (path, depth) => toggled.get(path) ?? depth < openDepth), [value, toggled, openDepth]);
  const current = Math.max(
    0,
    lines.findIndex(({ path }) => path === selected),
  );
  const setOpen = ({ path, open }: JsonLine, next: boolean) => {
    if (open !== null && open !== next) setToggled(new Map(toggled).set(path, next));
  };
  const moveTo = (index: number) => {
    const line = lines[Math.min(Math.max(index, 0), lines.length - 1)];
    if (!line) return;
    onSelect(line.path);
    tree.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(line.path)}"]`)?.focus();
  };
  const parentOf = (index: number) => lines.findLastIndex(({ depth }, at) => at < index && depth < lines[index]!.depth);
  const press = (event: KeyboardEvent) => {
    const line = lines[current];
    if (!line) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => moveTo(current + 1),
      ArrowUp: () => moveTo(current - 1),
      Home: () => moveTo(0),
      End: () => moveTo(lines.length - 1),
      ArrowRight: () => (line.open === true ? moveTo(current + 1) : setOpen(line, true)),
      ArrowLeft: () => (line.open === true ? setOpen(line, false) : moveTo(Math.max(0, parentOf(current)))),
      Enter: () => setOpen(line, !line.open),
    };
    const handler = event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (!handler) return;
    event.preventDefault();
    handler();
  };
  const click = (line: JsonLine) => {
    // The first click selects a line, the next one opens or closes it. The arrow does so at once.
    if (line.path === selected) setOpen(line, !line.open);
    onSelect(line.path);
  };
  return (
    <div class="json-tree code" role="tree" aria-label={label} ref={tree} onKeyDown={press}>
      {lines.map((line, index) => (
        <TreeLine
          key={line.path}
          line={line}
          isSelected={line.path === selected}
          isCurrent={index === current}
          onClick={() => click(line)}
          onToggle={() => setOpen(line, !line.open)}
        />
      ))}
    </div>
  );
}

function TreeLine(props: {
  readonly line: JsonLine;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
  readonly onToggle: () => void;
}) {
  const { line, isSelected, isCurrent, onClick, onToggle } = props;
  const toggle = (event: Event) => {
    event.stopPropagation();
    onToggle();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys.
    <div
      role="treeitem"
      aria-level={line.depth + 1}
      aria-expanded={line.open ?? undefined}
      aria-selected={isSelected}
      tabIndex={isCurrent ? 0 : -1}
      data-path={line.path}
      style={{ '--depth': line.depth }}
      onClick={onClick}
    >
      {line.open !== null && <span class="arrow" aria-hidden="true" onClick={toggle} />}
      <span class="name">{line.name}: </span>
      <span class={line.kind}>{line.text}</span>
    </div>
  );
}
