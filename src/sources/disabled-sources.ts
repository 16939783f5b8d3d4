// Sources that operators switched off, by engine. Routes leave them out.

export interface DisabledSources {
  /** Replaces the whole list. */
  set(sources: readonly (readonly [engine: string, source: string])[]): void;
  /** Returns the sources of a route that are not switched off. */
  without<T extends { readonly name: string }>(engine: string, route: readonly T[]): T[];
}

/** A name also stands for its variants, as in `SERP_ROUTES`: `page` includes `page-de`. */
export const includesSource = (disabled: string, name: string): boolean => name === disabled || name.startsWith(`${disabled}-`);

export function createDisabledSources(): DisabledSources {
  let byEngine: ReadonlyMap<string, readonly string[]> = new Map();
  return {
    set: (sources) => {
      const engines = new Set(sources.map(([engine]) => engine));
      byEngine = new Map([...engines].map((engine) => [engine, sources.filter(([name]) => name === engine).map(([, source]) => source)]));
    },
    without: (engine, route) => {
      const disabled = byEngine.get(engine);
      if (disabled === undefined) return [...route];
      // The sandbox is no live source and cannot be switched off.
      return route.filter(({ name }) => name === 'sandbox' || !disabled.some((one) => includesSource(one, name)));
    },
  };
}
