// A result formatted for reading, or the reason why there is none.
import { Empty } from '../parts/status.tsx';
import type { Product } from './products.ts';
import { ResultPage } from './result-page.tsx';
import type { ApiObject } from './use-progress.ts';

export function Formatted({ product, object }: { readonly product: Product; readonly object: ApiObject }) {
  const unfinished = product.create !== undefined && object.ready !== true && object.faulty !== true;
  if (unfinished) return <Empty title="No result yet">The request is still in progress. Open it to see what it does.</Empty>;
  if (object.faulty === true || (typeof object.error === 'string' && object.error))
    return (
      <Empty title="Request failed">
        <p>{typeof object.error === 'string' ? object.error : 'No source returned a usable result.'} The credits were refunded.</p>
      </Empty>
    );
  return <ResultPage product={product} object={object} />;
}
