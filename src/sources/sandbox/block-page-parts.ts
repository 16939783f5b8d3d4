// Parts of sandbox block pages: pages at their own URLs, and redirects.
import { escapeHtml, html, type SandboxPage, type SandboxRequest, type ShowBlockPage } from './site.ts';

/** A page to which the real site redirects. The parser sees this URL as the final one. */
export const at = (url: string, body: string, status = 200): SandboxPage => {
  const page = html(body, status);
  return { ...page, headers: { ...page.headers, 'x-sandbox-final-url': url } };
};
/** A redirect that the transport does not follow. */
export const redirectTo = (location: string): SandboxPage => ({ status: 302, headers: { location }, body: '' });
export const back = (request: SandboxRequest): string => encodeURIComponent(request.url.href);
export const document = (title: string, body: string, language = 'en'): string =>
  `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;

/** The captcha of Google, which YouTube shows as well. */
export const googleSorryPage: ShowBlockPage = (_, request) =>
  at(
    `https://www.google.com/sorry/index?continue=${back(request)}&q=EgQ`,
    document(
      escapeHtml(request.url.href),
      `<form id="captcha-form" action="index" method="post"><div id="recaptcha" class="g-recaptcha" data-sitekey="test" data-s="test"></div>
<input type="hidden" name="q" value="EgQ"></form><b>About this page</b><br><br>Our systems have detected unusual traffic from your computer network.`,
    ),
    429,
  );
