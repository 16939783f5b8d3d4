// URLs from which the dashboard may load the images of a result.
import { BASE_PATH } from '../base-path.ts';

/** Paths of the image proxy by the URL of the image. */
export type PictureLinks = ReadonlyMap<string, string>;

/** Images that browsers draw without running scripts. An SVG inside `img` cannot run scripts or load files. */
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i;

/**
 * Returns the URL for an `img` element: a data URI as it is, another URL as its path on the image proxy.
 * Returns null for an image without a link. The content security policy would block its host.
 */
export function pictureUrl(url: string | null | undefined, links: PictureLinks): string | null {
  if (!url) return null;
  return DATA_IMAGE.test(url) ? url : (links.get(url) ?? null);
}

/** Returns the links of a response of `GET /objects/{id}/images`. Only paths of this service are used. */
export const linksOf = (images: readonly { readonly url: string; readonly path: string }[]): PictureLinks =>
  new Map(images.filter(({ path }) => path.startsWith(`${BASE_PATH}/images/`)).map(({ url, path }) => [url, path]));
