// Parses small parts of items in provider responses: texts, links, pictures, prices, ratings.
import type { Image, Link, Rating } from '../../contract/items.ts';
import { type Json, objects, text } from '../model-json.ts';
import { fold, orNull } from '../text.ts';
import { countIn, numberIn, webAddressIn } from './response.ts';

/** Returns a text in one line, or null. Providers have removed the markup, so a `<` is a `<`. */
export const lineIn = (value: unknown): string | null => {
  const raw = text(value);
  return raw === null ? null : orNull(fold(raw));
};

/** Returns the title and URL of an item, or null when one is missing. */
export function titledIn(item: Json, addressField: 'url' | 'link' = 'url'): { readonly title: string; readonly url: string } | null {
  const [title, url] = [lineIn(item.title), webAddressIn(item[addressField])];
  return title === null || url === null ? null : { title, url };
}

export const linksIn = (value: unknown, addressField: 'url' | 'link' = 'url'): Link[] =>
  objects(value).flatMap((link) => {
    const known = titledIn(link, addressField);
    return known ? [{ ...known, description: lineIn(link.description) ?? lineIn(link.snippet) }] : [];
  });

/** Returns one picture as a list. The list is empty without a picture URL, for example for an embedded picture. */
export const imageIn = (value: unknown, alt: string | null = null, sourceUrl: string | null = null): Image[] => {
  const url = webAddressIn(value);
  return url === null ? [] : [{ url, alt, sourceUrl }];
};

export function ratingIn(value: unknown, votes: unknown, max: unknown = 5): Rating | null {
  const number = numberIn(value);
  return number === null ? null : { value: number, max: numberIn(max) ?? 5, votes: countIn(votes) };
}
