// Highlights code at build time: comments, strings, keywords and numbers.
const JS =
  'await async const let function return if else for of in new import export from try catch throw class extends type interface while break continue true false null undefined';
const PYTHON = 'def return if elif else for in while import from as with try except raise class not and or None True False lambda yield';
const WORDS = {
  js: JS,
  ts: JS,
  mjs: JS,
  json: 'true false null',
  python: PYTHON,
  py: PYTHON,
  php: 'function return if else foreach as true false string array bool int',
  go: 'package import func return if for range var const nil true false err',
  ruby: 'require def end return unless if do true false',
  sh: 'if then else fi for in do done while export curl npm node npx docker kubectl',
};
const STRINGS = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const HASH = new Set(['sh', 'bash', 'python', 'py', 'ruby']);

export const escapeHtml = (text) => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

export function highlight(code, language = '') {
  const name = language === 'bash' ? 'sh' : language;
  const words = WORDS[name];
  if (words === undefined) return escapeHtml(code);
  const comment = HASH.has(name) ? String.raw`(?:^|(?<=\s))#[^\n]*` : String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`;
  const strings = name === 'sh' || name === 'json' ? STRINGS : `${STRINGS}|\`(?:[^\`\\\\]|\\\\.)*\``;
  // URLs in shell samples stay in one piece, so that the page can replace them with its own.
  const number = name === 'sh' ? '' : '|\\b(\\d[\\d_.]*)\\b';
  const parts = new RegExp(`(${comment})|(${strings})|\\b(${words.replaceAll(' ', '|')})\\b${number}`, 'gm');
  let html = '';
  let end = 0;
  for (const match of code.matchAll(parts)) {
    const kind = ['c', 's', 'k', 'n'][[1, 2, 3, 4].findIndex((group) => match[group] !== undefined)];
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
