// Raw pages: rendered in a sandboxed frame, or as source code.
import { useEffect, useRef, useState } from 'preact/hooks';
import { BASE_PATH } from '../base-path.ts';
import { number } from '../format.ts';
import { Code, CopyButton } from './code.tsx';
import { SelectField } from './field.tsx';

const SOURCE_MAX = 200_000;

export function RawPages({ pages }: { readonly pages: readonly string[] }) {
  const [at, setAt] = useState(0);
  const [source, setSource] = useState(false);
  const html = pages[at] ?? '';
  return (
    <div class="stacked">
      <div class="row">
        {pages.length > 1 && (
          <SelectField
            label="Page"
            value={String(at)}
            options={pages.map((_, index) => [String(index), String(index + 1)] as const)}
            onText={(text) => setAt(Number(text))}
          />
        )}
        <button type="button" class="button small" aria-pressed={source} onClick={() => setSource(!source)}>
          {source ? 'Show page' : 'Show source'}
        </button>
        <CopyButton text={() => html} label="Copy source" />
        <span class="tiny muted">{number(html.length)} characters. Scripts, images and links are removed.</span>
      </div>
      {source ? <Code label="Page source" text={html.slice(0, SOURCE_MAX)} /> : <Frame html={html} />}
    </div>
  );
}

/** The frame has an opaque origin and no network access. It sends `ready` when it can receive the page. */
function Frame({ html }: { readonly html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const post = () => frame.current?.contentWindow?.postMessage(html, '*');
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'ready') post();
    };
    window.addEventListener('message', onMessage);
    post();
    return () => window.removeEventListener('message', onMessage);
  }, [html]);
  return <iframe ref={frame} class="raw-page" title="Raw page" src={`${BASE_PATH}/raw-page.html`} sandbox="allow-scripts" />;
}
