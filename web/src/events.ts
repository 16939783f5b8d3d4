// Server-sent events over fetch, so that the credential is sent in a header and not in the URL.
import { request } from './api.ts';

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

export async function* eventsOf(path: string, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const response = await request(path, { signal });
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value.replaceAll('\r\n', '\n');
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = parseBlock(text.slice(0, end));
      text = text.slice(end + 2);
      if (event) yield event;
    }
  }
}

/** Returns null for comments, which only keep the connection open. */
function parseBlock(block: string): ServerEvent | null {
  const fields = block
    .split('\n')
    .filter((line) => !line.startsWith(':'))
    .map((line) => /^(\w+):? ?(.*)$/.exec(line))
    .filter((match) => match !== null);
  const data = fields.filter(([, name]) => name === 'data').map(([, , value]) => value);
  const event = fields.find(([, name]) => name === 'event')?.[2] ?? 'message';
  return fields.length === 0 ? null : { event, data: data.join('\n') };
}
