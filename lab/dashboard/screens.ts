// Screenshots of chosen views for the documentation.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sleep } from '../wait.ts';
import { SIZES, type SizeName, type View } from './views.ts';
import { openPage, type Site, showView } from './visit.ts';

interface Screen {
  readonly file: string;
  readonly view: string;
  readonly size?: SizeName;
  /** Scrolled to the top of the screenshot. */
  readonly scrollTo?: string;
  /** For views that would be half empty. */
  readonly height?: number;
}

const SCREENS: readonly Screen[] = [
  { file: 'playground', view: 'playground result', scrollTo: '.result-area' },
  { file: 'playground-phone', view: 'playground', size: 'phone' },
  { file: 'images', view: 'result googleimages', scrollTo: '.result' },
  { file: 'places', view: 'result googlelocal', scrollTo: '.result' },
  { file: 'ai-answer', view: 'result ai-answer', scrollTo: '.result' },
  { file: 'compare', view: 'comparison' },
  { file: 'object', view: 'result google' },
  { file: 'objects', view: 'objects' },
  { file: 'objects-phone', view: 'objects', size: 'phone' },
  { file: 'engines', view: 'engines' },
  { file: 'queue', view: 'queue', scrollTo: '.charts' },
  { file: 'alerts', view: 'alerts' },
  { file: 'quality', view: 'quality' },
  { file: 'deliveries', view: 'callbacks', scrollTo: 'search' },
  { file: 'keys', view: 'keys' },
  { file: 'projects', view: 'projects', height: 430 },
  { file: 'project', view: 'project' },
  { file: 'project-keywords', view: 'project keywords', scrollTo: '.tabs' },
  { file: 'project-keywords-phone', view: 'project keywords', size: 'phone', scrollTo: '.virtual' },
  { file: 'keyword', view: 'keyword', scrollTo: '.card:has(.chart)' },
  { file: 'report', view: 'report' },
];

const QUALITY = 75;
/** Pictures arrive after the page is complete. */
const PICTURES_MS = 1000;
/** Pixels above the part that a screenshot scrolls to. */
const MARGIN = 90;

export async function takeScreens(site: Site, views: readonly View[], folder: string, colours: 'light' | 'dark'): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  for (const { file, view: name, size = 'desktop', scrollTo, height } of SCREENS) {
    const view = views.find((one) => one.name === name);
    if (!view) continue;
    const page = await openPage(site, { ...view, isFirstVisit: false }, size, colours);
    try {
      if (height) await page.setViewportSize({ width: SIZES[size].width, height });
      await showView(site, page, view);
      if (scrollTo)
        await page.evaluate(
          `window.scrollTo(0, document.querySelector(${JSON.stringify(scrollTo)}).getBoundingClientRect().top + scrollY - ${MARGIN})`,
        );
      await sleep(PICTURES_MS);
      files.push(path.join(folder, `${file}.jpg`));
      await page.screenshot({ path: files.at(-1)!, type: 'jpeg', quality: QUALITY });
    } finally {
      await page.context().close();
    }
  }
  return files;
}
