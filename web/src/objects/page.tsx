// The requests page: the list, or the details of one request.
import type { Route } from '../route.ts';
import { ObjectDetailsPage } from './details.tsx';
import { ObjectListPage } from './list.tsx';

export function Objects({ route }: { readonly route: Route }) {
  return route.id ? <ObjectDetailsPage key={route.id} id={route.id} /> : <ObjectListPage route={route} />;
}
