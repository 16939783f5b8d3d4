// A link to a page outside the dashboard. A URL that is not http or https is shown as text.
import type { ComponentChildren } from 'preact';
import { safeUrl } from './links.ts';

export function ExternalLink(props: {
  readonly url: string | null | undefined;
  /** The accessible name, if the text alone does not say where the link goes. */
  readonly label?: string;
  readonly path?: string;
  readonly children: ComponentChildren;
}) {
  const { url, label, path, children } = props;
  const target = safeUrl(url);
  if (target === null) return <span data-path={path}>{children}</span>;
  return (
    <a href={target} rel="noreferrer noopener" target="_blank" aria-label={label} title={label} data-path={path}>
      {children}
    </a>
  );
}
