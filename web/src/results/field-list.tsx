// Named values of one JSON object. Values without content are left out, and URLs become links.
import type { ComponentChildren } from 'preact';
import { fieldLabelOf } from '../labels.ts';
import { ExternalLink } from './external-link.tsx';
import { safeUrl, shortUrl } from './links.ts';
import { pathOf } from './paths.ts';

/** Labels of names that cannot be split into words. */
const LABELS: Readonly<Record<string, string>> = {
  ip: 'IP address',
  reverseDNS: 'Reverse DNS',
  hostingASN: 'Hosting ASN',
  hostingPovider: 'Hosting provider', // spelled so by the contract
  linkedin: 'LinkedIn',
};

export function FieldList(props: {
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>> | null | undefined;
  readonly path: string;
  /** Shows only the title until it is opened. */
  readonly folded?: boolean;
}) {
  const { title, values, path, folded = false } = props;
  const filled = Object.entries(values ?? {}).filter(([, value]) => isFilled(value));
  if (filled.length === 0) return null;
  const list = (
    <dl class="pairs">
      {filled.map(([name, value]) => (
        <div key={name} class="pair">
          <dt>{LABELS[name] ?? fieldLabelOf(name)}</dt>
          <dd data-path={pathOf(path, name)}>{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
  if (folded)
    return (
      <details data-path={path}>
        <summary>{title}</summary>
        {list}
      </details>
    );
  return (
    <section data-path={path}>
      <h3>{title}</h3>
      {list}
    </section>
  );
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

function shown(value: unknown): ComponentChildren {
  if (Array.isArray(value)) return value.map(String).join(', ');
  const url = typeof value === 'string' ? safeUrl(value) : null;
  return url === null ? String(value) : <ExternalLink url={url}>{shortUrl(url)}</ExternalLink>;
}
