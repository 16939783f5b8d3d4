// Marks objects that were not created by an API client, such as those of the dashboard.
import type { OrderItem } from '../../contract/order.ts';

/** The end of such a stored request. Others have no mark, because most objects are created by API clients. */
export const NOT_FROM_API = ',"isFromApi":false}';

/** Returns the item with the mark in its stored request, which needs no further column. */
export const notFromApi = (item: OrderItem): OrderItem => ({ ...item, request: item.request.slice(0, -1) + NOT_FROM_API });

/** A request of a compatibility endpoint, as its provider's client sent it. Stored with the object, and not shown in it. */
export interface Compatibility {
  readonly provider: string;
  readonly parameters: object;
}

/** Returns the item with the provider's parameters in its stored request. */
export const withCompatibility = (item: OrderItem, compatibility: Compatibility): OrderItem => ({
  ...item,
  request: `${item.request.slice(0, -1)},"compatibility":${JSON.stringify(compatibility)}}`,
});
