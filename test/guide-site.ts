// The built guide for tests: pages with their links and anchors, and their source files.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './doc-samples.ts';

export interface SitePage {
  readonly file: string;
  readonly name: string;
  readonly title: string;
  readonly headings: readonly { readonly depth: number; readonly words: string; readonly anchor: string }[];
  readonly program?: boolean;
}

interface Builder {
  renderSite(root: string): { readonly all: readonly SitePage[]; readonly listed: readonly SitePage[]; readonly lost: readonly object[] };
  buildGuide(root: string, folder: string): number;
}

export const builder = (): Promise<Builder> => import(path.join(ROOT, 'scripts', 'guide.mjs')) as Promise<Builder>;

export interface BuiltPage {
  readonly html: string;
  readonly anchors: ReadonlySet<string>;
  /** URLs of links, images, styles and scripts, unchanged. */
  readonly links: readonly string[];
}

export function builtPage(folder: string, file: string): BuiltPage {
  const html = readFileSync(path.join(folder, file), 'utf8');
  return {
    html,
    anchors: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]!)),
    links: [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&')),
  };
}
