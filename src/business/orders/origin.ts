// Objects that were not made by a client of the API: those of the dashboard, and of whatever else makes objects for an account.
import type { OrderItem } from '../../contract/order.ts';

/** How such a request ends as it is stored; all others say nothing, because nearly all are made by clients. */
export const NOT_FROM_API = ',"isFromApi":false}';

/** The same item, stored with where it came from: nothing more has to be written or read for it. */
export const notFromApi = (item: OrderItem): OrderItem => ({ ...item, request: item.request.slice(0, -1) + NOT_FROM_API });
