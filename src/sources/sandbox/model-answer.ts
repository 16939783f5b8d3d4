// AI answers of the sandbox: a short text with sources, or JSON of the requested schema.
import { answerTextOf } from './answer-text.ts';
import { isObject, type Json, strings } from './body.ts';
import type { Dataset } from './dataset.ts';
import { REPORT, type ReportPoint } from './page-report.ts';

const DEPTH_MAX = 8;
/** Enough sources to judge whether result pages match the query: one per statement of an answer. */
const SOURCES = 6;
/** Entries of a list of objects. */
const ENTRIES = 3;
const [SCORE_MIN, SCORE_MAX] = [42, 97];
/** Entries of a list of sentences. */
const SENTENCES = 3;

export function proseOf(dataset: Dataset): { markdown: string; sources: { title: string; url: string; snippet: string; date: string }[] } {
  const sources = dataset.listings(1, SOURCES).map(({ title, url, snippet }) => ({ title, url, snippet, date: dataset.day }));
  const { subject, opening, heading, points, table, closing } = answerTextOf(dataset);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const markdown = [
    `**${subject}**${opening} [1]`,
    `### ${heading}`,
    points.map(({ label, text }, index) => `- **${label}:** ${text} [${index + 2}]`).join('\n'),
    [row(table.header), row(table.header.map(() => '---')), ...table.rows.map(row)].join('\n'),
    `${closing} [${SOURCES}]`,
  ].join('\n\n');
  return { markdown, sources };
}

/** Returns the meaningful words of the prompt, each once. */
export function topicsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}{5,20}/gu) ?? [];
  return [...new Set(words)].slice(0, 5);
}

/** Returns the title and the description in the facts of a page, or the whole prompt without them. */
function pageTextIn(prompt: string): string {
  const texts = [...prompt.matchAll(/"(?:title|description)":"([^"\\]{1,300})"/g)].map(([, text]) => text!);
  return texts.length > 0 ? texts.join(' ') : prompt;
}

/** Returns a value of the schema. It depends on the names of the properties, and nothing is random. */
export function fillSchema(schema: unknown, prompt: string, dataset: Dataset): unknown {
  const url = /https?:\/\/[^\s"'<>)\]]{1,500}/.exec(prompt)?.[0] ?? 'https://shop.example/';
  return fill(schema, { prompt, dataset, url }, '', 0);
}

interface Context {
  readonly prompt: string;
  readonly dataset: Dataset;
  readonly url: string;
}

function fill(schema: unknown, context: Context, name: string, depth: number): unknown {
  if (!isObject(schema) || depth > DEPTH_MAX) return null;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum))
    return context.dataset.pick(
      `${name} ${depth}`,
      schema.enum.filter((value) => value !== null),
    );
  for (const choices of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(choices))
      return fill(
        choices.find((choice) => isObject(choice) && choice.type !== 'null'),
        context,
        name,
        depth + 1,
      );
  }
  const type = Array.isArray(schema.type) ? strings(schema.type).find((entry) => entry !== 'null') : schema.type;
  if (type === 'object' || isObject(schema.properties)) {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, fill(inner, context, key, depth + 1)]));
  }
  if (type === 'array') return listOf(schema, context, name, depth);
  if (type === 'number' || type === 'integer') return numberOf(schema, context, name, depth);
  if (type === 'boolean') return context.dataset.number(name, 2) === 1;
  return textOf(name, context);
}

function listOf(schema: Json, context: Context, name: string, depth: number): unknown[] {
  if (isObject(schema.items) && schema.items.type === 'string' && !schema.items.enum) {
    if (/keyword|topic|tag/i.test(name)) return topicsOf(pageTextIn(context.prompt));
    if (/finding/i.test(name)) return [pointOf(context.dataset).strength, pointOf(context.dataset).problem];
    return Array.from({ length: SENTENCES }, (_, index) => pointOf(shifted(context.dataset, index)).advice);
  }
  return Array.from({ length: ENTRIES }, (_, index) =>
    fill(schema.items, { ...context, dataset: shifted(context.dataset, index) }, name, depth + 1),
  );
}

/** Returns the same dataset with other numbers, so that the entries of a list differ. */
const shifted = (dataset: Dataset, index: number): Dataset => ({
  ...dataset,
  number: (label, below) => dataset.number(`${label} #${index}`, below),
  pick: (label, from) => from[(dataset.number(label, from.length) + index) % from.length]!,
  draw: (label) => dataset.draw(`${label} #${index}`),
});

/** Scores are not at the extremes. The whole page has the average of its categories. */
function scoreOf(dataset: Dataset, depth: number): number {
  const one = (entry: Dataset): number => SCORE_MIN + entry.number('score', SCORE_MAX - SCORE_MIN + 1);
  if (depth > 1) return one(dataset);
  const scores = Array.from({ length: ENTRIES }, (_, index) => one(shifted(dataset, index)));
  return Math.round(scores.reduce((sum, score) => sum + score, 0) / ENTRIES);
}

function numberOf(schema: Json, context: Context, name: string, depth: number): number {
  if (name === 'score') return scoreOf(context.dataset, depth);
  const low = typeof schema.minimum === 'number' ? schema.minimum : 0;
  const high = typeof schema.maximum === 'number' ? schema.maximum : 100;
  return low + context.dataset.number(name, Math.max(1, Math.floor(high - low) + 1));
}

/** Returns the point of the report that this entry is about. All its texts come from the same point. */
const pointOf = (dataset: Dataset): ReportPoint => dataset.pick('point', REPORT);

function textOf(name: string, { dataset, url }: Context): string {
  const { category, strength, problem, advice } = pointOf(dataset);
  if (/url|link/i.test(name)) return url;
  if (/category|name/i.test(name)) return category;
  if (/recommend|advice|solution/i.test(name)) return advice;
  if (/message|finding|issue/i.test(name)) return problem;
  return `${url} is easy to understand. ${strength} The most important point is open: ${problem} ${advice}`;
}
