// Finds lists of questions by structure: rows of one list that expand, most of them with a question as their label.

import { containersAround } from './containers.ts';
import { all, closest, isInside, type Node, one, textOf } from './html.ts';
import { isQuestion, isQuestionHeading } from './question-words.ts';
import { Element } from './tree/page-tree.ts';

/** A row of the list: the label that expands it, and the element that contains label and answer. */
export interface QuestionRow {
  readonly question: string;
  readonly row: Element;
}

/** Forms of labels that expand a row, the most certain first. */
const LABELS = ['[aria-expanded]', 'summary', '[role="button"], [aria-controls], button'];
const HEADINGS = 'h1, h2, h3, h4, [role="heading"]';
const LEVELS_MAX = 4;
/** A heading and its list are most of the block around them. */
const HEADING_NODES_MAX = 30;
/** Bounds the work on a hostile page. Real pages have one. */
const NAMED_MAX = 5;
/** Bounds the work on a hostile page. Real pages have fewer than 100. */
const LABELS_MAX = 400;
const LENGTH_MIN = 4;
const LENGTH_MAX = 250;
/** A single question without a heading can belong to a result. */
const ROWS_MIN = 2;

/** Returns the number of nodes. Questions that only share a distant ancestor are a small part of it. */
const sizeOf = (elements: readonly Element[]): number =>
  elements.reduce((sum, { tree, index }) => sum + tree.columns.end[index]! - index, 0);

/** True for a list with a heading above it that says what it is. */
function isNamed(list: Element): boolean {
  let around: Node | null = list;
  for (let level = 0; level < LEVELS_MAX && around instanceof Element; level++, around = around.parent) {
    if (sizeOf([around]) > sizeOf([list]) * 2 + HEADING_NODES_MAX) return false;
    const heading = one(HEADINGS, around);
    if (heading !== null && isQuestionHeading(textOf(heading))) return true;
  }
  return false;
}

/** Returns the rows of every list of questions, in page order. */
export function questionRows(document: Node): QuestionRow[] {
  for (const form of LABELS) {
    const rows = rowsWith(form, document);
    if (rows.length > 0) return rows;
  }
  const headings = all(HEADINGS, document).filter((heading) => isQuestionHeading(textOf(heading)));
  for (const heading of headings.slice(0, NAMED_MAX)) {
    const rows = LABELS.map((form) => rowBelow(heading, form)).filter((row) => row !== null);
    if (rows.length > 0) return rows.slice(0, 1);
  }
  return [];
}

/** Returns the only question below a heading that announces questions. Without the heading, it can belong to a result. */
function rowBelow(heading: Element, form: string): QuestionRow | null {
  const isNear = ({ index, tree }: Element): boolean =>
    index > heading.index && index - tree.columns.end[heading.index]! <= HEADING_NODES_MAX;
  let around = heading.parent;
  for (let level = 0; level < LEVELS_MAX && around instanceof Element; level++, around = around.parent) {
    const block = around;
    const [label, another] = all(form, block).filter((found) => !isInside(heading, found) && !isInside(found, heading));
    if (label === undefined) continue;
    const question = textOf(label);
    if (another !== undefined || !isNear(label) || question.length > LENGTH_MAX || !isQuestion(question)) return null;
    const row = closest(label, ({ parent }) => parent === block || (parent instanceof Element && isInside(heading, parent)));
    return row === null ? null : { question, row };
  }
  return null;
}

function rowsWith(form: string, document: Node): QuestionRow[] {
  const labels = new Map<Element, string>();
  const seen = new Set<string>();
  const expandable = all(form, document);
  if (expandable.length < ROWS_MIN) return [];
  for (const label of expandable.slice(0, LABELS_MAX)) {
    const text = textOf(label);
    // A label around another one, or a second one that closes the same row, would be counted twice.
    if (text.length < LENGTH_MIN || text.length > LENGTH_MAX || seen.has(text) || one(form, label)) continue;
    seen.add(text);
    labels.set(label, text);
  }
  const hasHeading = (): boolean => all(HEADINGS, document).some((heading) => isQuestionHeading(textOf(heading)));
  if (labels.size < ROWS_MIN || ([...labels.values()].filter(isQuestion).length < ROWS_MIN && !hasHeading())) return [];
  const outer = document instanceof Element ? document : (one('body', document) ?? one('*', document));
  if (!outer) return [];
  const lists = new Map<Element, QuestionRow[]>();
  for (const [label, row] of containersAround([...labels.keys()], outer)) {
    if (!(row.parent instanceof Element)) continue;
    const rows = lists.get(row.parent) ?? [];
    lists.set(row.parent, rows);
    rows.push({ question: labels.get(label)!, row });
  }
  return [...lists].flatMap(([list, rows]) => {
    const questions = rows.filter(({ question }) => isQuestion(question)).length;
    const isList = sizeOf(rows.map(({ row }) => row)) * 2 >= sizeOf([list]);
    const hasQuestions = questions >= ROWS_MIN && questions * 2 > rows.length;
    return isList && (hasQuestions || (rows.length >= ROWS_MIN && isNamed(list))) ? rows : [];
  });
}
