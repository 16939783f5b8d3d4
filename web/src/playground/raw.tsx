// The pages as they were fetched: shown in a closed frame, or as their source.
import { useEffect, useRef, useState } from 'preact/hooks';
import { number } from '../format.ts';
import { Code, CopyButton } from '../parts/code.tsx';
import { SelectField } from '../parts/field.tsx';

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
          {source ? 'Show the page' : 'Show its source'}
        </button>
        <CopyButton text={() => html} label="Copy source" />
        <span class="tiny muted">{number(html.length)} characters. Shown without scripts, pictures and links.</span>
      </div>
      {source ? <Code label="Source of the page" text={html.slice(0, SOURCE_MAX)} /> : <Frame html={html} />}
    </div>
  );
}

/** The frame has an origin of its own and a policy without network; it says when it is ready for the page. */
function Frame({ html }: { readonly html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const give = () => frame.current?.contentWindow?.postMessage(html, '*');
    const listen = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'ready') give();
    };
    window.addEventListener('message', listen);
    give();
    return () => window.removeEventListener('message', listen);
  }, [html]);
  return <iframe ref={frame} class="raw-page" title="The stored page" src="/raw-page.html" sandbox="allow-scripts" />;
}
