// Hook for the images of one result. The content policy allows only images of this service.
import { useCallback, useMemo } from 'preact/hooks';
import { useApi } from './use-api.ts';

interface ResultImages {
  readonly images: readonly { readonly url: string; readonly path: string }[];
}

/** Returns the path of an image on this service, or null when there is none: show the item without its image then. */
export type ImagePath = (url: string | null | undefined) => string | null;

/** `id` is null while there is no finished request. */
export function useImages(id: string | null): ImagePath {
  const { data } = useApi<ResultImages>(id === null ? null : `/objects/${encodeURIComponent(id)}/images`);
  const paths = useMemo(() => new Map(data?.images.map(({ url, path }) => [url, path])), [data]);
  return useCallback((url) => (url ? (paths.get(url) ?? null) : null), [paths]);
}
