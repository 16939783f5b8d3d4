// Hash routes such as `#/objects/65f0…?state=ready`. They are never sent to a server.
import { useEffect, useState } from 'preact/hooks';

export interface Route {
  readonly page: string;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [page = '', id] = path.split('/');
  return { page: page || 'playground', id: id ? decodeURIComponent(id) : undefined, query: new URLSearchParams(query) };
}

export function linkTo(page: string, fields: Readonly<Record<string, string | undefined>> = {}, id?: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value) query.set(name, value);
  const text = query.toString();
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ''}${text ? `?${text}` : ''}`;
}

export function go(link: string): void {
  location.hash = link;
}

/** Changes the URL without a new history entry, for filters that change while typing. */
export function replaceRoute(link: string): void {
  history.replaceState(null, '', link);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const update = () => setHash(location.hash);
    window.addEventListener('hashchange', update);
    return () => window.removeEventListener('hashchange', update);
  }, []);
  return readRoute(hash);
}
