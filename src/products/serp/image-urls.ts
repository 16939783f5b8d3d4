// URLs of the images in a SERP: thumbnails, logos, and the images of results.
import type { SerpData } from '../../contract/items.ts';
import { isUrl } from '../../contract/text.ts';

/** Fields of items whose value is the URL of an image. */
const IMAGE_FIELDS: ReadonlySet<string> = new Set(['thumbnail', 'imageUrl', 'logoUrl', 'image']);
const URL_LENGTH_MAX = 2048;
const URLS_MAX = 1000;

/** Returns each URL once, in the order of the result. Leaves out data URIs, which need no request. */
export function imageUrlsOf(data: SerpData): string[] {
  const urls = new Set<string>();
  // Raw pages are text, so the walk does not enter them.
  const { raw: _, ...items } = data;
  visit(items, (url) => {
    if (urls.size < URLS_MAX && isImageUrl(url)) urls.add(url);
  });
  return [...urls];
}

const isImageUrl = (text: string): boolean => text.length <= URL_LENGTH_MAX && /^https?:\/\//i.test(text) && isUrl(text);

function visit(value: unknown, found: (url: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const entry of value) visit(entry, found);
    return;
  }
  // An image of a result has a `sourceUrl`. An item of the array `images` has none, and its `url` is a page.
  const isImage = 'sourceUrl' in value;
  for (const [name, field] of Object.entries(value)) {
    if (typeof field === 'string' && (IMAGE_FIELDS.has(name) || (isImage && name === 'url'))) found(field);
    else visit(field, found);
  }
}
