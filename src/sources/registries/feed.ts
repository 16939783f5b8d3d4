// Feeds markup to a parser so that no page can make it slow.
import { Parser } from 'htmlparser2';

/** The parser's work per tag grows with the depth; browsers stop nesting at 512 elements. */
const DEPTH_MAX = 1000;
const PIECE_LENGTH = 4096;

export interface MarkupHandler {
  /** Forget which elements are open. */
  onreset(): void;
  onopentag(name: string, attributes: Readonly<Record<string, string>>): void;
  ontext(text: string): void;
  onclosetag(name: string): void;
}

/**
 * Reads the markup in pieces. A page that nests deeper than any real one loses its depth there and is read on from the top.
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
