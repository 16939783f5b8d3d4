// The bytes of a page for parsers that search in bytes.
import type { Page } from '../adapter.ts';
import { encodingOf } from '../charset.ts';

/** Returns the page in UTF-8: as it arrived, or written anew when it has another encoding or is known only as text. */
export function utf8BytesOf(page: Pick<Page, 'body' | 'bytes' | 'headers'>): Buffer {
  const { bytes } = page;
  return bytes && encodingOf(bytes, page.headers['content-type']) === 'utf-8' ? bytes : Buffer.from(page.body);
}
