// `sextant cases`: lists cases, exports their pages, checks corrected ones and adds them to the fixtures.
import path from 'node:path';
import type { Case } from '../contract/cases.ts';
import { parseArguments, table, UsageProblem } from './arguments.ts';
import { type ComparedPage, comparePages, printCompared } from './case-check.ts';
import { addFixture, type CaseFile, caseNamesIn, readCaseFile, writeCaseFile } from './case-files.ts';
import type { Progress } from './progress.ts';

/** Cases in the database. */
export interface StoredCases {
  list(): Promise<readonly Case[]>;
  /** Ids of cases with pages. */
  ids(): Promise<readonly string[]>;
  files(id: string): Promise<readonly CaseFile[]>;
}

export interface CasesParts {
  /** Opens the database. Only actions that need it call this. */
  readonly withStored: (run: (stored: StoredCases) => Promise<void>) => Promise<void>;
  /** Compares as the fixture test of the engine does, with the query of the case. */
  readonly compare: (file: CaseFile) => Promise<ComparedPage>;
  readonly progress: Progress;
  /** The working directory. */
  readonly root: string;
}

const USAGE = 'Usage: sextant cases [list | export | check | add]. Try: sextant help cases';

/** Returns the exit code: 1 when a checked page differs, or when a requested case has no pages. */
export async function casesCommand(argv: readonly string[], parts: CasesParts, print: (text: string) => void): Promise<number> {
  const args = parseArguments(argv, 'cases');
  const [action = 'list', ...rest] = args.plain;
  if (action === 'list') return listCases(parts, args.json, print);
  if (action === 'export') return exportCases(rest, args.required('out'), parts, args.json, print);
  if (action === 'check' && rest.length === 1) {
    return printCompared(await comparePages(compared(rest[0]!, parts), parts.progress), args.json, print);
  }
  if (action === 'add' && rest.length > 0) return addCases(rest, parts, print);
  throw new UsageProblem(USAGE);
}

async function listCases({ withStored }: CasesParts, json: boolean, print: (text: string) => void): Promise<number> {
  await withStored(async (stored) => {
    const items = await stored.list();
    if (json) print(JSON.stringify({ items }));
    else
      print(
        table(
          items.map(({ id, engine, device, kind, state, pages, openedAt, summary }) => ({
            id,
            engine,
            device,
            kind,
            state,
            pages,
            openedAt,
            summary,
          })),
        ),
      );
  });
  return 0;
}

async function exportCases(
  ids: readonly string[],
  folder: string,
  { withStored }: CasesParts,
  json: boolean,
  print: (text: string) => void,
): Promise<number> {
  const rows: { name: string; outcome: string }[] = [];
  await withStored(async (stored) => {
    for (const id of ids.length > 0 ? ids : await stored.ids()) {
      const files = await stored.files(id);
      // A page may expire between both statements: only a case that was named must have some.
      if (files.length === 0 && ids.length > 0) rows.push({ name: id, outcome: 'no pages' });
      for (const file of files) rows.push({ name: file.name, outcome: writeCaseFile(folder, file) ? 'written' : 'exists' });
    }
  });
  print(json ? JSON.stringify({ items: rows }) : table(rows));
  return rows.some(({ outcome }) => outcome === 'no pages') ? 1 : 0;
}

/** Yields each case of a folder with its differences. */
export async function* compared(
  folder: string,
  { compare }: Pick<CasesParts, 'compare'>,
): AsyncGenerator<{ total: number; page: ComparedPage }> {
  const names = caseNamesIn(folder);
  if (names.length === 0) throw new UsageProblem(`${folder} has no cases.`);
  for (const name of names) yield { total: names.length, page: await compare(readCaseFile(folder, name)) };
}

async function addCases(names: readonly string[], { compare, root }: CasesParts, print: (text: string) => void): Promise<number> {
  for (const given of names) {
    const [folder, name] = [path.dirname(given), path.basename(given).replace(/(?:\.expected|\.query)?\.(?:html|json|xml)$/, '')];
    const file = readCaseFile(folder, name);
    const status = printDifferences(await compare(file), print);
    if (status !== 0) return status;
    print(
      `Added ${path.relative(root, addFixture(root, file))}. Replace its texts, URLs and keyword by invented ones before you commit it.`,
    );
  }
  return 0;
}

function printDifferences(page: ComparedPage, print: (text: string) => void): number {
  if (page.diff.changes.length === 0) return 0;
  printCompared([page], false, print);
  print(`${page.name} was not added: the parser does not find what it expects.`);
  return 1;
}
