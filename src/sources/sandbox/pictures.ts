// Pictures of the sandbox: small SVG drawings that depend only on their URL.
import { createDraw, type Draw } from './draw.ts';
import type { SandboxSite } from './site.ts';
import type { Theme } from './themes.ts';

const HOST = 'pictures.example';
const NUMBERS = 1_000_000;
const SIZE_MAX = 4096;
/** The drawing area. Every picture is scaled from it. */
const [WIDTH, HEIGHT] = [320, 240];

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the URL of a picture of that theme. */
export function pictureUrl(theme: Theme, draw: Draw, size: PictureSize = { width: WIDTH, height: HEIGHT }): string {
  return `https://${HOST}/${theme.name}/${size.width}x${size.height}/${draw.number(NUMBERS)}.svg`;
}

const ellipse = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
const rectangle = (x: number, y: number, width: number, height: number, fill: string, round = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"/>`;
const path = (line: string, fill: string): string => `<path d="${line}" fill="${fill}"/>`;
/** Returns a bar of a chart, which stands on `base`. */
const column = (x: number, base: number, height: number, fill: string): string => rectangle(x, base - height, 22, height, fill, 3);

/** Colours of one picture: the object, its shadow and a light accent. */
interface Palette {
  readonly main: string;
  readonly dark: string;
  readonly light: string;
}

type Motif = (palette: Palette, draw: Draw) => string;

/** Motifs by the name of the theme. */
const MOTIFS: Readonly<Record<string, Motif>> = {
  fashion: ({ main, dark, light }) =>
    path('M60 150 C60 110 95 95 120 105 C150 135 200 140 250 150 Q268 160 262 175 L60 175 Z', main) +
    path('M56 172 L264 172 Q262 190 240 190 L70 190 Q56 188 56 172 Z', light) +
    path('M128 112 l14 -8 l10 12 l-14 8 Z M152 124 l14 -8 l10 12 l-14 8 Z', dark),
  food: ({ main, dark, light }) =>
    ellipse(160, 188, 90, 14, dark) +
    path('M95 110 H215 V145 Q215 185 155 185 Q95 185 95 145 Z', main) +
    path('M215 120 q34 0 30 24 q-4 22 -34 22 v-12 q20 0 22 -12 q2 -10 -18 -10 Z', main) +
    path(
      'M125 92 q-10 -14 4 -26 q12 -10 4 -24 q18 16 4 30 q-10 10 -2 20 Z M170 92 q-10 -14 4 -26 q12 -10 4 -24 q18 16 4 30 q-10 10 -2 20 Z',
      light,
    ),
  electronics: ({ main, dark, light }, draw) =>
    rectangle(80, 60, 160, 105, dark, 8) +
    rectangle(88, 68, 144, 88, light) +
    [0, 1, 2, 3].map((bar) => column(100 + bar * 32, 150, 16 + draw.number(56), main)).join('') +
    path('M60 170 H260 L272 186 H48 Z', main),
  travel: ({ main, dark, light }) =>
    ellipse(240, 70, 24, 24, light) +
    path('M20 190 L110 80 L165 150 L200 110 L300 190 Z', main) +
    path('M110 80 L132 108 L112 102 L94 110 Z', light) +
    rectangle(0, 188, 320, 52, dark),
  home: ({ main, dark, light }) =>
    rectangle(95, 60, 18, 130, dark, 4) +
    rectangle(95, 62, 120, 58, main, 14) +
    rectangle(90, 125, 145, 26, light, 10) +
    rectangle(105, 150, 12, 50, dark) +
    rectangle(206, 150, 12, 50, dark),
  services: ({ main, dark, light }) =>
    path('M70 120 L160 55 L250 120 Z', dark) +
    rectangle(90, 118, 140, 82, main) +
    rectangle(145, 148, 32, 52, dark, 3) +
    rectangle(104, 134, 28, 26, light) +
    rectangle(190, 134, 28, 26, light),
  software: ({ main, dark, light }, draw) =>
    rectangle(60, 50, 200, 140, light, 10) +
    rectangle(60, 50, 200, 24, dark, 10) +
    [0, 1, 2, 3, 4].map((bar) => column(80 + bar * 34, 178, 20 + draw.number(70), main)).join(''),
  current: ({ main, dark, light }, draw) =>
    rectangle(75, 45, 170, 155, light, 4) +
    rectangle(90, 60, 140, 18, dark) +
    rectangle(90, 88, 62, 56, main) +
    [0, 1, 2, 3, 4, 5].map((line) => rectangle(162, 90 + line * 16, 44 + draw.number(24), 6, dark)).join('') +
    [0, 1].map((line) => rectangle(90, 156 + line * 16, 48 + draw.number(14), 6, dark)).join(''),
};

const ABSTRACT: Motif = ({ main, dark, light }, draw) =>
  [dark, main, light, main]
    .map((fill) => ellipse(60 + draw.number(200), 60 + draw.number(120), 24 + draw.number(40), 24 + draw.number(40), fill))
    .join('');

function drawPicture(name: string, { width, height }: PictureSize, number: number): string {
  const draw = createDraw(number);
  const hue = draw.number(360);
  const palette = { main: `hsl(${hue} 55% 48%)`, dark: `hsl(${hue} 45% 28%)`, light: `hsl(${(hue + 40) % 360} 70% 82%)` };
  const background = `hsl(${(hue + 180 + draw.number(60)) % 360} 35% ${86 + draw.number(8)}%)`;
  const motif = Object.hasOwn(MOTIFS, name) ? MOTIFS[name]! : ABSTRACT;
  const decoration = [0, 1, 2].map(() =>
    ellipse(draw.number(WIDTH), draw.number(HEIGHT), 20 + draw.number(70), 20 + draw.number(50), palette.light),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">
${rectangle(0, 0, WIDTH, HEIGHT, background)}<g opacity="0.5">${decoration.join('')}</g><g transform="${viewFrom(draw)}">${motif(palette, draw)}</g></svg>`;
}

/** Returns a view of the motif: nearer or further away, and sometimes from the other side. */
function viewFrom(draw: Draw): string {
  const scale = (75 + draw.number(40)) / 100;
  const side = draw.number(2) === 0 ? scale : -scale;
  return `translate(${WIDTH / 2} ${HEIGHT / 2}) rotate(${draw.number(13) - 6}) scale(${side} ${scale}) translate(${-WIDTH / 2} ${-HEIGHT / 2})`;
}

const PATH = /^\/([a-z]{1,20})\/(\d{1,4})x(\d{1,4})\/(\d{1,7})\.svg$/;

/** Returns the SVG of a picture of the sandbox, or null for any other URL. */
export function renderPicture(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  const [, name, width, height, number] = (hostname === HOST && PATH.exec(pathname)) || [];
  if (name === undefined) return null;
  const size = { width: Number(width), height: Number(height) };
  const isSized = Math.min(size.width, size.height) > 0 && Math.max(size.width, size.height) <= SIZE_MAX;
  return isSized ? drawPicture(name, size, Number(number)) : null;
}

const missing = { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Not found' };

export const pictures: SandboxSite = {
  name: 'pictures',
  serves: (url) => url.hostname === HOST,
  keywordOf: ({ url }) => url.pathname,
  results({ url }) {
    const body = renderPicture(url.href);
    return body === null ? missing : { status: 200, headers: { 'content-type': 'image/svg+xml' }, body };
  },
  noResults: () => missing,
  blockPage: () => ({ ...missing, status: 403, body: 'Forbidden' }),
};
