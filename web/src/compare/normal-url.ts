// One spelling of a URL, so that the same page is recognised on two result pages.

/** Parameters that identify a click or a campaign, not a page. */
const TRACKING = /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|srsltid|mc_[ce]id|_ga|_gl|ved|usg)$/i;

/** Returns host, path and sorted parameters, without scheme, `www.`, fragment, tracking parameters and final slash. */
export function normalUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return text.trim();
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return text.trim();
  const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  const path = url.pathname.replace(/\/(?:index\.(?:html?|php))?$/, '');
  const parameters = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).map(([name, value]) => `${name}=${value}`);
  return `${host}${port}${path}${parameters.length > 0 ? `?${parameters.sort().join('&')}` : ''}`;
}
