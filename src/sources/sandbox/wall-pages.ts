// What the walls of the test world are made of: pages at their own addresses, and redirects.
import type { Wall } from './magic.ts';
import { html, type SandboxPage, type SandboxRequest } from './site.ts';

export type Show = (words: string, request: SandboxRequest) => SandboxPage;
export type Walls = Readonly<Partial<Record<Wall, Show>>>;

/** A page to which the real site redirects; the reader sees its address. */
export const at = (url: string, body: string, status = 200): SandboxPage => {
  const page = html(body, status);
  return { ...page, headers: { ...page.headers, 'x-sandbox-final-url': url } };
};
/** A redirect that the reader does not follow. */
export const towards = (location: string): SandboxPage => ({ status: 302, headers: { location }, body: '' });
export const back = (request: SandboxRequest): string => encodeURIComponent(request.url.href);
export const document = (title: string, body: string, language = 'en'): string =>
  `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;
