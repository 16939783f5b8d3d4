// Parses "People also ask": the questions and, if expanded, their answers.

import type { PaaItem, Table } from '../../../contract/items.ts';
import { paaItem } from '../../items.ts';
import { all, attribute, one, textOf } from '../../page/html.ts';
import { statedQueryIn } from '../../page/signs.ts';
import type { AnyNode } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { hostOf } from '../../urls.ts';
import type { PageScan } from './page-scan.ts';
import { paragraphsOf } from './paragraphs.ts';

const QUESTIONS_MAX = 50;
const ANSWER_MIN = 20;

export function tableIn(scope: Parameters<typeof one>[1]): Table | null {
  const table = one('table', scope);
  if (!table) return null;
  const rows = all('tr', table).map((row) => all('td, th', row).map((cell) => textOf(cell)));
  const header = all('th', table).length > 0 ? (rows.shift() ?? []) : [];
  return rows.length > 0 ? { header, rows } : null;
}

export function questionsOf(scan: PageScan): PaaItem[] {
  const roots = scan.zones.flatMap(({ zone, root }) => (zone === 'question' ? [root] : []));
  const [first] = roots;
  if (first === undefined) return [];
  const items: PaaItem[] = [];
  // The words of the search itself are no question of other people.
  const seen = new Set<string>([fold(statedQueryIn(first.tree) ?? '')]);
  for (const root of roots) {
    if (items.length >= QUESTIONS_MAX) break;
    const button = one('[role="button"], [aria-expanded]', root);
    const paragraphs = paragraphsOf(root);
    const written = attribute(root, 'data-q') || attribute(one('[data-q]', root), 'data-q');
    const question = orNull(written ?? '') ?? scan.rows.get(root.index) ?? orNull(textOf(button)) ?? paragraphs[0]?.text ?? '';
    if (question === '' || seen.has(question)) continue;
    seen.add(question);
    const source = scan.links.find((found) => found.zoneRoot === root && found.url !== null && found.heading.name === 'h3') ?? null;
    const without = new Set<AnyNode>(source ? [source.link, source.heading] : []);
    const answer = paragraphsOf(root, without)
      .map(({ text }) => text)
      .filter((text) => text !== question && text.length >= ANSWER_MIN)
      .sort((first, second) => second.length - first.length)[0];
    const list = source ? all('ul > li, ol > li', root).map((point) => textOf(point)) : [];
    const table = source ? tableIn(root) : null;
    const item = paaItem({
      question,
      answer: source ? (answer ?? null) : null,
      type: table ? 'table' : list.length > 0 ? 'list' : 'text',
      title: source ? orNull(textOf(source.heading)) : null,
      url: source?.url ?? null,
      displayUrl: source ? orNull(textOf(one('cite', root))) : null,
      domain: source?.url ? hostOf(source.url) : null,
      list,
      table,
    });
    scan.elements.set(item, root);
    items.push(item);
  }
  return items;
}
