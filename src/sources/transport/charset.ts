// Decodes the bytes of a page by its byte order mark, the server's header or its meta tag.

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

/** A byte order mark has precedence over every other declaration. */
function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : undefined;
}

/** A meta tag that is readable as single bytes cannot mean a two-byte encoding. Browsers use UTF-8 then, too. */
function metaOf(body: Buffer): string | undefined {
  const named = META.exec(body.subarray(0, 4096).toString('latin1'))?.[1];
  return named !== undefined && /^utf-?16/i.test(named) ? 'utf-8' : named;
}

/** Pages without a declaration are UTF-8 or, if older, Western European. */
function decodeUnnamed(body: Buffer): string {
  try {
    // A truncated page may end within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(body);
  }
}
