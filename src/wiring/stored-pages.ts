// Builds `sextant parse`: it needs the parsers, and neither settings nor a database.
import { parseCommand } from '../cli/parse.ts';
import { createEngineTable, type EngineTable } from '../sources/catalogue.ts';
import { readStored } from '../sources/stored-page.ts';

/** Parsing needs no credentials. Any values enable all parsers. */
const NO_ACCESS = { apiKey: '', model: '', baseUrl: 'https://api.example' };

export const everyEngine = (): EngineTable => createEngineTable({ chatgpt: NO_ACCESS, perplexity: NO_ACCESS });

export function parse(words: readonly string[], print: (text: string) => void): Promise<number> {
  const engines = everyEngine();
  return parseCommand(words, (kind, bytes) => readStored(kind, bytes, engines), print);
}
