// JSON paths of drawn items, such as `organic[0].title`. The attribute `data-path` holds them.

/**
 * Returns the part of an object that paths start from: `data` of SERPs and keyword requests, `response` of AI jobs,
 * and the whole response of a lookup.
 */
export function resultOf(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  for (const name of ['data', 'response']) {
    const result = object[name];
    if (typeof result === 'object' && result !== null) return result as Readonly<Record<string, unknown>>;
  }
  return object;
}

/** `pathOf('answers', 0, 'references')` returns `answers[0].references`. Empty names are left out. */
export function pathOf(...steps: readonly (string | number)[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else if (step !== '') path += path === '' ? step : `.${step}`;
  }
  return path;
}
