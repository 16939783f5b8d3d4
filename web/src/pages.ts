// All pages of the dashboard: name, title, required credentials and code.
import type { ComponentType } from 'preact';
import type { Route } from './route.ts';
import type { Credential } from './session.ts';

export interface PageEntry {
  readonly name: string;
  readonly title: string;
  readonly group: 'Workspace' | 'Monitoring' | 'Admin';
  /** The page of the menu that leads here. Absent: the page itself is in the menu. */
  readonly parent?: string;
  /** One of these credentials is enough. */
  readonly needs: readonly Credential[];
  readonly load: () => Promise<ComponentType<{ readonly route: Route }>>;
}

export const PAGES: readonly PageEntry[] = [
  {
    name: 'playground',
    title: 'Playground',
    group: 'Workspace',
    needs: ['key'],
    load: () => import('./playground/page.tsx').then(({ Playground }) => Playground),
  },
  {
    name: 'objects',
    title: 'Requests',
    group: 'Workspace',
    needs: ['key', 'token'],
    load: () => import('./objects/page.tsx').then(({ Objects }) => Objects),
  },
  {
    name: 'projects',
    title: 'Projects',
    group: 'Workspace',
    needs: ['key'],
    load: () => import('./tracking/projects.tsx').then(({ Projects }) => Projects),
  },
  {
    name: 'project',
    title: 'Project',
    group: 'Workspace',
    parent: 'projects',
    needs: ['key'],
    load: () => import('./tracking/project.tsx').then(({ ProjectPage }) => ProjectPage),
  },
  {
    name: 'keyword',
    title: 'Keyword',
    group: 'Workspace',
    parent: 'projects',
    needs: ['key'],
    load: () => import('./tracking/keyword.tsx').then(({ KeywordPage }) => KeywordPage),
  },
  {
    name: 'report',
    title: 'Report',
    group: 'Workspace',
    parent: 'projects',
    needs: ['key'],
    load: () => import('./tracking/report.tsx').then(({ ReportPage }) => ReportPage),
  },
  {
    name: 'ranks',
    title: 'Rankings',
    group: 'Workspace',
    needs: ['key'],
    load: () => import('./ranks/page.tsx').then(({ Ranks }) => Ranks),
  },
  {
    name: 'compare',
    title: 'Compare',
    group: 'Workspace',
    needs: ['key'],
    load: () => import('./compare/page.tsx').then(({ Compare }) => Compare),
  },
  { name: 'usage', title: 'Usage', group: 'Workspace', needs: ['key'], load: () => import('./usage/page.tsx').then(({ Usage }) => Usage) },
  {
    name: 'engines',
    title: 'Sources',
    group: 'Monitoring',
    needs: ['token'],
    load: () => import('./service/sources.tsx').then(({ Sources }) => Sources),
  },
  {
    name: 'quality',
    title: 'Quality',
    group: 'Monitoring',
    needs: ['token'],
    load: () => import('./quality/page.tsx').then(({ Quality }) => Quality),
  },
  {
    name: 'case',
    title: 'Case',
    group: 'Monitoring',
    parent: 'quality',
    needs: ['token'],
    load: () => import('./quality/case.tsx').then(({ CaseView }) => CaseView),
  },
  {
    name: 'alerts',
    title: 'Alerts',
    group: 'Monitoring',
    needs: ['token'],
    load: () => import('./service/alerts.tsx').then(({ Alerts }) => Alerts),
  },
  {
    name: 'queue',
    title: 'Queue',
    group: 'Monitoring',
    needs: ['token'],
    load: () => import('./service/queue.tsx').then(({ Queue }) => Queue),
  },
  {
    name: 'fleet',
    title: 'Fleet',
    group: 'Monitoring',
    needs: ['token'],
    load: () => import('./admin/fleet.tsx').then(({ Fleet }) => Fleet),
  },
  {
    name: 'callbacks',
    title: 'Callbacks',
    group: 'Monitoring',
    needs: ['token'],
    load: () => import('./service/callbacks.tsx').then(({ Callbacks }) => Callbacks),
  },
  {
    name: 'accounts',
    title: 'Accounts',
    group: 'Admin',
    needs: ['token'],
    load: () => import('./admin/accounts.tsx').then(({ Accounts }) => Accounts),
  },
  {
    name: 'keys',
    title: 'API keys',
    group: 'Admin',
    needs: ['token'],
    load: () => import('./admin/keys-page.tsx').then(({ KeysPage }) => KeysPage),
  },
  {
    name: 'operators',
    title: 'Operators',
    group: 'Admin',
    needs: ['token'],
    load: () => import('./admin/operators.tsx').then(({ Operators }) => Operators),
  },
  {
    name: 'audit',
    title: 'Audit log',
    group: 'Admin',
    needs: ['token'],
    load: () => import('./admin/audit.tsx').then(({ Audit }) => Audit),
  },
  {
    name: 'settings',
    title: 'Settings',
    group: 'Admin',
    needs: ['token'],
    load: () => import('./admin/settings.tsx').then(({ Settings }) => Settings),
  },
];
