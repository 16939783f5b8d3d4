// A local web site for the browser case: a result page with scripts, stylesheets, images, fonts and a tracker.
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { createRandom } from '../random.ts';

export interface ResultSite {
  /** A page of 30 results with everything that belongs to it. Its scripts add `LATE_ITEMS` more. */
  readonly page: string;
  /** The same document, all resources removed. */
  readonly document: string;
  /** A document of one word. */
  readonly empty: string;
  close(): Promise<void>;
}

export const ITEMS = 30;
export const LATE_ITEMS = 5;
const WORDS = 'sail chart harbour compass lantern rope tide anchor mast star island current keel signal wind cabin'.split(' ');
/** A second host name of this machine, where there is one. */
const TRACKER_HOST = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

const random = createRandom(7);
const word = (): string => random.pick(WORDS);
const words = (count: number): string => Array.from({ length: count }, word).join(' ');
const hex = (length: number): string => Array.from({ length }, () => random.below(16).toString(16)).join('');
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const item = (index: number, resources: boolean): string => `<div class="g r${index} ${hex(6)} ${hex(6)}" data-hveid="${hex(12)}">
<div class="u"><a href="https://site${index}.example/${word()}/${hex(16)}" ping="/ping?${hex(200)}"><h3 class="t">${words(7)}</h3>
<div class="c"><cite>site${index}.example › ${word()} › ${word()}</cite></div></a></div>
${resources ? `<img src="/image/${index}.png" width="92" height="92" alt="">` : ''}<div class="s"><span>${words(30)}</span>
${lines(12, (link) => `<div class="l" data-ved="${hex(40)}"><a href="/go?url=${hex(120)}&amp;n=${link}"><span>${words(4)}</span></a></div>`)}</div></div>`;

const STATE = JSON.stringify(
  Array.from({ length: 1200 }, (_, id) => ({ id, token: hex(120), title: words(6), flags: [id % 7, id % 3 === 0] })),
);
const INLINE_STYLE = lines(
  900,
  (rule) => `.c${rule} .t${rule}>a:hover,.g .x${rule}{margin:${rule % 9}px;color:#${hex(6)};padding:0 ${rule % 5}px}`,
);

/** Builds an inline state, an inline style and all items: about 430 KB. */
function resultPage(resources: boolean, trackerOrigin: string): string {
  const head = resources
    ? `${lines(3, (sheet) => `<link rel="stylesheet" href="/style/${sheet}.css">`)}<link rel="preload" as="font" href="/font/0.woff2" crossorigin>
<script src="/script/vendor.js"></script><script src="${trackerOrigin}/tracker.js" async></script>`
    : '';
  const foot = resources ? `<video src="/media/0.mp4" preload="auto" muted></video><script src="/script/page.js"></script>` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${words(3)}</title><style>${INLINE_STYLE}</style>
<script>window.state=${STATE};</script>${head}</head><body><div id="search">${lines(ITEMS, (index) => item(index, resources))}</div>${foot}</body></html>`;
}

/** A script bundle: many functions that are called once, as in the bundles of large sites. */
const bundle = (functions: number): string =>
  `(()=>{const m={};${lines(functions, (index) => `m.f${index}=function(a,b){var c=[],i=0;for(;i<${20 + (index % 30)};i++){c.push({k:a+i,v:"${hex(60)}",n:b?i*b:i})}return c.filter(function(o){return o.n%3}).map(function(o){return o.k+o.v.length}).reduce(function(x,y){return x+y},0)};`)}
let t=0;for(const k in m)t+=m[k](1,2);window.total=(window.total||0)+t;})();`;

const PAGE_SCRIPT = `${bundle(700)}
for (const link of document.querySelectorAll('a')) link.addEventListener('click', (event) => event.preventDefault());
const heights = [...document.querySelectorAll('.g')].map((item) => item.getBoundingClientRect().height);
fetch('/more.json?n=' + heights.length).then((response) => response.json()).then((items) => {
  document.getElementById('search').insertAdjacentHTML('beforeend', items.join(''));
  navigator.sendBeacon('/log', 'shown');
});`;
const TRACKER_SCRIPT = `${bundle(300)}
for (let n = 0; n < 5; n++) new Image().src = new URL('/pixel?' + n, document.currentScript.src);
navigator.sendBeacon(new URL('/collect', document.currentScript.src), JSON.stringify(performance.getEntriesByType('navigation')));`;
const styleSheet = (
  sheet: number,
): string => `@font-face{font-family:F${sheet};src:url(/font/${sheet}.woff2)}body{font-family:F${sheet},sans-serif}
${lines(600, (rule) => `.s${rule}:not(.c)>.l a,.u .v${rule}{background:url(/image/b${rule}.png);border:${rule % 4}px solid #${hex(6)}}`)}
.g{background:url(/image/background${sheet}.png);box-shadow:0 1px 6px rgba(0,0,0,.2);border-radius:8px}`;

/** An image of random pixels, so that it neither compresses nor decodes for nothing. */
function picture(side: number): Buffer {
  const rows = Buffer.from(Array.from({ length: side * (side * 3 + 1) }, (_, at) => (at % (side * 3 + 1) === 0 ? 0 : random.below(256))));
  const chunk = (name: string, body: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name), body]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(body.length);
    frame.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, 2, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** Node before 20.15 has no `crc32`, and its types come with Node 22. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Listens on a free port, or on the given one of another host name. */
const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

export async function openResultSite(onRequest: (path: string) => void = () => undefined): Promise<ResultSite> {
  const tracker = createServer(answerTracker).on('request', ({ url = '' }) => onRequest(url));
  const trackerOrigin = `http://${TRACKER_HOST}:${await listen(tracker, 0, TRACKER_HOST)}`;
  const server = createServer(answerSite(trackerOrigin)).on('request', ({ url = '' }) => onRequest(url));
  const origin = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  const close = async (): Promise<void> => {
    for (const one of [server, tracker]) {
      one.closeAllConnections();
      await new Promise((done) => one.close(done));
    }
  };
  return { page: `${origin}/page`, document: `${origin}/document`, empty: `${origin}/empty`, close };
}

const send = (response: ServerResponse, type: string, body: string | Buffer): void =>
  void response.writeHead(200, { 'content-type': type }).end(body);

const answerTracker: RequestListener = (request, response) =>
  request.url?.startsWith('/tracker.js') ? send(response, 'text/javascript', TRACKER_SCRIPT) : send(response, 'image/png', PIXEL);
const PIXEL = picture(1);

function answerSite(trackerOrigin: string): RequestListener {
  const more = JSON.stringify(Array.from({ length: LATE_ITEMS }, (_, index) => item(ITEMS + index, false)));
  const bodies: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
    page: ['text/html; charset=utf-8', resultPage(true, trackerOrigin)],
    document: ['text/html; charset=utf-8', resultPage(false, trackerOrigin)],
    empty: ['text/html; charset=utf-8', '<!doctype html><title>empty</title><p>empty</p>'],
    'vendor.js': ['text/javascript', bundle(1200)],
    'page.js': ['text/javascript', PAGE_SCRIPT],
    'more.json': ['application/json', more],
    style: ['text/css', styleSheet(0)],
    image: ['image/png', picture(92)],
    font: ['font/woff2', Buffer.alloc(40_000, 1)],
    media: ['video/mp4', Buffer.alloc(200_000, 1)],
  };
  return (request, response) => {
    const [, folder = '', name = ''] = new URL(request.url ?? '/', 'http://site.example').pathname.split('/');
    const found = bodies[name] ?? bodies[folder];
    if (found) send(response, ...found);
    else response.writeHead(204).end();
  };
}
