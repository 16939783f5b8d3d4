// Links to the images of a result, for pages that may not load images from other hosts.
import { DateTime } from './dialect.ts';
import Type, { type Static } from './schema.ts';

export const ResultImages = Type.Object({
  images: Type.Array(
    Type.Object({
      url: Type.String({ description: 'The URL of the image, as in the result.' }),
      path: Type.String({ description: 'The path on this service that returns the image. It needs no key.' }),
    }),
    {
      description:
        'The images of test results are drawn by the service, because test keys never reach the network. Empty when the result has no images, or when the operator disabled the image proxy.',
    },
  ),
  expiresAt: DateTime('When the paths stop working.'),
});
export type ResultImages = Static<typeof ResultImages>;
