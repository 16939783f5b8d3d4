// The bar with the send button. It stays at the bottom of the window, whatever is scrolled.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { credits } from '../format.ts';
import type { Price } from './price.tsx';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function ActionBar(props: {
  readonly price: Price;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  /** Called for Ctrl+Enter and Cmd+Enter. The button submits the form by itself. */
  readonly onSend: () => void;
  readonly children: ComponentChildren;
}) {
  const { price, isBusy, isDisabled, onSend, children } = props;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      event.preventDefault();
      onSend();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <div class="action-bar">
      <button type="submit" class="button primary" disabled={isDisabled || isBusy} aria-keyshortcuts="Control+Enter Meta+Enter">
        {isBusy ? 'Sending…' : 'Send request'}
      </button>
      {children}
      <kbd class="tiny muted">{isMac ? '⌘ Enter' : 'Ctrl+Enter'}</kbd>
      <span class="tiny muted cost">{price.quote ? credits(price.quote.cost) : isDisabled ? 'Fill in the required fields' : ''}</span>
    </div>
  );
}
