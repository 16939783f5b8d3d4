// URLs from which the dashboard may load the images of a result.

/** Images that browsers draw without running scripts. An SVG inside `img` cannot run scripts or load files. */
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i;

/**
 * Returns the URL for an `img` element: a data URI as it is, an http or https URL through the image proxy of the service.
 * Returns null for every other value, because the content security policy would block it.
 */
export function pictureUrl(url: string | null | undefined): string | null {
  if (!url) return null;
  if (DATA_IMAGE.test(url)) return url;
  return /^https?:\/\/[^/]/i.test(url) ? `/images?url=${encodeURIComponent(url)}` : null;
}
