// Hook that returns the current time and updates it every second while it is needed.
import { useEffect, useState } from 'preact/hooks';

export function useNow(isActive: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!isActive) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isActive]);
  return now;
}
