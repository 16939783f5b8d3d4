// The walls of each site of the test world, by kind: what the real one shows there, at the address where it shows it.
import type { Wall } from './magic.ts';
import { escapeHtml, html, type SandboxPage, type SandboxRequest, type SandboxSite } from './site.ts';
import { document, type Walls } from './wall-pages.ts';
import { BAIDU, DAUM, NAVER, SEZNAM, SOGOU, YANDEX } from './walls-east.ts';
import { BING, GOOGLE, WEB, YAHOO, YOUTUBE } from './walls-west.ts';
import type { World } from './world.ts';

const WALLS_OF: Readonly<Record<string, Walls>> = {
  google: GOOGLE,
  googlelocal: GOOGLE,
  googleimages: GOOGLE,
  googlenews: GOOGLE,
  'google-aimode': GOOGLE,
  youtube: YOUTUBE,
  bing: BING,
  yahoo: YAHOO,
  yandex: YANDEX,
  naver: NAVER,
  naverwebdocs: NAVER,
  naverlocal: NAVER,
  daumweb: DAUM,
  daumsite: DAUM,
  baidu: BAIDU,
  sogou: SOGOU,
  seznam: SEZNAM,
  homepages: WEB,
};

/** A page of a design that nobody has seen yet; of a service, JSON that is none of its answers. */
function strangePage(site: SandboxSite, request: SandboxRequest, world: World): SandboxPage {
  if (request.url.protocol === 'whois:') return { status: 200, body: 'I am a teapot.\r\n' };
  const { headers } = site.noResults(request, world);
  if (headers?.['content-type']?.includes('json')) return { status: 200, headers, body: '["teapot"]' };
  const words = escapeHtml(world.words);
  return html(document(words, `<sx-page><sx-top>${words}</sx-top><sx-deck><sx-card>A new design.</sx-card></sx-deck></sx-page>`));
}

/** A site without a wall of that kind shows the one it has. */
export function wallOf(wall: Wall, site: SandboxSite, request: SandboxRequest, world: World): SandboxPage {
  const own = WALLS_OF[site.name]?.[wall];
  if (own) return own(escapeHtml(world.words), request);
  return wall === 'strange' ? strangePage(site, request, world) : site.wall(request, world);
}
