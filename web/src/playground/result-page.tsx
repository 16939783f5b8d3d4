// Selects the view of a finished result by its product. Each view is loaded on first use.
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { type LazyComponent, lazy } from '../parts/lazy.tsx';
import type { Product, ProductType } from './products.ts';
import type { ApiObject } from './use-progress.ts';

/** `data` is the object as the API returns it. */
type View = LazyComponent<{ readonly data: ApiObject }>;

/** Each view has the type of its product. The dashboard does not check responses of its own service again. */
const view = (load: () => Promise<ComponentType<{ readonly data: never }>>): View => lazy(load) as unknown as View;

const VIEWS: Readonly<Record<ProductType, View>> = {
  serp: view(() => import('../results/serp/page.tsx').then(({ SerpPage }) => SerpPage)),
  keyword: view(() => import('../results/keyword-volumes.tsx').then(({ KeywordVolumes }) => KeywordVolumes)),
  'ai-prompt': view(() => import('../results/ai-answer.tsx').then(({ AiAnswer }) => AiAnswer)),
  'ai-analysis': view(() => import('../results/page-analysis.tsx').then(({ PageAnalysis }) => PageAnalysis)),
  whois: view(() => import('../results/registration.tsx').then(({ Registration }) => Registration)),
  technologies: view(() => import('../results/technologies.tsx').then(({ Technologies }) => Technologies)),
};

/** Loads the view of a product while its result is still on the way. */
export function usePreloadedView(product: Product | null): void {
  useEffect(() => {
    if (product) VIEWS[product.type].preload();
  }, [product]);
}

export function ResultPage({ product, object }: { readonly product: Product; readonly object: ApiObject }) {
  // Prompts and analyses are both AI jobs. On the details page only the object says which one it is.
  const View = VIEWS[object.type === 'seo-analysis' ? 'ai-analysis' : product.type];
  return <View data={object} />;
}
