// Every page of the dashboard: its name, whose credential it needs, and where its code lies.
import type { ComponentType } from 'preact';
import type { Route } from './route.ts';
import type { Credential } from './session.ts';

export interface PageEntry {
  readonly name: string;
  readonly title: string;
  readonly group: 'Requests' | 'Service' | 'Operator';
  /** Several mean that one of them is enough. */
  readonly needs: readonly Credential[];
  readonly load: () => Promise<ComponentType<{ readonly route: Route }>>;
}

export const PAGES: readonly PageEntry[] = [
  {
    name: 'playground',
    title: 'Playground',
    group: 'Requests',
    needs: ['key'],
    load: () => import('./playground/page.tsx').then(({ Playground }) => Playground),
  },
  {
    name: 'objects',
    title: 'Objects',
    group: 'Requests',
    needs: ['key', 'token'],
    load: () => import('./objects/page.tsx').then(({ Objects }) => Objects),
  },
  { name: 'ranks', title: 'Ranks', group: 'Requests', needs: ['key'], load: () => import('./ranks/page.tsx').then(({ Ranks }) => Ranks) },
  { name: 'usage', title: 'Usage', group: 'Requests', needs: ['key'], load: () => import('./usage/page.tsx').then(({ Usage }) => Usage) },
  {
    name: 'engines',
    title: 'Engines',
    group: 'Service',
    needs: ['token'],
    load: () => import('./service/engines.tsx').then(({ Engines }) => Engines),
  },
  {
    name: 'queue',
    title: 'Queue',
    group: 'Service',
    needs: ['token'],
    load: () => import('./service/queue.tsx').then(({ Queue }) => Queue),
  },
  {
    name: 'callbacks',
    title: 'Callbacks',
    group: 'Service',
    needs: ['token'],
    load: () => import('./service/callbacks.tsx').then(({ Callbacks }) => Callbacks),
  },
  {
    name: 'accounts',
    title: 'Accounts',
    group: 'Operator',
    needs: ['token'],
    load: () => import('./admin/accounts.tsx').then(({ Accounts }) => Accounts),
  },
  {
    name: 'operators',
    title: 'Operators',
    group: 'Operator',
    needs: ['token'],
    load: () => import('./admin/operators.tsx').then(({ Operators }) => Operators),
  },
  {
    name: 'audit',
    title: 'Audit log',
    group: 'Operator',
    needs: ['token'],
    load: () => import('./admin/audit.tsx').then(({ Audit }) => Audit),
  },
  {
    name: 'settings',
    title: 'Settings',
    group: 'Operator',
    needs: ['token'],
    load: () => import('./admin/settings.tsx').then(({ Settings }) => Settings),
  },
];
