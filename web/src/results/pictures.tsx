// An image of a result. Its size is fixed, so that nothing moves while it loads or when it fails.
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';
import { useSession } from '../session.ts';
import { useApi } from '../use-api.ts';
import { linksOf, type PictureLinks, pictureUrl } from './picture.ts';

const Links = createContext<PictureLinks>(new Map());

interface ImageList {
  readonly images: readonly { readonly url: string; readonly path: string }[];
}

/** Gives the pictures in it their links on the image proxy. */
export function PictureLinksOf({ id, children }: { readonly id: string | null; readonly children: ComponentChildren }) {
  const { key } = useSession();
  const { data } = useApi<ImageList>(id !== null && key ? `/objects/${id}/images` : null);
  const links = useMemo(() => linksOf(data?.images ?? []), [data]);
  return <Links.Provider value={links}>{children}</Links.Provider>;
}

interface PictureProps {
  readonly url: string | null | undefined;
  /** Empty for images that repeat the text beside them. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

export function Picture({ url, alt, width, height }: PictureProps) {
  const source = pictureUrl(url, useContext(Links));
  if (source === null) return <Placeholder width={width} height={height} />;
  // Another image starts without the failure of the one before.
  return <LoadedPicture key={source} url={source} alt={alt} width={width} height={height} />;
}

function LoadedPicture({ url, alt, width, height }: PictureProps & { readonly url: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Placeholder width={width} height={height} />;
  const onError = () => setFailed(true);
  return <img class="picture" src={url} alt={alt} width={width} height={height} loading="lazy" decoding="async" onError={onError} />;
}

/** A frame with hills and a sun, drawn in the colours of the theme. */
function Placeholder({ width, height }: Pick<PictureProps, 'width' | 'height'>) {
  return (
    <svg
      class="picture placeholder"
      width={width}
      height={height}
      viewBox="0 0 48 36"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path d="M12 25 20 14l6 8 4-5 7 8z" />
      <circle cx="31" cy="12" r="2.5" />
    </svg>
  );
}
