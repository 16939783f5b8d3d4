// Images of results for the dashboard: signed links, and the image behind a link.
import type { FastifyInstance } from 'fastify';
import { errors } from '../../contract/errors.ts';
import { ResultImages } from '../../contract/images.ts';
import type { Account } from '../../contract/order.ts';
import { type Image, ImageProblem } from '../../platform/image-fetch.ts';
import type { Limits } from '../limits.ts';
import { accountOf, FETCH_STATUSES, idPath, responses } from './operation.ts';

export interface ImageRouteParts {
  /** Returns null when the account has no such object. */
  readonly imageLinks: (account: Account, id: string) => Promise<ResultImages | null>;
  /** Returns null for a link that is invalid or has expired. Throws `ImageProblem`. */
  readonly readImage: (token: string) => Promise<{ readonly image: Image; readonly expiresAt: Date } | null>;
}

export function imageRoutes(app: FastifyInstance, parts: ImageRouteParts, limits: Pick<Limits, 'address'>): void {
  app.get<{ Params: { id: string } }>(
    '/objects/:id/images',
    {
      schema: {
        tags: ['objects'],
        summary: 'Get links to the images of one object',
        description:
          'For pages that may not load images from other hosts, such as the dashboard. The links are valid for one to two hours.',
        params: idPath,
        response: responses(ResultImages, FETCH_STATUSES),
      },
    },
    async (request) => {
      const links = await parts.imageLinks(accountOf(request), request.params.id);
      if (links === null) throw errors.notFound();
      return links;
    },
  );
  // An <img> element cannot send a key, so the signed token is the permission.
  app.get<{ Params: { token: string } }>(
    '/images/:token',
    { config: { access: 'anybody' }, exposeHeadRoute: false, schema: { hide: true } },
    async (request, reply) => {
      // Public routes have no rate limit otherwise.
      limits.address(request.ip, reply, false);
      const found = await parts.readImage(request.params.token).catch((error: unknown) => {
        if (error instanceof ImageProblem) throw errors.imageUnavailable(error.message, error);
        throw error;
      });
      if (found === null) throw errors.badImageLink();
      const seconds = Math.max(0, Math.floor((found.expiresAt.getTime() - Date.now()) / 1000));
      return (
        reply
          .header('cache-control', `private, max-age=${seconds}`)
          .header('cross-origin-resource-policy', 'same-origin')
          // An image that is opened as a page runs nothing and loads nothing.
          .header('content-security-policy', "default-src 'none'; sandbox")
          .type(found.image.type)
          .send(found.image.bytes)
      );
    },
  );
}
