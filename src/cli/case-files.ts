// Files of exported cases: a page, its query and its expected items, in the form of an engine's fixtures.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CaseQuery } from '../business/layouts/store.ts';
import { ITEM_ARRAYS } from '../contract/items.ts';
import { UsageProblem } from './arguments.ts';

/** The query as a file shows it: with the device by its name. */
export interface CaseFileQuery extends Omit<CaseQuery, 'isMobile'> {
  readonly device: 'desktop' | 'mobile';
}

export const caseQueryOfFile = ({ device, ...query }: CaseFileQuery): CaseQuery => ({ ...query, isMobile: device === 'mobile' });

export interface CaseFile {
  readonly name: string;
  readonly extension: 'html' | 'json' | 'xml';
  readonly body: string;
  readonly query: CaseFileQuery;
  readonly expected: Readonly<Record<string, unknown>> & { readonly outcome: string; readonly status?: number };
}

const QUERY = '.query.json';
const EXPECTED = '.expected.json';
const EXTENSIONS = ['html', 'json', 'xml'] as const;

const README = `# Cases

Result pages that a parser of Sextant may not understand, one per case and number:

- \`NAME.html\` (or \`.json\`, \`.xml\`): the page as it arrived. It may hold searches of your customers: do not publish it as it is.
- \`NAME.query.json\`: engine, keyword, region, language and device.
- \`NAME.expected.json\`: what the parser found when the page was exported.

What to do:

1. Open the page in an editor and compare it with \`NAME.expected.json\`. Add missing items, remove wrong ones, correct fields.
   A field that you remove is not compared. Set \`outcome\` to \`valid\`, \`empty\` or \`blocked\`.
2. Run \`sextant cases check FOLDER\`. It parses each page with the installed parsers and prints what differs. The exit code is 1
   until the parsers find what you expect. Run it in CI, before and after each update.
3. In a checkout of Sextant, run \`sextant cases add FOLDER/NAME\`. It copies a case that passes the check to the fixtures of its
   engine, where \`src/sources/engines/fixtures.test.ts\` tests it in the same way. Replace texts,
   URLs and the keyword by invented ones before you commit it.
`;

export const extensionOf = (contentType: string): CaseFile['extension'] =>
  /json/i.test(contentType) ? 'json' : /\bxml\b|[+/]xml/i.test(contentType) && !/xhtml/i.test(contentType) ? 'xml' : 'html';

/** Names that stay in their folder on every system. */
const NAME = /^[A-Za-z0-9][\w.-]{0,200}$/;

/** Returns false when the case was exported before: its expectations may be corrected already. */
export function writeCaseFile(folder: string, { name, extension, body, query, expected }: CaseFile): boolean {
  if (!NAME.test(name)) throw new UsageProblem(`The case has an unusable name: ${JSON.stringify(name)}`);
  mkdirSync(folder, { recursive: true });
  const file = (end: string): string => path.join(folder, `${name}${end}`);
  if (existsSync(file(EXPECTED))) return false;
  writeFileSync(file(`.${extension}`), body);
  writeFileSync(file(QUERY), `${JSON.stringify(query, null, 2)}\n`);
  writeFileSync(file(EXPECTED), `${JSON.stringify(expected, null, 2)}\n`);
  const readme = path.join(folder, 'README.md');
  if (!existsSync(readme)) writeFileSync(readme, README);
  return true;
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** Returns the names of the cases in a folder, sorted, by the numbers of their pages. */
export function caseNamesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageProblem(`No such folder: ${folder}`);
  return readdirSync(folder)
    .filter((file) => file.endsWith(EXPECTED))
    .map((file) => file.slice(0, -EXPECTED.length))
    .sort((one, other) => byNumber.compare(one, other) || (one < other ? -1 : 1));
}

export function readCaseFile(folder: string, name: string): CaseFile {
  const file = (end: string): string => path.join(folder, `${name}${end}`);
  const extension = EXTENSIONS.find((one) => existsSync(file(`.${one}`)));
  if (extension === undefined) throw new UsageProblem(`${name} has no page: ${file('.html')} is missing.`);
  return {
    name,
    extension,
    body: readText(file(`.${extension}`)),
    query: readQuery(file(QUERY)),
    expected: readExpected(file(EXPECTED)),
  };
}

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function readQuery(file: string): CaseFileQuery {
  const query = readJson(file);
  const isQuery =
    isObject(query) &&
    ['engine', 'keyword', 'language'].every((name) => typeof query[name] === 'string') &&
    isObject(query.region) &&
    typeof query.region.countryCode === 'string' &&
    typeof query.region.canonicalName === 'string' &&
    typeof query.maxResults === 'number';
  if (!isQuery) throw new UsageProblem(`${file} must have engine, keyword, region, language, device and maxResults, as it was exported.`);
  return query as unknown as CaseFileQuery;
}

/** How a parser can end with a page that arrived. */
const OUTCOMES: readonly unknown[] = ['valid', 'empty', 'blocked', 'unparsed', 'unreachable'];
const EXPECTED_FIELDS: ReadonlySet<string> = new Set(['outcome', 'status', 'next', ...ITEM_ARRAYS]);

function readExpected(file: string): CaseFile['expected'] {
  const expected = readJson(file);
  if (!isObject(expected) || typeof expected.outcome !== 'string') throw new UsageProblem(`${file} must be an object with an outcome.`);
  if (!OUTCOMES.includes(expected.outcome)) throw new UsageProblem(`${file}: outcome must be one of ${OUTCOMES.join(', ')}.`);
  // A misspelt array would be compared with nothing, and the check would pass.
  const unknown = Object.keys(expected).find((name) => !EXPECTED_FIELDS.has(name));
  if (unknown !== undefined) throw new UsageProblem(`${file} has the unknown field ${JSON.stringify(unknown)}.`);
  const wrong = ITEM_ARRAYS.find((name) => {
    const items = expected[name];
    return items !== undefined && !(Array.isArray(items) && items.every(isObject));
  });
  if (wrong !== undefined) throw new UsageProblem(`${file}: ${wrong} must be an array of objects.`);
  return expected as CaseFile['expected'];
}

/** Without a byte order mark, which editors on Windows add. */
function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new UsageProblem(`${file} is not UTF-8. Save it as UTF-8.`);
    throw error;
  }
}

function readJson(file: string): unknown {
  if (!existsSync(file)) throw new UsageProblem(`${file} is missing.`);
  try {
    return JSON.parse(readText(file)) as unknown;
  } catch (error) {
    if (error instanceof UsageProblem) throw error;
    throw new UsageProblem(`${file} is not JSON: ${(error as Error).message}`);
  }
}

/** Copies a case with its query to the fixtures of its engine. Returns the path of the page. */
export function addFixture(root: string, { name, extension, body, query, expected }: CaseFile): string {
  const engine = path.join(root, 'src', 'sources', 'engines', query.engine);
  if (path.basename(engine) !== query.engine || !existsSync(engine))
    throw new UsageProblem(`This is not a checkout of Sextant: ${engine} is missing.`);
  const page = path.join(engine, 'fixtures', `${name}.${extension}`);
  if (existsSync(page)) throw new UsageProblem(`${page} exists.`);
  mkdirSync(path.dirname(page), { recursive: true });
  writeFileSync(page, body);
  writeFileSync(path.join(engine, 'fixtures', `${name}${QUERY}`), `${JSON.stringify(query, null, 2)}\n`);
  writeFileSync(path.join(engine, 'fixtures', `${name}${EXPECTED}`), `${JSON.stringify(expected, null, 2)}\n`);
  return page;
}
