// Code to read and to take along; JSON gets a little colour.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export function CopyButton({ text, label = 'Copy' }: { readonly text: () => string; readonly label?: string }) {
  const [done, setDone] = useState('');
  const copy = async () => {
    const said = await navigator.clipboard.writeText(text()).then(
      () => 'Copied',
      () => 'Not allowed',
    );
    setDone(said);
    setTimeout(() => setDone(''), 1500);
  };
  return (
    <button type="button" class="button small" onClick={copy}>
      <span aria-live="polite">{done || label}</span>
    </button>
  );
}

export function Code({ text, label }: { readonly text: ComponentChildren; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="code" tabIndex={0} aria-label={label}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}

/** Longer texts are shown plain: thousands of coloured pieces would make the page slow. */
const COLOURED_MAX = 60_000;
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g;

export function Json({ value, label = 'JSON' }: { readonly value: unknown; readonly label?: string }) {
  const text = JSON.stringify(value, null, 2) ?? '';
  return <Code label={label} text={text.length > COLOURED_MAX ? text : coloured(text)} />;
}

function coloured(text: string): ComponentChildren[] {
  const pieces: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, quoted, colon] = match;
    if (match.index > end) pieces.push(text.slice(end, match.index));
    pieces.push(<span class={colon ? 'name' : quoted ? 'text' : 'value'}>{whole}</span>);
    end = match.index + whole.length;
  }
  pieces.push(text.slice(end));
  return pieces;
}
