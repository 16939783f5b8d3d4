// Fetches one image through the guarded HTTP client: few redirects, and limits on time and size.
import { type HttpClient, type HttpResponse, ResponseTooLong } from './http.ts';
import { type ImageType, imageTypeOf } from './image-type.ts';

export interface Image {
  /** SVG only for images of the sandbox, which we draw ourselves. */
  readonly type: ImageType | 'image/svg+xml';
  readonly bytes: Buffer;
}

/** Why there is no image. The message completes the sentence "The image …". */
export class ImageProblem extends Error {}

/** The image was not requested, because too many others are being loaded. */
export class ImagesBusy extends ImageProblem {
  constructor(cause?: unknown) {
    super('was not loaded: too many images are being loaded', { cause });
  }
}

/** `account` is the owner of the DNS lookup. Throws `ImageProblem`. */
export type FetchImage = (url: string, account: number) => Promise<Image>;

export interface ImageLimits {
  readonly bytesMax: number;
  /** For the image with all its redirects. */
  readonly msMax: number;
  readonly redirectsMax: number;
}

export const IMAGE_LIMITS: ImageLimits = { bytesMax: 5_000_000, msMax: 10_000, redirectsMax: 3 };

/** No cookies, no referrer, and nothing about the user. SVG is not in the list. */
const HEADERS = { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif', 'user-agent': 'Sextant image proxy' };

export function createImageFetch(client: HttpClient, limits: ImageLimits = IMAGE_LIMITS): FetchImage {
  return async (first, account) => {
    const end = performance.now() + limits.msMax;
    let url = first;
    for (let redirects = 0; redirects <= limits.redirectsMax; redirects++) {
      const response = await send(client, url, account, limits.bytesMax, end - performance.now());
      const { location } = response.headers;
      if (response.status < 300 || response.status >= 400 || location === undefined) return imageIn(response);
      url = redirectTarget(location, url);
    }
    throw new ImageProblem('has too many redirects');
  };
}

/** Never from https to http, where others could replace the image. */
function redirectTarget(location: string, from: string): string {
  const { protocol, href } = parse(location, from);
  if (protocol === 'https:' || (protocol === 'http:' && !from.startsWith('https:'))) return href;
  throw new ImageProblem('has an invalid redirect');
}

function parse(location: string, from: string): URL {
  try {
    return new URL(location, from);
  } catch (error) {
    throw new ImageProblem('has an invalid redirect', { cause: error });
  }
}

async function send(client: HttpClient, url: string, account: number, bytesMax: number, msMax: number): Promise<HttpResponse> {
  if (msMax <= 0) throw new ImageProblem('did not arrive in time');
  try {
    return await client.request({ url, headers: HEADERS, bytesMax, msMax, share: account });
  } catch (error) {
    if (error instanceof ResponseTooLong) throw new ImageProblem(`is larger than ${bytesMax / 1_000_000} MB`, { cause: error });
    if ((error as Error).name === 'TimeoutError') throw new ImageProblem('did not arrive in time', { cause: error });
    // A forbidden address looks like an unreachable one, so that responses reveal nothing about private networks.
    throw new ImageProblem('could not be reached', { cause: error });
  }
}

function imageIn({ status, body }: HttpResponse): Image {
  if (status !== 200) throw new ImageProblem(`was not sent: its host returned status ${status}`);
  const type = imageTypeOf(body);
  if (type === null) throw new ImageProblem('is not a PNG, JPEG, GIF, WebP or AVIF file');
  return { type, bytes: body };
}
