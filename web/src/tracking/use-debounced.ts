// Hook that returns a value after it has stayed the same for a moment, for prices while typing.
import { useEffect, useState } from 'preact/hooks';

const WAIT_MS = 400;

export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
