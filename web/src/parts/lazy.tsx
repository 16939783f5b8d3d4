// Components that are loaded on first use, each from its own file.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { asProblem, type Problem } from '../api.ts';
import { Loading, ProblemNotice } from './status.tsx';

export type LazyComponent<Props> = ComponentType<Props> & {
  /** Starts loading before the component is shown. */
  readonly preload: () => void;
};

/** Returns a component that loads another one. It shows a placeholder until then. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  function Lazy(props: Props) {
    const [, setReady] = useState(loaded !== null);
    const [problem, setProblem] = useState<Problem | null>(null);
    useEffect(() => {
      if (loaded) return;
      let isMounted = true;
      load().then(
        (component) => {
          loaded = component;
          if (isMounted) setReady(true);
        },
        (error) => isMounted && setProblem(asProblem(error)),
      );
      return () => {
        isMounted = false;
      };
    }, []);
    // A reload fetches the file again, also after an upgrade that renamed it.
    if (problem) return <ProblemNotice problem={problem} retry={() => location.reload()} />;
    const Component = loaded;
    return Component ? <Component {...props} /> : <Loading />;
  }
  // The browser caches the file. A failure is reported when the component is shown.
  return Object.assign(Lazy, { preload: () => void load().catch(() => undefined) });
}
