// Content that is rendered when the reader comes near to it.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** `wait` keeps it back while content above it is loading, which would move it out of sight. */
export function WhenNear({ wait, children }: { readonly wait: boolean; readonly children: () => ComponentChildren }) {
  const [isNear, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isNear || wait || !place.current) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true), {
      rootMargin: '200px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear, wait]);
  return isNear ? children() : <div ref={place} class="not-yet-near" />;
}
