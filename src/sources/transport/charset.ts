// Turns the bytes of a page into text, by what its first bytes, the server or the page itself say of its encoding.

const META = /<meta[^>]{0,200}charset\s*=\s*["']?([A-Za-z0-9_:.-]{1,40})/i;

export function decodePage(body: Buffer, contentType: string | undefined): string {
  const named = markOf(body) ?? /charset\s*=\s*["']?([A-Za-z0-9_:.-]{1,40})/i.exec(contentType ?? '')?.[1] ?? metaOf(body);
  if (named === undefined) return decodeUnnamed(body);
  try {
    return new TextDecoder(named).decode(body);
  } catch {
    return new TextDecoder('utf-8').decode(body);
  }
}

/** A byte order mark outranks everything else that is said. */
function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : undefined;
}

/** A tag that could be read byte by byte cannot stand in a page of two-byte characters; browsers take it for UTF-8 too. */
function metaOf(body: Buffer): string | undefined {
  const named = META.exec(body.subarray(0, 4096).toString('latin1'))?.[1];
  return named !== undefined && /^utf-?16/i.test(named) ? 'utf-8' : named;
}

/** Pages that say nothing are UTF-8 or, as older ones, Western European. */
function decodeUnnamed(body: Buffer): string {
  try {
    // A page that was cut may end within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(body);
  }
}
