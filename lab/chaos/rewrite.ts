// Edits program text. Throws when the text to find does not occur exactly once, because a run without its edits proves nothing.

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
