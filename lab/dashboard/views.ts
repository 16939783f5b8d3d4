// The views that are measured: every page of the dashboard and each kind of result.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';
import type { Content } from './content.ts';
import type { TrackingContent } from './tracking.ts';

export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
export type SizeName = keyof typeof SIZES;

export interface View {
  readonly name: string;
  /** The part of the URL after its first slash. */
  readonly hash: string;
  /** Must be on the page, besides the heading, before a user can work with it. */
  readonly shows: string;
  /** Opened with the key alone, as a customer does. All other views have the admin token, too. */
  readonly isCustomer?: boolean;
  /** Opened without a session. */
  readonly isSignedOut?: boolean;
  /** With the tour of a first visit, which all other views have already skipped. */
  readonly isFirstVisit?: boolean;
  /** Sends the request of the form after the load, and waits for this part of the result. Lookups have no id to open. */
  readonly sends?: string;
}

/** Parts that a page has only with all of its data. Pages without an entry show any control or row. */
const SHOWN: Readonly<Record<string, string>> = { quality: 'tbody tr' };
/** The first control or row of any page. */
const CONTROL = 'button, input, select, textarea, a[href], tbody tr, li';

/** Names of the pages in the order of the menu. The lab cannot import the dashboard, so it reads the source. */
export function pageNames(source = readFileSync(path.join(ROOT, 'web', 'src', 'pages.ts'), 'utf8')): string[] {
  const names = [...source.matchAll(/\bname: '([\w-]+)'/g)].map(([, name]) => name!);
  const loads = [...source.matchAll(/\bload: \(\) => import\(/g)].length;
  if (names.length === 0 || names.length !== loads) throw new Error(`web/src/pages.ts has ${loads} pages and ${names.length} names`);
  return names;
}

const link = (page: string, fields: Readonly<Record<string, string>>): string => `#/${page}?${new URLSearchParams(fields)}`;
const lookup = (type: string, sends: string): View => ({
  name: type,
  hash: link('playground', { type, request: JSON.stringify({ domain: 'shop.example' }) }),
  shows: '.compose-area button',
  sends,
});

/** Tabs of a project, besides the first one, and a part that each of them has only with its data. */
const TABS = {
  keywords: '.virtual-row',
  competitors: '.drawing',
  pages: 'tbody tr',
  alerts: '.rule-list li',
  settings: '.next-runs',
};

/** Pages that show one project need its id. They, and that of a case, replace the entries of the same name. */
function trackingViews({ projectId, keywordId, failing, share }: TrackingContent): readonly View[] {
  const views: readonly View[] = [
    { name: 'projects', hash: '#/projects', shows: '.project-card' },
    { name: 'project', hash: `#/project/${projectId}`, shows: '.drawing' },
    ...Object.entries(TABS).map(([tab, shows]): View => ({ name: `project ${tab}`, hash: `#/project/${projectId}?tab=${tab}`, shows })),
    { name: 'new project', hash: '#/projects/new', shows: '.next-runs' },
    { name: 'keyword', hash: `#/keyword/${projectId}.${keywordId}`, shows: '.chart canvas' },
    { name: 'keyword failing', hash: `#/keyword/${failing}`, shows: '.chart canvas' },
    { name: 'report', hash: `#/report/${projectId}`, shows: '.report .drawing' },
    { name: 'share', hash: share, shows: '.report .drawing', isSignedOut: true },
  ];
  return views.map((view) => ({ ...view, isCustomer: true }));
}

export function viewsOf({ objects, accountId, domain, tracking, quality }: Content): readonly View[] {
  const own: readonly View[] = [
    ...trackingViews(tracking),
    { name: 'case', hash: `#/case/${quality.openCase}`, shows: '.compared-page dl' },
  ];
  const pages = pageNames()
    .filter((name) => !own.some((view) => view.name === name))
    .map((name): View => ({ name, hash: `#/${name}`, shows: SHOWN[name] ?? CONTROL, isFirstVisit: name === 'playground' }));
  const results = Object.entries(objects).map(
    ([name, { id, shows }]): View => ({ name: `result ${name}`, hash: `#/objects/${id}`, shows: `.result ${shows}` }),
  );
  const { before, after } = objects;
  return [
    { name: 'sign-in', hash: '', shows: 'input', isSignedOut: true },
    ...pages,
    ...own,
    ...results,
    lookup('whois', '.result .registration, .result dl'),
    lookup('technologies', '.result ul'),
    { name: 'playground result', hash: link('playground', { type: 'serp', id: objects.google!.id }), shows: '.result .hit' },
    { name: 'comparison', hash: link('compare', { a: before!.id, b: after!.id }), shows: '[role="tabpanel"] li, tbody tr' },
    { name: 'ranks of a domain', hash: link('ranks', { domain }), shows: '.chart canvas' },
    { name: 'account', hash: `#/accounts/${accountId}`, shows: CONTROL },
  ];
}
