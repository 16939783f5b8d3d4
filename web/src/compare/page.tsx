// The compare page: two results of one keyword, with moved, new and lost items marked.
import { useState } from 'preact/hooks';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { SelectField } from '../parts/field.tsx';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo, type Route } from '../route.ts';
import '../style/compare.css';
import { useApi } from '../use-api.ts';
import { Candidates } from './candidates.tsx';
import { ChangeTable } from './change-table.tsx';
import { CHANGE_TITLES } from './changes.ts';
import { CHANGES, countChanges, diffOf } from './diff.ts';
import { type ComparedSerp, listOf, reasonAgainst, sharedListsOf, sourceNameOf } from './serp.ts';
import { SideBySide } from './side-by-side.tsx';

const ID = /^[0-9a-f]{24}$/;
const idOf = (route: Route, name: string): string | null => {
  const id = route.query.get(name) ?? '';
  return ID.test(id) ? id : null;
};
const pathOf = (id: string | null): string | null => (id === null ? null : `/serp/${id}`);

export function Compare({ route }: { readonly route: Route }) {
  const [a, b] = [idOf(route, 'a'), idOf(route, 'b')];
  return (
    <Page
      title="Compare"
      about="Two results of one keyword side by side: two days, two engines or two regions."
      actions={
        a !== null &&
        b !== null && (
          <a class="button small" href={linkTo('compare', { a: b, b: a })}>
            Swap sides
          </a>
        )
      }
    >
      {a === null && b === null ? (
        <Card>
          <Empty title="No requests chosen">
            <p>
              Select two requests in the <a href="#/objects?kind=serp&state=ready">list of requests</a>, or select Compare on the page of
              one.
            </p>
          </Empty>
        </Card>
      ) : (
        <Loaded key={`${a}-${b}`} a={a} b={b} />
      )}
    </Page>
  );
}

function Loaded({ a, b }: { readonly a: string | null; readonly b: string | null }) {
  const first = useApi<ComparedSerp>(pathOf(a ?? b));
  const second = useApi<ComparedSerp>(a !== null && b !== null ? pathOf(b) : null);
  return (
    <WhenLoaded from={first}>
      {(one) =>
        a === null || b === null ? (
          <Candidates serp={one} />
        ) : (
          <WhenLoaded from={second}>{(other) => <Comparison first={one} second={other} />}</WhenLoaded>
        )
      }
    </WhenLoaded>
  );
}

function Comparison({ first, second }: { readonly first: ComparedSerp; readonly second: ComparedSerp }) {
  const [chosen, setChosen] = useState('organic');
  const problems = [first, second].map(reasonAgainst);
  if (problems.some((problem) => problem !== null))
    return (
      <div class="columns">
        {[first, second].map((serp, index) => (
          <Side key={serp.id} serp={serp} problem={problems[index] ?? null} />
        ))}
      </div>
    );
  const lists = sharedListsOf(first, second);
  const differences = diffOf(listOf(first, chosen), listOf(second, chosen));
  const counts = countChanges(differences);
  return (
    <>
      {first.keyword !== second.keyword && (
        <p class="notice wait">The requests have different keywords. Most differences come from that.</p>
      )}
      <div class="columns">
        <Side serp={first} problem={null} />
        <Side serp={second} problem={null} />
      </div>
      <Stats items={CHANGES.map((change) => ({ name: CHANGE_TITLES[change], value: counts[change] }))} />
      <Card>
        <div class="fields">
          <SelectField
            label="List"
            value={chosen}
            options={lists.map((name) => [name, labelOf(name)] as const)}
            onText={setChosen}
            help={counts.unchecked > 0 ? 'Not checked: the other result ends before this position.' : undefined}
          />
        </div>
        <Tabs
          label="Views of the comparison"
          tabs={[
            {
              name: 'sides',
              title: 'Side by side',
              show: () => <SideBySide titles={[titleOf(first), titleOf(second)]} differences={differences} />,
            },
            { name: 'changes', title: 'Changes', show: () => <ChangeTable differences={differences} /> },
          ]}
        />
      </Card>
    </>
  );
}

const titleOf = (serp: ComparedSerp): string => `${sourceNameOf(serp)} · ${(serp.generatedAt ?? serp.createdAt).slice(0, 10)}`;

function Side({ serp, problem }: { readonly serp: ComparedSerp; readonly problem: string | null }) {
  return (
    <Card title={serp.keyword} actions={serp.verdict && <Badge value={serp.verdict} />}>
      <p>
        {sourceNameOf(serp)} · <Time at={serp.generatedAt ?? serp.createdAt} /> · <a href={linkTo('objects', {}, serp.id)}>View request</a>
      </p>
      {problem && <p class="notice bad">{problem}</p>}
    </Card>
  );
}
