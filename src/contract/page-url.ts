// One spelling of a URL, so that the same page is recognised in the results of two searches or sources.

/** Parameters that identify a click or a campaign. They differ from source to source and never select another page. */
const TRACKING = /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|srsltid|mc_[ce]id|_ga|_gl|ved|usg)$/i;

/** Returns host, path and sorted parameters, without scheme, `www.`, fragment, tracking parameters and final slash. */
export function pageUrl(text: string): string {
  const given = text.trim();
  if (!URL.canParse(given)) return given;
  const url = new URL(given);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return given;
  const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  const path = decoded(url.pathname).replace(/\/(?:index\.(?:html?|php))?$/, '');
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
  kept.sort(([a, one], [b, other]) => (a === b ? compared(one, other) : compared(a, b)));
  return `${host}${port}${path}${kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''}`;
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Some sources percent-encode paths that others print. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
