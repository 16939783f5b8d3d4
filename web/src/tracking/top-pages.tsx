// The first results of a keyword on two days, from the history. They stay when the result pages are gone.
import { useState } from 'preact/hooks';
import { SelectField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { ExternalLink } from '../results/external-link.tsx';
import { slotSeconds, slotText } from './history-lines.ts';
import type { Change, Point } from './types.ts';
import { shortUrl } from './urls.ts';
import { ChangeView } from './values.tsx';

const WEEK_SECONDS = 7 * 86_400;

interface TopRow {
  readonly url: string;
  readonly position: number;
  readonly change: Change | null;
}

/** Returns the results of a check with their change since an earlier one. */
export function topRows(now: readonly string[], before: readonly string[] | undefined): TopRow[] {
  return now.map((url, index) => {
    if (before === undefined) return { url, position: index + 1, change: null };
    const earlier = before.indexOf(url);
    const value = earlier === -1 ? null : earlier - index;
    const movement = value === null ? 'entered' : value > 0 ? 'up' : value < 0 ? 'down' : 'same';
    return { url, position: index + 1, change: { value, movement } };
  });
}

/** A host of the project, or a subdomain of one. */
const isOwn = (url: string, domains: readonly string[]): boolean => {
  const host = shortUrl(url).split('/')[0]!;
  return domains.some((domain) => {
    const own = shortUrl(domain).split('/')[0]!;
    return host === own || host.endsWith(`.${own}`);
  });
};

const CHANGE: Column<TopRow> = { name: 'Change', kind: 'figure', show: ({ change }) => <ChangeView change={change} /> };

export function TopPages({ points, domains }: { readonly points: readonly Point[]; readonly domains: readonly string[] }) {
  const stored = points.filter(({ top }) => (top?.length ?? 0) > 0).reverse();
  const [nowSlot, setNowSlot] = useState('');
  const [beforeSlot, setBeforeSlot] = useState('');
  const now = stored.find(({ slot }) => slot === nowSlot) ?? stored[0];
  if (!now) return null;
  // A week before, unless another day was chosen.
  const weekBefore = slotSeconds(now.slot) - WEEK_SECONDS;
  const before =
    stored.find(({ slot }) => slot === beforeSlot) ?? stored.find(({ slot }) => slotSeconds(slot) <= weekBefore) ?? stored.at(-1)!;
  const options = stored.map(({ slot }) => [slot, slotText(slot)] as const);
  const isCompared = before.slot !== now.slot;
  return (
    <Card title="First results">
      <div class="row">
        <SelectField label="Check" value={now.slot} options={options} onText={setNowSlot} />
        {stored.length > 1 && <SelectField label="Compared with" value={before.slot} options={options} onText={setBeforeSlot} />}
      </div>
      <Table
        caption="First results"
        rows={topRows(now.top!, isCompared ? before.top : undefined)}
        keyOf={({ position }) => position}
        columns={[
          { name: 'Position', show: ({ position }) => position },
          {
            name: 'Page',
            kind: 'break',
            show: ({ url }) => (
              <>
                <ExternalLink url={url}>{shortUrl(url)}</ExternalLink> {isOwn(url, domains) && <span class="badge good">Yours</span>}
              </>
            ),
          },
          ...(isCompared ? [CHANGE] : []),
        ]}
      />
    </Card>
  );
}
