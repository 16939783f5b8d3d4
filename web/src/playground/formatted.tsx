// A result formatted for reading, by product. Each view is loaded on first use.
import type { ComponentType } from 'preact';
import { lazy } from '../parts/lazy.tsx';
import { Empty } from '../parts/status.tsx';
import type { Product, ProductType } from './products.ts';
import { ResultPage, type SerpItems } from './result-page.tsx';
import type { ApiObject } from './use-progress.ts';

type View = ComponentType<{ readonly data: ApiObject }>;

/** The API guarantees the type of the object for its product. */
const view = (load: () => Promise<unknown>): View => lazy(load as () => Promise<View>);

const AiAnswer = view(() => import('../results/ai-answer.tsx').then((file) => file.AiAnswer));
const VIEWS: Readonly<Record<Exclude<ProductType, 'serp'>, View>> = {
  keyword: view(() => import('../results/keyword-volumes.tsx').then((file) => file.KeywordVolumes)),
  'ai-prompt': AiAnswer,
  'ai-analysis': view(() => import('../results/page-analysis.tsx').then((file) => file.PageAnalysis)),
  whois: view(() => import('../results/registration.tsx').then((file) => file.Registration)),
  technologies: view(() => import('../results/technologies.tsx').then((file) => file.Technologies)),
};
/** Search engines that return one AI answer and the pages it cites. */
const AI_ENGINES: readonly unknown[] = ['chatgpt', 'perplexity', 'google-aimode'];

export function Formatted({ product, object }: { readonly product: Product; readonly object: ApiObject }) {
  const unfinished = product.create !== undefined && object.ready !== true && object.faulty !== true;
  if (unfinished) return <Empty title="No result yet">Still running. Open the request to follow its progress.</Empty>;
  if (object.faulty === true || (typeof object.error === 'string' && object.error))
    return (
      <Empty title="Request failed">
        <p>{typeof object.error === 'string' ? object.error : 'No source returned a usable result.'} The credits were refunded.</p>
      </Empty>
    );
  if (product.type === 'serp' && !AI_ENGINES.includes(object.searchEngine))
    return <ResultPage keyword={String(object.keyword ?? '')} data={(object.data ?? {}) as SerpItems} />;
  const Result = product.type === 'serp' ? AiAnswer : VIEWS[product.type];
  return <Result data={object} />;
}
