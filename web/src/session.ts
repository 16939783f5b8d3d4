// The signed-in credentials: API key, admin token, or both. Stored for this tab only.
import { useEffect, useState } from 'preact/hooks';
import { BASE_PATH } from './base-path.ts';

export interface Session {
  readonly key?: string;
  readonly token?: string;
}
export type Credential = 'key' | 'token';

/** Services below different paths of one origin share the storage. */
const NAME = `sextant.session${BASE_PATH}`;
const listeners = new Set<(session: Session) => void>();
let current: Session = read();

function read(): Session {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as Session;
  } catch {
    return {};
  }
}

export const session = (): Session => current;

export function signIn(more: Session): void {
  current = { ...current, ...more };
  store();
}

export function signOut(which?: Credential): void {
  const { key, token } = current;
  current = which === undefined ? {} : which === 'key' ? { ...(token ? { token } : {}) } : { ...(key ? { key } : {}) };
  store();
}

function store(): void {
  sessionStorage.setItem(NAME, JSON.stringify(current));
  for (const listener of listeners) listener(current);
}

export function useSession(): Session {
  const [value, setValue] = useState(current);
  useEffect(() => {
    listeners.add(setValue);
    return () => {
      listeners.delete(setValue);
    };
  }, []);
  return value;
}

export const isKey = (text: string): boolean => /^sxt_(?:live|test)_/.test(text);
export const modeOf = (key: string): 'live' | 'test' => (key.startsWith('sxt_live_') ? 'live' : 'test');
