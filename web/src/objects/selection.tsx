// Selected rows of the request list, and what can be done with them.
import type { ObjectRow } from '../api-types.ts';
import { inTimeOrder } from '../compare/serp.ts';
import { counted } from '../format.ts';
import { linkTo } from '../route.ts';

interface Selection {
  readonly selected: readonly ObjectRow[];
  readonly onSelected: (rows: readonly ObjectRow[]) => void;
}

export function SelectRow({ row, selected, onSelected }: Selection & { readonly row: ObjectRow }) {
  const others = selected.filter(({ id }) => id !== row.id);
  return (
    <input
      type="checkbox"
      aria-label={`Select ${row.keyword ?? row.id}`}
      checked={others.length < selected.length}
      onChange={(event) => onSelected(event.currentTarget.checked ? [...others, row] : others)}
    />
  );
}

/** Selects all rows of the shown page, in addition to those of other pages. */
export function SelectPage({ rows, selected, onSelected }: Selection & { readonly rows: readonly ObjectRow[] }) {
  const isSelected = new Set(selected.map(({ id }) => id));
  const added = rows.filter(({ id }) => !isSelected.has(id));
  return (
    <button type="button" class="button small plain" disabled={added.length === 0} onClick={() => onSelected([...selected, ...added])}>
      Select this page
    </button>
  );
}

export function SelectionBar({ selected, onSelected, canCompare }: Selection & { readonly canCompare: boolean }) {
  return (
    <div class="row" role="status">
      <span>{counted(selected.length, 'request')} selected.</span>
      {canCompare && <CompareLink selected={selected} />}
      <button type="button" class="button small plain" onClick={() => onSelected([])}>
        Clear selection
      </button>
    </div>
  );
}

/** Only finished SERPs can be compared. */
const isComparable = ({ kind, state }: ObjectRow): boolean => kind === 'serp' && state === 'ready';

function CompareLink({ selected }: Pick<Selection, 'selected'>) {
  const [one, other] = selected;
  if (selected.length !== 2 || !one || !other || !selected.every(isComparable))
    return <span class="muted">Select two completed SERPs to compare them.</span>;
  return (
    <a class="button small primary" href={linkTo('compare', inTimeOrder(one, other))}>
      Compare both
    </a>
  );
}
