// Objects: the list of them, or one of them.
import type { Route } from '../route.ts';
import { ObjectListPage } from './list.tsx';
import { ObjectPage } from './object.tsx';

export function Objects({ route }: { readonly route: Route }) {
  return route.id ? <ObjectPage key={route.id} id={route.id} /> : <ObjectListPage route={route} />;
}
