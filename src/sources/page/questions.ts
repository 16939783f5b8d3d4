// Finds lists of questions by structure: rows of one list that expand, most of them with a question as their label.

import { containersAround } from './containers.ts';
import { all, type Node, one, textOf } from './html.ts';
import { Element } from './tree/page-tree.ts';

/** A row of the list: the label that expands it, and the element that contains label and answer. */
export interface QuestionRow {
  readonly question: string;
  readonly row: Element;
}

/** Forms of labels that expand a row, the most certain first. */
const LABELS = ['[aria-expanded]', 'summary', '[role="button"], [aria-controls], button'];
const HEADINGS = 'h1, h2, h3, h4, [role="heading"]';
/** Headings of such lists, by their beginning: "people also ask" in the languages of large markets. */
const NAMED =
  /^(?:people also ask|related questions|similar questions|(?:weitere |ähnliche )fragen|nutzer fragen auch|autres questions|questions (?:connexes|associées)|(?:otras|más) preguntas|preguntas relacionadas|(?:otras|las) personas también|(?:as )?pessoas também perguntam|perguntas relacionadas|le persone hanno chiesto|domande correlate|mensen vragen ook|gerelateerde vragen|podobne pytania|(?:użytkownicy|inni) pytają|andra frågade|folk (?:spørger|spør)|ihmiset kysyvät|lidé se (?:také )?ptají|az emberek ezt is|oamenii întreabă|(?:kullanıcılar|insanlar) bunları da|люди также|похожие вопросы|вопросы по теме|люди також|χρήστες ρωτούν|mọi người cũng hỏi|orang lain juga|يسأل الأشخاص|أسئلة ذات صلة|אנשים שואלים|लोग यह भी|他の人はこちらも質問|関連する質問|(?:其他人|用户|大家|大家也|相关).{0,3}(?:问|問)|(?:相关|相關)(?:问题|問題)|관련 질문|다른 사람들이)/iu;
const LEVELS_MAX = 4;
/** A heading and its list are most of the block around them. */
const HEADING_NODES_MAX = 30;
/** Bounds the work on a hostile page. Real pages have fewer than 100. */
const LABELS_MAX = 400;
const LENGTH_MIN = 4;
const LENGTH_MAX = 250;
/** A single question can belong to a result. */
const ROWS_MIN = 2;

/** Question marks of all scripts: Latin, full width, Arabic, Greek, Armenian, Ethiopic. */
const MARK = /[?？؟;՞፧]["'”»」)\s]*$/u;
const INTERROGATIVE = new RegExp(
  [
    '^(?:who|whose|what|when|where|why|which|how|is|are|was|were|do|does|did|can|could|should|will|would|has|have)\\s',
    '^(?:wer|was|wann|wo|warum|wieso|welche[rsnm]?|wie|ist|sind|kann)\\s',
    '^(?:qui|que|quoi|quand|où|pourquoi|quel(?:le)?s?|comment|combien|est-ce)\\s',
    '^(?:quién(?:es)?|qué|cuándo|dónde|por qué|cuál(?:es)?|cómo|cuánt[oa]s?|¿)\\s?',
    '^(?:chi|che|cosa|quando|dove|perché|quale|come|quant[oaie])\\s',
    '^(?:quem|o que|qual|quais|onde|por que|como|quanto)\\s',
    '^(?:кто|что|когда|где|почему|зачем|какой|какая|какие|как|сколько)\\s',
    '^(?:kim|ne|neden|nasıl|hangi|kaç|kto|co|kiedy|gdzie|dlaczego|jak|ile|wat|wie|waar|hoe|welke)\\s',
    '什么|怎么|如何|哪些|哪里|哪个|多少|(?:吗|呢|か|까|나요|ไหม|อะไร|อย่างไร)$',
  ].join('|'),
  'iu',
);

const isQuestion = (text: string): boolean => MARK.test(text) || INTERROGATIVE.test(text);

/** Returns the number of nodes. Questions that only share a distant ancestor are a small part of it. */
const sizeOf = (elements: readonly Element[]): number =>
  elements.reduce((sum, { tree, index }) => sum + tree.columns.end[index]! - index, 0);

/** True for a list with a heading above it that says what it is. */
function isNamed(list: Element): boolean {
  let around: Node | null = list;
  for (let level = 0; level < LEVELS_MAX && around instanceof Element; level++, around = around.parent) {
    if (sizeOf([around]) > sizeOf([list]) * 2 + HEADING_NODES_MAX) return false;
    const heading = one(HEADINGS, around);
    if (heading !== null && NAMED.test(textOf(heading))) return true;
  }
  return false;
}

/** Returns the rows of every list of questions, in page order. */
export function questionRows(document: Node): QuestionRow[] {
  for (const form of LABELS) {
    const rows = rowsWith(form, document);
    if (rows.length > 0) return rows;
  }
  return [];
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
  const hasHeading = (): boolean => all(HEADINGS, document).some((heading) => NAMED.test(textOf(heading)));
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
