// Small parts that several kinds of results share: links, ratings, prices, times and lists of facts.
import type { ComponentChildren } from 'preact';
import type { Link, Price, Rating, Table } from '../../../../src/contract/items.ts';
import { absoluteTime, number } from '../../format.ts';
import { Time } from '../../parts/time.tsx';
import { ExternalLink } from '../external-link.tsx';
import { splitBold } from './highlight.ts';

/** Links to a result. A link without text shows its URL. */
export const ResultLink = ({ url, children }: { readonly url: string | null | undefined; readonly children: ComponentChildren }) => (
  <ExternalLink url={url}>{children || url}</ExternalLink>
);

/** The title of a card, as a link. */
export const CardTitle = ({ url, children }: { readonly url: string | null; readonly children: ComponentChildren }) => (
  <h4>
    <ResultLink url={url}>{children}</ResultLink>
  </h4>
);

const STARS = 5;

export function Stars({ rating }: { readonly rating: Rating | null }) {
  if (!rating) return null;
  const { value, max, votes } = rating;
  const share = Math.max(0, Math.min(1, value / (max || STARS)));
  return (
    <span class="rating">
      <span class="stars" aria-hidden="true">
        {'★'.repeat(STARS)}
        <i style={{ width: `${share * 100}%` }}>{'★'.repeat(STARS)}</i>
      </span>{' '}
      {max === STARS ? value : `${value}/${max}`}
      <span class="visually-hidden"> of {max} stars</span>
      {votes !== null && (
        <span class="muted" title={`${number(votes)} ratings`}>
          {' '}
          ({number(votes)})
        </span>
      )}
    </span>
  );
}

export const PriceText = ({ price }: { readonly price: Price | null }) =>
  price ? <strong class="price-text">{price.displayed}</strong> : null;

/** RSS feeds have times for machines, such as `Tue, 17 Nov 2026 23:00:00 GMT`. */
const HAS_SECONDS = /\d{2}:\d{2}:\d{2}/;

/** The time as the engine shows it, otherwise relative to now. */
export function Published({ date, publishedAt }: { readonly date: string | null; readonly publishedAt: string | null }) {
  if (!date || (publishedAt && HAS_SECONDS.test(date))) return <Time at={publishedAt} empty="" />;
  return !publishedAt ? <span>{date}</span> : <span title={absoluteTime(publishedAt)}>{date}</span>;
}

/** Facts in one line, with a dot between them. Empty ones are left out. */
export function Facts({ facts }: { readonly facts: readonly ComponentChildren[] }) {
  const shown = facts.filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '');
  if (shown.length === 0) return null;
  return (
    <p class="facts tiny muted">
      {shown.map((fact, index) => (
        <span key={index}>{fact}</span>
      ))}
    </p>
  );
}

export function Snippet({ text, bold }: { readonly text: string | null; readonly bold: readonly string[] }) {
  if (!text) return null;
  return <p>{splitBold(text, bold).map((part, index) => (part.isBold ? <b key={index}>{part.text}</b> : part.text))}</p>;
}

export function Sitelinks({ links }: { readonly links: readonly Link[] }) {
  if (links.length === 0) return null;
  return (
    <ul class="sitelinks">
      {links.map(({ title, url, description }) => (
        <li key={`${title} ${url}`}>
          <ResultLink url={url}>{title}</ResultLink>
          {description && <p class="tiny muted">{description}</p>}
        </li>
      ))}
    </ul>
  );
}

export function Bullets({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul class="bullets">
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}

/** A table of an answer. Its rows can be longer than its header. */
export function AnswerTable({ table, caption }: { readonly table: Table | null; readonly caption: string }) {
  if (!table || table.rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section class="answer-table" aria-label={caption} tabIndex={0}>
      <table>
        {table.header.length > 0 && (
          <thead>
            <tr>
              {table.header.map((cell, index) => (
                <th key={index} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
