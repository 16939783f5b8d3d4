// Text and heading levels of parsed Markdown.
import type { Block } from './markdown-blocks.ts';
import type { Inline } from './markdown-inline.ts';

const HEADING_MAX = 6;

/** Returns the visible text of a line, without citation marks. */
export function plainTextOf(children: readonly Inline[]): string {
  return children
    .map((inline) => {
      if (inline.kind === 'text' || inline.kind === 'code') return inline.text;
      if (inline.kind === 'break') return ' ';
      return inline.kind === 'citation' ? '' : plainTextOf(inline.children);
    })
    .join('');
}

/**
 * Returns the level of each heading on the page. The highest one of the text gets `first`, and none is more than one
 * level below the heading before it. Models often start with a third level, or skip one.
 */
export function headingLevels(blocks: readonly Block[], first: number): ReadonlyMap<Block, number> {
  const headings = headingsIn(blocks);
  const highest = headings.reduce((least, { level }) => Math.min(least, level), HEADING_MAX);
  const levels = new Map<Block, number>();
  let previous = first - 1;
  for (const heading of headings) {
    previous = Math.min(HEADING_MAX, previous + 1, first + heading.level - highest);
    levels.set(heading, previous);
  }
  return levels;
}

/** Returns all headings in reading order. Lists and quotes may contain some. */
function headingsIn(blocks: readonly Block[]): (Block & { readonly kind: 'heading' })[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'heading') return [block];
    if (block.kind === 'quote') return headingsIn(block.children);
    return block.kind === 'list' ? block.items.flatMap(headingsIn) : [];
  });
}
