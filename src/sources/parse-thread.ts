// Entry point of a parser thread: parses one page at a time and returns the result or the error.
import { parentPort } from 'node:worker_threads';
import type { EngineName } from '../contract/vocabulary.ts';
import type { Page } from './adapter.ts';
import { createEngineTable } from './catalogue.ts';
import type { SerpQuery } from './serp.ts';
import { runTask, type ThreadResult } from './threaded.ts';

export interface ParseTask {
  readonly engine: EngineName;
  readonly page: Page;
  readonly query: SerpQuery;
}

// Parsing needs no credentials. Placeholders make every parser available.
const access = { apiKey: '', model: '', baseUrl: 'https://api.example' };
const engines = createEngineTable({ chatgpt: access, perplexity: access });

export const parseTask = ({ engine, page, query }: ParseTask): ThreadResult => runTask(() => engines[engine]!.parse(page, query));

parentPort?.on('message', (task: ParseTask) => parentPort?.postMessage(parseTask(task)));
