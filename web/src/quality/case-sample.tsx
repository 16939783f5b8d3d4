// One kept page of a case: what the parser found, what the page shows, what of that is in no item, and the page itself.
import type { CasePage, PageEvidence } from '../../../src/contract/cases.ts';
import { useAction } from '../admin/use-action.ts';
import { request } from '../api.ts';
import { bytes, counted } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Json } from '../parts/code.tsx';
import { Card } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { RawPages } from '../parts/raw-pages.tsx';
import { ProblemNotice } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo } from '../route.ts';
import { saveFile } from '../tracking/save-file.ts';

/** Arrays without an item only lengthen the list. */
function foundPairs(found: CasePage['found']): (readonly [string, string])[] {
  const filled = Object.entries(found).filter(([, count]) => count > 0);
  return filled.length === 0 ? [['Items', 'none']] : filled.map(([array, count]) => [labelOf(array), counted(count, 'item')]);
}

const filledOnly = (items: CasePage['firstItems']) => Object.fromEntries(Object.entries(items).filter(([, list]) => list.length > 0));

export function Sample({ sample }: { readonly sample: CasePage }) {
  const { n, keptAt, expiresAt, keyword, outcome, reason, found, firstItems, shown, objectId } = sample;
  const download = useAction<null>();
  const drawing = useAction<string>();
  const readPage = () => request(sample.url, { as: 'token' });
  const save = () =>
    void download.run(async () => {
      saveFile(`case-page-${n}.txt`, await (await readPage()).blob());
      return null;
    });
  const draw = () => void drawing.run(async () => (await readPage()).text());
  return (
    <Card
      title={<span class="break">{`Page ${n}: ${keyword}`}</span>}
      actions={
        <>
          {drawing.result === null && (
            <button type="button" class="button small" aria-label={`Show page ${n}`} disabled={drawing.busy} onClick={draw}>
              Show page
            </button>
          )}
          <button type="button" class="button small" aria-label={`Download page ${n}`} disabled={download.busy} onClick={save}>
            Download page ({bytes(sample.bytes)})
          </button>
        </>
      }
    >
      {download.problem && <ProblemNotice problem={download.problem} />}
      {drawing.problem && <ProblemNotice problem={drawing.problem} />}
      <p class="tiny muted">
        Kept <Time at={keptAt} />, deleted <Time at={expiresAt} /> at the latest.{' '}
        <a href={linkTo('objects', { account: 'all' }, objectId)}>Request details</a>
      </p>
      <div class="columns">
        <section class="compared-page">
          <h3>
            The parser found <Badge value={outcome} />
          </h3>
          {reason && <p class="break">{reason}</p>}
          <Pairs pairs={foundPairs(found)} />
          <details>
            <summary>First items</summary>
            <Json value={filledOnly(firstItems)} label={`First items of page ${n}`} />
          </details>
        </section>
        <section class="compared-page">
          <h3>The page shows</h3>
          {shown === null ? (
            <p class="muted">The page is not HTML, or it could not be read.</p>
          ) : (
            <>
              <Pairs
                pairs={[
                  ['Title', shown.title ?? '–'],
                  ['Search box', shown.statedQuery ?? '–'],
                  ['Headings with links', String(shown.linkedHeadings)],
                  ['Links to other sites', `${shown.outsideLinks}, ${counted(shown.outsideHosts, 'site')}`],
                ]}
              />
              <Missed shown={shown} />
              <details>
                <summary>All headings</summary>
                <Headings headings={shown.headings} />
              </details>
            </>
          )}
        </section>
      </div>
      {drawing.result !== null && <RawPages pages={[drawing.result]} />}
    </Card>
  );
}

/** The reader compares these with the page. Captions of the page are among them. */
function Missed({ shown: { missedHeadings, missedHosts } }: { readonly shown: PageEvidence }) {
  if (missedHeadings.length + missedHosts.length === 0)
    return <p class="muted">Each heading is the title of an item, and each linked site is in one.</p>;
  return (
    <>
      {missedHeadings.length > 0 && (
        <>
          <h4>Headings in no item</h4>
          <Headings headings={missedHeadings} />
        </>
      )}
      {missedHosts.length > 0 && (
        <>
          <h4>Linked sites in no item</h4>
          <p class="break">{missedHosts.join(', ')}</p>
        </>
      )}
    </>
  );
}

function Headings({ headings }: { readonly headings: readonly string[] }) {
  return (
    <ol class="headings">
      {headings.map((heading, index) => (
        <li key={index}>{heading}</li>
      ))}
    </ol>
  );
}
