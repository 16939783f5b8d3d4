// Writes the texts and links of another result into the markup of a result. Its attributes stay, and so do the engine's marks.
import { applyEdits, attributesOf, type Edit, readMarkup, tagText } from '../robustness/markup.ts';
import { linksTo, type Result } from './blocks.ts';

const HEADINGS = new Set(['h2', 'h3', 'h4']);
/** Shorter texts are labels, such as those of links. They would not be shown for the other result, so they are removed. */
const SNIPPET_LENGTH_MIN = 12;
const UNREAD = new Set(['script', 'style', 'noscript', 'template']);

const written = (text: string): string =>
  Buffer.from(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'), 'utf8').toString('latin1');

/** `block` holds one character per byte. Null for a block without a title. */
export function withResult(block: string, own: Result, other: Result): string | null {
  const { tags, texts } = readMarkup(block);
  const title = tags.find(({ name }) => HEADINGS.has(name)) ?? tags.find(({ name }) => name === 'a');
  if (!title || title.outerEnd === null) return null;
  const link = tags.findLast(({ name, start }) => name === 'a' && start <= title.start) ?? tags.find(({ name }) => name === 'a');
  const hrefOf = (tag: typeof title): string | null => attributesOf(block, tag).find(({ name }) => name === 'href')?.value ?? null;
  const href = link ? hrefOf(link) : null;
  const urls = new Map([[own.url.replace(/#.*$/, '').replace(/\/$/, ''), 0]]);
  const isOwn = (value: string | null): boolean =>
    value !== null && (value === href || linksTo(value.replace(/^["']|["']$/g, ''), urls) !== null);
  const linkEdits = tags.flatMap((tag): Edit[] => {
    const attributes = attributesOf(block, tag);
    if (!attributes.some(({ value }) => isOwn(value))) return [];
    const changed = attributes.map(({ name, value }) => ({ name, value: isOwn(value) ? `"${written(other.url)}"` : value }));
    return [{ start: tag.start, end: tag.end, text: tagText(block, tag, changed) }];
  });
  const open = { title: other.title, snippet: other.snippet ?? '' };
  const textEdits = texts.flatMap(({ parent, start, end }): Edit[] => {
    if (UNREAD.has(parent) || block.slice(start, end).trim() === '') return [];
    const isTitle = start >= title.start && end <= title.outerEnd!;
    const kind = isTitle ? 'title' : 'snippet';
    const text = isTitle || end - start >= SNIPPET_LENGTH_MIN ? open[kind] : '';
    if (text !== '') open[kind] = '';
    return [{ start, end, text: written(text) }];
  });
  return applyEdits(block, [...linkEdits, ...textEdits]);
}
