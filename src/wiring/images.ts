// Builds the image proxy: signed links to the images of results, fetched with the SSRF guard and cached. Images of test results are drawn.
import { createHmac } from 'node:crypto';
import type { ImageRouteParts } from '../api/routes/images.ts';
import { readBody } from '../business/orders/body.ts';
import type { Store } from '../business/orders/objects.ts';
import type { Config } from '../config.ts';
import { toDateTime } from '../contract/dates.ts';
import type { SerpData } from '../contract/items.ts';
import type { Account } from '../contract/order.ts';
import { KINDS } from '../contract/vocabulary.ts';
import { createHttpClient } from '../platform/http.ts';
import { cacheImages } from '../platform/image-cache.ts';
import { createImageFetch, type FetchImage } from '../platform/image-fetch.ts';
import { limitImages } from '../platform/image-slots.ts';
import { createTokenSigner } from '../platform/signed-token.ts';
import type { GuardPolicy, Resolve } from '../platform/ssrf-guard.ts';
import { imageUrlsOf } from '../products/serp/image-urls.ts';
import { renderPicture } from '../sources/sandbox/pictures.ts';
import type { Secrets } from './secrets.ts';
import { PAGE_POLICY } from './source-access.ts';

export interface ImagesParts {
  readonly config: Pick<Config, 'BASE_PATH' | 'IMAGE_PROXY' | 'REPLAY_DIR'>;
  readonly secrets: Pick<Secrets, 'keyPepper'>;
  readonly store: Pick<Store, 'fetch'>;
  readonly resolve: Resolve;
  /** Default: public IP addresses only. */
  readonly policy?: GuardPolicy;
}

export interface Images {
  readonly routes: ImageRouteParts;
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** All links of one hour expire together, so that a page opened twice has the same links and its images are cached. */
const expiryAt = (now: number): Date => new Date((Math.floor(now / HOUR_MS) + 2) * HOUR_MS);

export function createImages({ config, secrets, store, resolve, policy = PAGE_POLICY }: ImagesParts): Images {
  // A lab with captured pages reaches no network.
  const isEnabled = config.IMAGE_PROXY && config.REPLAY_DIR === null;
  const client = createHttpClient({ policy, resolve, connectionsPerHost: 8, connectMsMax: 5000 });
  const fetch = drawnOr(cacheImages(limitImages(createImageFetch(client))));
  const signer = createTokenSigner(createHmac('sha256', secrets.keyPepper).update('sextant image links').digest('base64url'));
  const urlsOf = async (account: Account, id: string): Promise<string[] | null> => {
    const kinds = KINDS.map((kind) => store.fetch({ accountId: account.id, mode: account.mode, kind, ids: [id] }));
    const [stored] = (await Promise.all(kinds)).flat();
    if (!stored) return null;
    const body = stored.result?.body;
    if (!body || stored.kind !== 'serp' || !isEnabled) return [];
    // The stored text also contains the closing brace of the surrounding object.
    const urls = imageUrlsOf(JSON.parse((await readBody(body)).toString().slice(0, -1)) as SerpData);
    // Test keys never reach the network.
    return account.mode === 'test' ? urls.filter((url) => renderPicture(url) !== null) : urls;
  };
  return {
    routes: {
      imageLinks: async (account, id) => {
        const urls = await urlsOf(account, id);
        if (urls === null) return null;
        const expiresAt = expiryAt(Date.now());
        const images = urls.map((url) => ({ url, path: `${config.BASE_PATH}/images/${signer.sign(`${account.id} ${url}`, expiresAt)}` }));
        return { images, expiresAt: toDateTime(expiresAt) };
      },
      readImage: async (token) => {
        const link = isEnabled ? signer.read(token) : null;
        if (link === null) return null;
        const space = link.text.indexOf(' ');
        const [account, url] = [Number(link.text.slice(0, space)), link.text.slice(space + 1)];
        return { image: await fetch(url, account), expiresAt: link.expiresAt };
      },
    },
    close: () => client.close(),
  };
}

/** Draws the images of the sandbox, whose host does not exist. */
const drawnOr =
  (fetch: FetchImage): FetchImage =>
  async (url, account) => {
    const drawn = renderPicture(url);
    return drawn === null ? fetch(url, account) : { type: 'image/svg+xml', bytes: Buffer.from(drawn) };
  };
