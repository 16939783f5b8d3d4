// Two ordered lists of results. Pointing at an item marks the same item in the other list.
import { useState } from 'preact/hooks';
import { Badge } from '../parts/badge.tsx';
import { Split } from '../parts/split.tsx';
import { Empty } from '../parts/status.tsx';
import { CHANGE_TITLES, CHANGE_TONES, changeMark } from './changes.ts';
import type { ComparedItem, Difference } from './diff.ts';

type Side = 'before' | 'after';

export function SideBySide(props: { readonly titles: readonly [string, string]; readonly differences: readonly Difference[] }) {
  const { titles, differences } = props;
  const [pointed, setPointed] = useState('');
  const pane = (side: Side, title: string) => ({
    name: side,
    title,
    show: () => <ResultList side={side} title={title} differences={differences} pointed={pointed} onPoint={setPointed} />,
  });
  return <Split label="Results" panes={[pane('before', titles[0]), pane('after', titles[1])]} />;
}

function ResultList(props: {
  readonly side: Side;
  readonly title: string;
  readonly differences: readonly Difference[];
  readonly pointed: string;
  readonly onPoint: (key: string) => void;
}) {
  const { side, title, differences, pointed, onPoint } = props;
  const shown = differences
    .flatMap((difference) => {
      const item = difference[side];
      return item ? [{ difference, item }] : [];
    })
    .sort((a, b) => a.item.position - b.item.position);
  return (
    <>
      <h3>{title}</h3>
      {shown.length === 0 && <Empty title="No items in this list" />}
      <ol class="compared">
        {shown.map(({ difference, item }) => (
          <li
            key={difference.key}
            data-change={difference.change}
            class={difference.key === pointed ? 'pointed' : ''}
            onMouseEnter={() => onPoint(difference.key)}
            onMouseLeave={() => onPoint('')}
          >
            <span class="position">{item.position}</span>
            <ItemText item={item} />
            <Badge value={markOn(side, difference)} tone={CHANGE_TONES[difference.change]} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The second list says how an item moved. The first one says where it went. */
function markOn(side: Side, difference: Difference): string {
  const isMoved = difference.change === 'up' || difference.change === 'down';
  return side === 'before' && isMoved
    ? `to ${difference.after!.position}`
    : isMoved
      ? changeMark(difference)
      : CHANGE_TITLES[difference.change];
}

export function ItemText({ item }: { readonly item: ComparedItem }) {
  const text = item.title ?? item.question ?? item.text ?? item.url ?? '–';
  return (
    <span class="compared-text">
      {item.url && /^https?:\/\//.test(item.url) ? (
        <a href={item.url} rel="noreferrer noopener" target="_blank">
          {text}
        </a>
      ) : (
        <span>{text}</span>
      )}
      <small class="muted">{item.domain ?? ''}</small>
    </span>
  );
}
