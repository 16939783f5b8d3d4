// Turns the bytes of a page into text, by what the server or the page itself says of its encoding.

const META = /<meta[^>]{0,200}charset\s*=\s*["']?([A-Za-z0-9_:.-]{1,40})/i;

export function decodePage(body: Buffer, contentType: string | undefined): string {
  const named =
    /charset\s*=\s*"?([A-Za-z0-9_:.-]{1,40})/i.exec(contentType ?? '')?.[1] ?? META.exec(body.subarray(0, 4096).toString('latin1'))?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder('utf-8').decode(body);
  }
}
