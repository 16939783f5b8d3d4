// Code blocks with copy buttons. JSON is coloured.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Browsers offer `navigator.clipboard` only over HTTPS and on localhost. Elsewhere the text of a hidden field is copied. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const focused = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.className = 'visually-hidden';
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  focused?.focus();
  if (!isCopied) throw new Error('The browser does not allow copying.');
}

export function CopyButton({ text, label = 'Copy' }: { readonly text: () => string; readonly label?: string }) {
  const [done, setDone] = useState('');
  const copy = async () => {
    const status = await copyText(text()).then(
      () => 'Copied',
      () => 'Copy failed',
    );
    setDone(status);
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section class="code" tabIndex={0} aria-label={label}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}

/** Longer JSON is not coloured: thousands of elements would slow the page down. */
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
