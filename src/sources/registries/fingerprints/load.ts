// Loads a larger set of technologies from a folder of the operator.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TechnologyCategory } from '../../../contract/technology.ts';
import { categoryNamed, categoryOf } from './categories.ts';
import { createTechnologySet, type TechnologySet } from './technology-set.ts';
import { readWappalyzer } from './wappalyzer.ts';

const FILES_MAX = 100;
const BYTES_MAX = 50_000_000;

/**
 * The folder has `technologies/*.json` or one `technologies.json`, and `categories.json`. Throws when it has no
 * technologies.
 */
export function loadFingerprints(folder: string): TechnologySet {
  const parts = filesOf(folder).map(readObject);
  const { technologies, rejected } = readWappalyzer(Object.assign(Object.create(null), ...parts));
  if (technologies.length === 0) throw new Error(`The folder ${folder} has no technologies.`);
  return createTechnologySet(technologies, categoriesOf(join(folder, 'categories.json')), rejected);
}

function filesOf(folder: string): string[] {
  const many = join(folder, 'technologies');
  if (existsSync(many) && statSync(many).isDirectory())
    return readdirSync(many)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .slice(0, FILES_MAX)
      .map((name) => join(many, name));
  const one = join(folder, 'technologies.json');
  if (!existsSync(one)) throw new Error(`The folder ${folder} has neither technologies/ nor technologies.json.`);
  return [one];
}

function readObject(file: string): Readonly<Record<string, unknown>> {
  if (statSync(file).size > BYTES_MAX) throw new Error(`The file ${file} is too large.`);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`The file ${file} is not valid JSON.`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`The file ${file} has no technologies.`);
  const inner = (value as Readonly<Record<string, unknown>>).technologies;
  // Older sets have everything in one file, with the technologies under their own key.
  return (typeof inner === 'object' && inner !== null && !('cats' in inner) ? inner : value) as Readonly<Record<string, unknown>>;
}

function categoriesOf(file: string): (id: number) => TechnologyCategory {
  if (!existsSync(file)) return categoryOf;
  const names = new Map<number, string>();
  for (const [id, entry] of Object.entries(readObject(file))) {
    const name = typeof entry === 'string' ? entry : (entry as { name?: unknown } | null)?.name;
    if (typeof name === 'string') names.set(Number(id), name);
  }
  return (id) => (names.has(id) ? categoryNamed(id, names.get(id)!) : categoryOf(id));
}
