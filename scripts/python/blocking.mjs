// Derives the blocking client from the asynchronous one, so that both behave equally.

/** Applied in order. Both clients have equal modules `flow` and `transport`, which are written by hand. */
const RULES = [
  [/\basync (def|for|with)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\bAsyncClient\b/g, 'Client'],
  [/\bAsync(Iterator|Iterable|Generator)\b/g, '$1'],
  [/\bAwaitable\[([^[\]]*(?:\[[^[\]]*\])?)\]/g, '$1'],
  [/__a(enter|exit|iter|next)__/g, '__$1__'],
  [/\baclose\b/g, 'close'],
  [/\basynchronous client\b/g, 'blocking client'],
];

/** Returns the text of a module without `async` and `await`. */
export function blockingText(text, name) {
  const head = `# Derived from _async/${name} by \`npm run python\`. Do not edit.\n`;
  return RULES.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), head + text);
}
