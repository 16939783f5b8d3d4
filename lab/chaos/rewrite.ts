// Changes program text at named places, and refuses when a place is not there exactly once: a harness that misses its mark proves nothing.

export interface Edit {
  readonly find: string;
  readonly put: string;
}

export function rewrite(text: string, edits: readonly Edit[], where: string): string {
  let changed = text;
  for (const { find, put } of edits) {
    const count = changed.split(find).length - 1;
    if (count !== 1)
      throw new Error(`The place “${find}” stands ${count} times in ${where}, not once: the chaos harness must follow the code.`);
    changed = changed.replace(find, () => put);
  }
  return changed;
}
