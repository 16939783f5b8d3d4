// Paths into a JSON value, such as `organic[0].title`. Paths into `data` and `response` start inside them.

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;

export function childPath(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`;
  if (!PLAIN_NAME.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === '' ? key : `${parent}.${key}`;
}

/** True for the path itself and for every path below it. */
export const isWithin = (path: string, ancestor: string): boolean =>
  path === ancestor || (path.startsWith(ancestor) && (path[ancestor.length] === '.' || path[ancestor.length] === '['));

/** A view may also give a path from the top of the object. */
const spellingsOf = (path: string): string[] => [path, path.replace(/^(?:data|response)\./, '')];

const longest = (paths: readonly string[]): string | null =>
  paths.reduce<string | null>((best, path) => (best === null || path.length > best.length ? path : best), null);

/** Returns the known path that equals the path or is its nearest ancestor. */
export function closestPath(path: string, known: readonly string[]): string | null {
  const spellings = spellingsOf(path);
  const exact = spellings.find((spelling) => known.includes(spelling));
  return exact ?? longest(known.filter((one) => one !== '' && spellings.some((spelling) => isWithin(spelling, one))));
}

/** Returns the index of the view's path that contains the JSON path most closely, or -1. */
export function closestView(jsonPath: string, viewPaths: readonly string[]): number {
  const matches = viewPaths.map((path) => longest(spellingsOf(path).filter((spelling) => isWithin(jsonPath, spelling)))?.length ?? 0);
  const best = Math.max(0, ...matches);
  return best === 0 ? -1 : matches.indexOf(best);
}
