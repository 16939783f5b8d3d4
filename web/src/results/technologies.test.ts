import { h } from 'preact';
import { expect, test } from 'vitest';
import type { TechnologyItem } from '../../../src/contract/technology.ts';
import { drawnPaths, drawnText, elementsOf } from './drawn-elements.ts';
import { Technologies } from './technologies.tsx';
import { groupTechnologies } from './technology-groups.ts';

const technology = (name: string, category: string | null, more: Partial<TechnologyItem> = {}): TechnologyItem => ({
  name,
  slug: name.toLowerCase(),
  version: null,
  confidence: 100,
  category,
  categories: category === null ? [] : [{ id: 1, slug: category.toLowerCase(), name: category }],
  website: `https://${name.toLowerCase()}.example`,
  icon: null,
  cpe: null,
  ...more,
});
const LIST = [
  technology('Nginx', 'Web servers', { version: '1.25.3', cpe: 'cpe:2.3:a:f5:nginx' }),
  technology('Mystery', null, { website: 'javascript:alert(1)' }),
  technology('React', 'JavaScript frameworks', { confidence: 50 }),
  technology('Caddy', 'Web servers'),
];
const data = (technologies: TechnologyItem[]) => ({
  domain: 'shop.example',
  updatedAt: '2026-11-15T09:30:00+0000',
  technologies: technologies.map((one) => ({ ...one, categories: [...one.categories] })),
});

test('categories are sorted, and technologies without one come last', () => {
  expect(groupTechnologies(LIST).map(({ category, technologies }) => [category, technologies.map(({ name }) => name)])).toEqual([
    ['JavaScript frameworks', ['React']],
    ['Web servers', ['Nginx', 'Caddy']],
    ['Other', ['Mystery']],
  ]);
});

test('every technology is drawn once, with its version and the path of its JSON', () => {
  const drawn = h(Technologies, { data: data(LIST) });
  expect(
    drawnPaths(drawn)
      .filter((path) => path.startsWith('technologies'))
      .sort(),
  ).toEqual(LIST.map((_, index) => `technologies[${index}]`));
  const items = elementsOf(drawn).filter(({ type }) => type === 'li');
  const nginx = items.find(({ text }) => text.includes('Nginx'));
  expect([nginx?.text, nginx?.props['data-path']]).toEqual(['NginxVersion 1.25.3cpe:2.3:a:f5:nginx', 'technologies[0]']);
  expect(items.find(({ text }) => text.includes('React'))?.text).toContain('50% confidence');
});

test('websites are links only if they are http or https', () => {
  const links = elementsOf(h(Technologies, { data: data(LIST) })).filter(({ type }) => type === 'a');
  expect(links.map(({ props }) => props.href)).toEqual(['https://react.example', 'https://nginx.example', 'https://caddy.example']);
});

test('a site without known technologies says so', () => {
  expect(drawnText(h(Technologies, { data: data([]) }))).toContain('No technologies detected');
});
