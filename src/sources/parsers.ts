// Parsers of stored pages. Each engine, and the reader of WHOIS, is loaded when its first page is parsed.
import { ENGINES, type EngineName } from '../contract/vocabulary.ts';
import { LOADERS } from './engines/loaders.ts';
import type { Engine } from './serp.ts';
import { readStored, type StoredReading } from './stored-page.ts';

/** Parsing needs no credentials. Any values enable all parsers. */
export const NO_ACCESS = { apiKey: '', model: '', baseUrl: 'https://api.example' };

const isEngine = (kind: string): kind is EngineName => (ENGINES as readonly string[]).includes(kind);

/** Returns a function that parses like `readStored`, with any engine, `whois` or `rdap`. */
export function createParseStored(): (kind: string, bytes: Buffer) => Promise<StoredReading> {
  const engines: Partial<Record<EngineName, Engine>> = {};
  return async (kind, bytes) => {
    if (kind === 'whois' || kind === 'rdap') return (await import('./stored-record.ts')).readStoredRecord(kind, bytes);
    if (isEngine(kind) && !engines[kind]) {
      const { engine } = (await LOADERS[kind]()).definition;
      engines[kind] = typeof engine === 'function' ? engine(NO_ACCESS) : engine;
    }
    return readStored(kind, bytes, engines);
  };
}
