// The page of a SERP, drawn as people know it: answers on top, blocks in the order of the engine, knowledge at the side.
import { number } from '../../format.ts';
import { Empty } from '../../parts/status.tsx';
import { PictureLinksOf } from '../pictures.tsx';
import '../../style/result-serp.css';
import '../../style/result-cards.css';
import '../../style/result-places.css';
import { Answers, Questions } from './answers.tsx';
import { Knowledge } from './knowledge.tsx';
import { type Block, itemsOf, layoutOf, type ResultLayout } from './layout.ts';
import type { SearchedRegion } from './map-positions.ts';
import { Channels, Images, Playlists, Videos } from './media.tsx';
import { News, Posts } from './news.tsx';
import { Places } from './places.tsx';
import { RelatedSearches } from './related.tsx';
import { Ads, OrganicResults } from './web-results.tsx';

type Json = Readonly<Record<string, unknown>>;

/** `data` is the whole SERP object, as the API returns it. */
export function SerpPage({ data: object }: { readonly data: Json }) {
  const data = object.data as Json | null | undefined;
  const keyword = String(object.keyword ?? '');
  const layout = layoutOf(String(object.searchEngine ?? ''), itemsOf(data));
  const region = regionOf(object.region);
  const isEmpty = layout.blocks.length === 0 && layout.side.length === 0;
  return (
    <PictureLinksOf id={typeof object.id === 'string' && !isEmpty ? object.id : null}>
      <article class="serp" aria-label={`Results for ${keyword}`}>
        <p class="query">{keyword}</p>
        {typeof data?.totalResults === 'number' && <p class="tiny muted">About {number(data.totalResults)} results</p>}
        {isEmpty && (
          <Empty title="No results">
            <p>The engine has no results for this query. Try another keyword or region.</p>
          </Empty>
        )}
        <div class={layout.side.length > 0 ? 'beside' : ''}>
          <div class="blocks">
            {layout.blocks.map((block) => (
              <BlockView key={block.entries[0]!.path} block={block} layout={layout} region={region} />
            ))}
          </div>
          {layout.side.length > 0 && (
            <div class="blocks">
              {layout.side.map((block) => (
                <BlockView key={block.entries[0]!.path} block={block} layout={layout} region={region} />
              ))}
            </div>
          )}
        </div>
      </article>
    </PictureLinksOf>
  );
}

function regionOf(value: unknown): SearchedRegion {
  const region = value as SearchedRegion | undefined;
  return typeof region?.latitude === 'number' && typeof region.longitude === 'number' ? region : null;
}

function BlockView(props: { readonly block: Block; readonly layout: ResultLayout; readonly region: SearchedRegion }) {
  const { block, layout, region } = props;
  switch (block.list) {
    case 'organic':
      return <OrganicResults entries={block.entries} videos={layout.videos} />;
    case 'advertisers':
      return <Ads entries={block.entries} />;
    case 'answers':
      return <Answers entries={block.entries} />;
    case 'paa':
      return <Questions entries={block.entries} />;
    case 'images':
      return <Images entries={block.entries} />;
    case 'videos':
      return <Videos entries={block.entries} />;
    case 'maps':
      return <Places entries={block.entries} region={region} />;
    case 'news':
      return <News entries={block.entries} />;
    case 'twitter':
      return <Posts entries={block.entries} />;
    case 'playlist':
      return <Playlists entries={block.entries} />;
    case 'channel':
      return <Channels entries={block.entries} />;
    case 'related':
      return <RelatedSearches entries={block.entries} />;
    case 'knowledgegraph':
      return (
        <>
          {block.entries.map(({ path, item }) => (
            <Knowledge key={path} path={path} item={item} />
          ))}
        </>
      );
  }
}
