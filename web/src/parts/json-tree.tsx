// JSON as a tree that can be opened and closed by mouse and keyboard. Each line has its path as `data-path`.
import { useMemo, useRef, useState } from 'preact/hooks';
import { CopyButton } from './code.tsx';
import { type JsonLine, linesOf, openAtStart } from './json-lines.ts';
import { JsonLines } from './json-tree-lines.tsx';
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
  const startsOpen = useMemo(() => openAtStart(value), [value]);
  /** Lines that the user opened or closed. */
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const lines = useMemo(() => linesOf(value, (path, depth) => toggled.get(path) ?? startsOpen(path, depth)), [value, toggled, startsOpen]);
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
  const click = ({ target }: MouseEvent) => {
    const element = (target as Element).closest<HTMLElement>('[data-path]');
    const line = lines.find(({ path }) => path === element?.dataset.path);
    if (!line) return;
    const isArrow = (target as Element).classList.contains('arrow');
    // The first click selects a line, the next one opens or closes it. The arrow does so at once.
    if (isArrow || line.path === selected) setOpen(line, !line.open);
    if (!isArrow) onSelect(line.path);
  };
  return (
    <div class="json-tree code" role="tree" aria-label={label} ref={tree} onKeyDown={press} onClick={click}>
      <JsonLines lines={lines} selected={selected} current={lines[current]?.path ?? ''} />
    </div>
  );
}
