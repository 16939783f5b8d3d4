// A request as a link. It follows the hash, so no server or log sees it, and contains no key.
import { linkTo, type Route } from '../route.ts';
import { type Product, productOf, type Request } from './products.ts';

export interface Shared {
  readonly product: Product;
  readonly request: Request;
  /** The object whose result is shown below the form. Only the account that created it can read it. */
  readonly id?: string;
}

const ID = /^[0-9a-f]{24}$/;

/** With an id, the link also restores the result. */
export function shareLink(product: Product, request: Request, id?: string | null): string {
  return linkTo('playground', { type: product.type, request: JSON.stringify(request), id: id ?? undefined });
}

export function readShared({ query }: Route): Shared {
  const product = productOf(query.get('type'));
  const id = query.get('id') ?? '';
  const result = ID.test(id) ? { id } : {};
  try {
    const request: unknown = JSON.parse(query.get('request') ?? '');
    if (typeof request === 'object' && request !== null && !Array.isArray(request))
      return { product, request: request as Request, ...result };
  } catch {
    // A truncated link shows the example instead.
  }
  return { product, request: product.example, ...result };
}
