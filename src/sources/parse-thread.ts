// The program of a parsing thread: reads one page at a time and answers what was found, or which error it was.
import { parentPort } from 'node:worker_threads';
import type { EngineName } from '../contract/vocabulary.ts';
import { type Page, SourceError } from './adapter.ts';
import { createEngineTable } from './catalogue.ts';
import type { SerpAsk } from './serp.ts';

export interface ParseTask {
  readonly engine: EngineName;
  readonly page: Page;
  readonly ask: SerpAsk;
}

export type ParseAnswer =
  | { readonly read: { readonly found: unknown; readonly next?: unknown } }
  | { readonly error: Pick<SourceError, 'outcome' | 'cure' | 'message' | 'restSeconds'> };

// Reading needs no access; any will do to have every reader at hand.
const access = { apiKey: '', model: '', baseUrl: 'https://api.example' };
const engines = createEngineTable({ chatgpt: access, perplexity: access });

export function parseTask({ engine, page, ask }: ParseTask): ParseAnswer {
  try {
    return { read: engines[engine]!.parse(page, ask) };
  } catch (error) {
    // An adapter that trips over a page has met one it does not know.
    const known = error instanceof SourceError ? error : new SourceError('unparsed', 'never', 'the page could not be read');
    return { error: { outcome: known.outcome, cure: known.cure, message: known.message, restSeconds: known.restSeconds } };
  }
}

parentPort?.on('message', (task: ParseTask) => parentPort?.postMessage(parseTask(task)));
