// Parses markup in chunks, so that no page can make the parser slow.
import { Parser } from 'htmlparser2';

/** The parser's time per tag grows with the depth. Browsers limit nesting to 512 elements. */
const DEPTH_MAX = 1000;
const PIECE_LENGTH = 4096;

export interface MarkupHandler {
  /** Discards the open elements. */
  onreset(): void;
  onopentag(name: string, attributes: Readonly<Record<string, string>>): void;
  ontext(text: string): void;
  onclosetag(name: string): void;
}

/**
 * Parses the markup in chunks. When a page is nested deeper than any real one, the open elements are discarded and
 * parsing continues at the top level.
 */
export function feedMarkup(markup: string, handler: MarkupHandler): void {
  let depth = 0;
  const parser = new Parser({
    onreset: () => handler.onreset(),
    onopentag(name, attributes) {
      depth++;
      handler.onopentag(name, attributes);
    },
    ontext: (text) => handler.ontext(text),
    onclosetag(name) {
      depth--;
      handler.onclosetag(name);
    },
  });
  for (let at = 0; at < markup.length; at += PIECE_LENGTH) {
    parser.write(markup.slice(at, at + PIECE_LENGTH));
    if (depth <= DEPTH_MAX) continue;
    parser.reset();
    depth = 0;
  }
  parser.end();
}
