// Markdown of an AI answer as elements. It creates no HTML from the text, and links only to http and https.
import type { ComponentChildren, JSX } from 'preact';
import type { CitedSource } from './answers.ts';
import { ExternalLink } from './external-link.tsx';
import { type Block, parseMarkdown } from './markdown-blocks.ts';
import type { Inline } from './markdown-inline.ts';
import { headingLevels, plainTextOf } from './markdown-text.ts';
import { sourcesOf } from './sources.ts';

/** Headings start below the title of the card. */
const FIRST_HEADING = 3;
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

interface Shared {
  readonly sources: readonly CitedSource[];
  readonly levels: ReadonlyMap<Block, number>;
}

export function Markdown(props: {
  readonly text: string;
  readonly sources?: readonly CitedSource[];
  /** Numbers of sources that the whole text cites, shown at its end. */
  readonly cites?: readonly number[];
  readonly path?: string;
}) {
  const { text, sources = [], cites = [], path } = props;
  const blocks = withCites(parseMarkdown(text, sourcesOf(sources)), cites);
  const shared = { sources, levels: headingLevels(blocks, FIRST_HEADING) };
  return (
    <div class="markdown" data-path={path}>
      <Blocks blocks={blocks} shared={shared} />
    </div>
  );
}

/** Adds citations at the end of the last paragraph or list item, or below a block of another kind. */
function withCites(blocks: readonly Block[], cites: readonly number[]): readonly Block[] {
  if (cites.length === 0) return blocks;
  const marks = cites.map((number): Inline => ({ kind: 'citation', number }));
  const [before, last] = [blocks.slice(0, -1), blocks.at(-1)];
  if (last?.kind === 'paragraph') return [...before, { ...last, children: [...last.children, ...marks] }];
  if (last?.kind === 'list' && last.items.length > 0) {
    const items = [...last.items.slice(0, -1), withCites(last.items.at(-1)!, cites)];
    return [...before, { ...last, items }];
  }
  return [...blocks, { kind: 'paragraph', children: marks }];
}

function Blocks({ blocks, shared }: { readonly blocks: readonly Block[]; readonly shared: Shared }) {
  return (
    <>
      {blocks.map((block, index) => (
        <BlockElement key={index} block={block} shared={shared} />
      ))}
    </>
  );
}

function BlockElement({ block, shared }: { readonly block: Block; readonly shared: Shared }): JSX.Element {
  switch (block.kind) {
    case 'heading': {
      const Heading = HEADINGS[(shared.levels.get(block) ?? FIRST_HEADING) - 1] ?? 'h6';
      return <Heading>{inlines(block.children, shared)}</Heading>;
    }
    case 'paragraph':
      return <p>{inlines(block.children, shared)}</p>;
    case 'list':
      return <List block={block} shared={shared} />;
    case 'table':
      return <MarkdownTable block={block} shared={shared} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.children} shared={shared} />
        </blockquote>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'rule':
      return <hr />;
  }
}

function List({ block, shared }: { readonly block: Block & { readonly kind: 'list' }; readonly shared: Shared }) {
  const items = block.items.map((item, index) => <li key={index}>{itemContent(item, shared)}</li>);
  return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
}

/** The first paragraph of an item needs no element, so that short items stay close together. */
function itemContent(item: readonly Block[], shared: Shared): ComponentChildren {
  const [first, ...others] = item;
  if (first?.kind !== 'paragraph') return <Blocks blocks={item} shared={shared} />;
  return (
    <>
      {inlines(first.children, shared)}
      <Blocks blocks={others} shared={shared} />
    </>
  );
}

function MarkdownTable({ block, shared }: { readonly block: Block & { readonly kind: 'table' }; readonly shared: Shared }) {
  const names = block.header.map(plainTextOf).filter((name) => name !== '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section class="markdown-table" aria-label={`Table of ${names.join(', ') || 'values'}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {block.header.map((cell, index) =>
              // A header without text would be announced as an empty header.
              cell.length === 0 ? (
                <td key={index} />
              ) : (
                <th key={index} scope="col">
                  {inlines(cell, shared)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{inlines(cell, shared)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const inlines = (children: readonly Inline[], shared: Shared): ComponentChildren =>
  children.map((inline, index) => <InlineElement key={index} inline={inline} shared={shared} />);

function InlineElement({ inline, shared }: { readonly inline: Inline; readonly shared: Shared }): JSX.Element {
  switch (inline.kind) {
    case 'text':
      return <>{inline.text}</>;
    case 'code':
      return <code>{inline.text}</code>;
    case 'break':
      return <br />;
    case 'strong':
      return <strong>{inlines(inline.children, shared)}</strong>;
    case 'emphasis':
      return <em>{inlines(inline.children, shared)}</em>;
    case 'deleted':
      return <del>{inlines(inline.children, shared)}</del>;
    case 'citation':
      return <Citation number={inline.number} sources={shared.sources} />;
    case 'link':
      return (
        <>
          <ExternalLink url={inline.url}>{inlines(inline.children, shared)}</ExternalLink>
          {inline.source !== null && <Citation number={inline.source} sources={shared.sources} />}
        </>
      );
  }
}

function Citation({ number, sources }: { readonly number: number; readonly sources: readonly CitedSource[] }) {
  const source = sources.find((one) => one.number === number);
  return (
    <sup class="citation">
      <ExternalLink url={source?.url} label={`Source ${number}: ${source?.title ?? 'unknown'}`}>
        {number}
      </ExternalLink>
    </sup>
  );
}
