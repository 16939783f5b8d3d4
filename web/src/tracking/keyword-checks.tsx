// All checks of a keyword, newest first, with links to stored result pages and their comparison.
import { useState } from 'preact/hooks';
import { counted, number } from '../format.ts';
import { Card } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { linkTo } from '../route.ts';
import { slotText } from './history-lines.ts';
import { checkText } from './labels.ts';
import type { Point } from './types.ts';
import { ownPath } from './urls.ts';
import { FeatureList } from './values.tsx';

/** Two weeks of a daily schedule. */
const LISTED = 14;
const TONES = { found: 'good', notFound: 'note', failed: 'bad', skipped: 'wait' } as const;

export function Checks({ points, domains }: { readonly points: readonly Point[]; readonly domains: readonly string[] }) {
  const [isAll, setIsAll] = useState(false);
  /** Objects of two checks to compare, in the order of selection. */
  const [chosen, setChosen] = useState<readonly Point[]>([]);
  const newest = [...points].reverse();
  const shown = isAll ? newest : newest.slice(0, LISTED);
  const toggle = (point: Point, isOn: boolean) =>
    setChosen(isOn ? [...chosen.slice(-1), point] : chosen.filter(({ slot }) => slot !== point.slot));
  const isStored = newest.some(({ objectId }) => objectId !== null);
  return (
    <Card title="Checks" actions={isStored && <CompareLink chosen={chosen} />}>
      <Table
        caption="Checks"
        rows={shown}
        keyOf={({ slot }) => slot}
        stack
        columns={[
          { name: 'Check', kind: 'lead', show: ({ slot }) => slotText(slot) },
          {
            name: 'Outcome',
            show: (point) => (
              <>
                <span class={`badge ${TONES[point.state]}`}>{checkText(point)}</span>{' '}
                {point.imported && <span class="tiny muted">imported</span>}
              </>
            ),
          },
          { name: 'Depth', kind: 'figure', show: ({ depth }) => (depth === null ? <span class="muted">None</span> : number(depth)) },
          { name: 'Page', kind: 'break', show: ({ url }) => <span class="tiny">{url === null ? 'None' : ownPath(url, domains)}</span> },
          { name: 'Features', kind: 'secondary', show: ({ features, owned }) => <FeatureList features={features} owned={owned} max={3} /> },
          {
            name: 'Result page',
            show: (point) => <Snapshot point={point} isChosen={chosen.includes(point)} onChosen={(isOn) => toggle(point, isOn)} />,
          },
        ]}
      />
      {newest.length > LISTED && (
        <div class="row">
          <button type="button" class="button small" onClick={() => setIsAll(!isAll)}>
            {isAll ? `Show the last ${LISTED}` : `Show all ${counted(newest.length, 'check')}`}
          </button>
        </div>
      )}
    </Card>
  );
}

/** The stored page, as long as it exists. */
function Snapshot(props: { readonly point: Point; readonly isChosen: boolean; readonly onChosen: (isOn: boolean) => void }) {
  const { objectId, slot } = props.point;
  if (objectId === null) return <span class="tiny muted">Not stored</span>;
  return (
    <span class="row">
      <a href={linkTo('objects', {}, objectId)} aria-label={`Open the result page of ${slotText(slot)}`}>
        Open
      </a>
      <input
        type="checkbox"
        aria-label={`Compare ${slotText(slot)}`}
        checked={props.isChosen}
        onChange={(event) => props.onChosen(event.currentTarget.checked)}
      />
    </span>
  );
}

function CompareLink({ chosen }: { readonly chosen: readonly Point[] }) {
  const [first, second] = [...chosen].sort((one, other) => (one.slot < other.slot ? -1 : 1));
  if (!first || !second) return <span class="tiny muted">Select two result pages to compare them.</span>;
  return (
    <a class="button small primary" href={linkTo('compare', { a: first.objectId!, b: second.objectId! })}>
      Compare
    </a>
  );
}
