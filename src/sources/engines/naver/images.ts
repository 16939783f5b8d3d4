// Parses the images of a Naver page, from the data of its script or from the block itself.

import type { ImageItem } from '../../../contract/items.ts';
import { imageItem } from '../../items.ts';
import { all, attribute, closest, readHtml, textOf } from '../../page/html.ts';
import { placesBehind } from '../../page/json-bytes.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { type Fields, isFields, jsonBehind } from './json.ts';
import { finalUrl, isAd, ORIGIN, pictureOf } from './links.ts';

const wordsIn = (value: unknown): string | null => (typeof value === 'string' ? orNull(textOf(readHtml(value))) : null);
const urlIn = (value: unknown): string | null => (typeof value === 'string' ? absoluteUrl(value, ORIGIN) : null);
const sizeIn = (value: unknown): number | null => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : null);

/** The picture tab has its items as JSON in a script. */
export function imagesInScript(bytes: Buffer): ImageItem[] {
  const from = placesBehind(bytes, 'imageSearchTabData', /^\s*=/).next().value;
  if (from === undefined) return [];
  const items = jsonBehind(bytes, 'items', /^"?\s*:\s*(?=\[)/, bytes.indexOf('content', from));
  if (!Array.isArray(items)) return [];
  return items.filter(isFields).flatMap((item: Fields) => {
    const url = urlIn(item.link);
    if (url === null || (item.type !== undefined && item.type !== 'image')) return [];
    return [
      imageItem({
        title: wordsIn(item.title),
        imageUrl: urlIn(item.originalUrl),
        thumbnail: urlIn(item.thumb) ?? urlIn(item.viewerThumb),
        width: sizeIn(item.orgWidth),
        height: sizeIn(item.orgHeight),
        url,
        source: wordsIn(item.writerTitle) ?? wordsIn(item.source),
      }),
    ];
  });
}

/** A picture in a block links to its page or to Naver's viewer. The URL of the thumbnail contains the file. */
export function imagesIn(block: Element): ImageItem[] {
  const seen = new Set<string>();
  return all('a[href] img', block).flatMap((image) => {
    const link = closest(image, (element) => element.name === 'a');
    const url = finalUrl(attribute(link, 'href'));
    const file = pictureOf(image);
    if (url === null || file === null || isAd(url) || seen.has(file)) return [];
    seen.add(file);
    return [
      imageItem({
        url,
        alt: orNull(fold(attribute(image, 'alt') ?? '')),
        imageUrl: file,
        thumbnail: absoluteUrl(attribute(image, 'src'), ORIGIN),
      }),
    ];
  });
}
