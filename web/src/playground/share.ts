// A request as a link. It follows the hash, so no server or log sees it, and contains no key.
import { linkTo, type Route } from '../route.ts';
import { type Product, productOf, type Request } from './products.ts';

export function shareLink(product: Product, request: Request): string {
  return linkTo('playground', { type: product.type, request: JSON.stringify(request) });
}

export function readShared({ query }: Route): { product: Product; request: Request } {
  const product = productOf(query.get('type'));
  try {
    const request: unknown = JSON.parse(query.get('request') ?? '');
    if (typeof request === 'object' && request !== null && !Array.isArray(request)) return { product, request: request as Request };
  } catch {
    // A truncated link shows the example instead.
  }
  return { product, request: product.example };
}
