// Builds `sextant cases` and `sextant reparse --dry-run`: kept pages of the database or a folder, and today's parsers.
import { casesWithPages, readCasePages, readCases } from '../business/layouts/cases.ts';
import type { StoredCasePage } from '../business/layouts/samples.ts';
import { type Arguments, UsageProblem } from '../cli/arguments.ts';
import { type ComparedPage, comparePages, printCompared } from '../cli/case-check.ts';
import { type CaseFile, caseQueryOfFile, extensionOf } from '../cli/case-files.ts';
import { type CasesParts, casesCommand, compared, type StoredCases } from '../cli/cases.ts';
import { createProgress } from '../cli/progress.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import type { Db } from '../platform/db.ts';
import { diffExpected, expectationOf, expectedOf, parseCasePage } from '../products/serp/case-page.ts';
import { diffPages } from '../products/serp/page-diff.ts';
import { createEngineTable } from '../sources/catalogue.ts';
import { NO_ACCESS } from '../sources/parsers.ts';
import type { Engine } from '../sources/serp.ts';
import { withDatabase } from './database-commands.ts';

type Print = (text: string) => void;

export const cases = (words: readonly string[], print: Print): Promise<number> => casesCommand(words, casesParts(), print);

function casesParts(): CasesParts {
  const engineOf = createEngineOf();
  return {
    withStored: (run) => withDatabase((db) => run(storedCases(db, engineOf))),
    compare: async (file) => compareFile(file, engineOf(file.query.engine)),
    progress: createProgress({ isTerminal: process.stderr.isTTY === true, write: (text) => void process.stderr.write(text) }),
    root: process.cwd(),
  };
}

function createEngineOf(): (name: string) => Engine {
  const engines = createEngineTable({ chatgpt: NO_ACCESS, perplexity: NO_ACCESS });
  return (name) => {
    const engine = Object.hasOwn(engines, name) ? engines[name as EngineName] : null;
    if (!engine) throw new UsageProblem(`Unknown engine: ${name}`);
    return engine;
  };
}

const storedCases = (db: Db, engineOf: (name: string) => Engine): StoredCases => ({
  list: () => readCases(db),
  ids: async () => (await casesWithPages(db)).map(({ id }) => id),
  files: async (id) => (await readCasePages(db, id)).map((page) => fileOf(page, engineOf(page.query.engine))),
});

function fileOf(page: StoredCasePage, engine: Engine): CaseFile {
  const { isMobile, ...query } = page.query;
  return {
    name: `${engine.name}-${page.caseId}-${page.n}`,
    extension: extensionOf(page.contentType),
    body: page.body,
    query: { ...query, device: isMobile ? 'mobile' : 'desktop' },
    expected: expectationOf(expectedOf(parseCasePage(engine, page), page.status)),
  };
}

function compareFile({ name, query, body, expected }: CaseFile, engine: Engine): ComparedPage {
  const reading = parseCasePage(engine, { query: caseQueryOfFile(query), status: expected.status ?? 200, body });
  return { name, engine: engine.name, diff: diffExpected(expected, reading) };
}

/** Prints what today's parsers would change in kept pages. Returns the exit code: 1 when they change something. */
export async function dryReparse(args: Arguments, print: Print): Promise<number> {
  const parts = casesParts();
  const pages: ComparedPage[] = [];
  for (const folder of new Set(args.all('cases'))) {
    if (folder !== '') pages.push(...(await comparePages(compared(folder, parts), parts.progress)));
    else await withDatabase(async (db) => void pages.push(...(await comparePages(storedPages(db), parts.progress))));
  }
  return printCompared(pages, args.json, print);
}

/** Compares each kept page with what the parser found when it was kept. */
export async function* storedPages(db: Pick<Db, 'query'>): AsyncGenerator<{ total: number; page: ComparedPage }> {
  const engineOf = createEngineOf();
  const found = await casesWithPages(db);
  const total = found.reduce((sum, { pages }) => sum + pages, 0);
  for (const { id } of found) {
    for (const stored of await readCasePages(db, id)) {
      const engine = engineOf(stored.query.engine);
      const reading = expectedOf(parseCasePage(engine, stored));
      const before = stored.found ?? { outcome: stored.outcome };
      yield {
        total,
        page: { name: `${engine.name}-${id}-${stored.n}`, engine: engine.name, diff: diffPages(before, reading) },
      };
    }
  }
}
