// Sources that operators or canaries switched off, by engine. Routes leave them out.

export interface DisabledSources {
  /** Replaces the whole list. An exact name does not stand for its variants. */
  set(sources: readonly (readonly [engine: string, source: string, exact?: boolean])[]): void;
  /** Returns the sources of a route that are not switched off. */
  without<T extends { readonly name: string }>(engine: string, route: readonly T[]): T[];
}

/** A name also stands for its variants, as in `SERP_ROUTES`: `page` includes `page-de`. */
export const includesSource = (disabled: string, name: string): boolean => name === disabled || name.startsWith(`${disabled}-`);

export function createDisabledSources(): DisabledSources {
  let byEngine: ReadonlyMap<string, readonly { readonly source: string; readonly exact: boolean }[]> = new Map();
  return {
    set: (sources) => {
      const engines = new Set(sources.map(([engine]) => engine));
      const ofEngine = (engine: string) =>
        sources.filter(([name]) => name === engine).map(([, source, exact = false]) => ({ source, exact }));
      byEngine = new Map([...engines].map((engine) => [engine, ofEngine(engine)]));
    },
    without: (engine, route) => {
      const disabled = byEngine.get(engine);
      if (disabled === undefined) return [...route];
      // The sandbox is no live source and cannot be switched off.
      return route.filter(
        ({ name }) => name === 'sandbox' || !disabled.some(({ source, exact }) => (exact ? source === name : includesSource(source, name))),
      );
    },
  };
}
