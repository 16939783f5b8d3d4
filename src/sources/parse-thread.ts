// Entry point of a parser thread: parses or compresses one page at a time and returns the result or the error.
import { parentPort } from 'node:worker_threads';
import type { ShownPage } from '../contract/cases.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import type { Page } from './adapter.ts';
import { createEngineTable } from './catalogue.ts';
import { evidenceOf } from './page/evidence.ts';
import { statedLanguage } from './page/language.ts';
import { isMixed } from './page/list-marks.ts';
import { signsOf, signsOrNull } from './page/signs.ts';
import type { PageRead } from './page-reader.ts';
import type { SerpPage, SerpQuery } from './serp.ts';
import { type CompressTask, compressTask, type PostedPage, receivedPage, runTask, type ThreadResult } from './threaded.ts';

export interface ParseTask {
  readonly engine: EngineName;
  readonly page: PostedPage;
  readonly query: SerpQuery;
}

// Parsing needs no credentials. Placeholders make every parser available.
const access = { apiKey: '', model: '', baseUrl: 'https://api.example' };
const engines = createEngineTable({ chatgpt: access, perplexity: access });

/** Asks what a stored page shows to people. */
export interface EvidenceTask {
  readonly html: string;
  readonly host: string;
}

export const parseTask = ({ engine, page, query }: ParseTask): ThreadResult<PageRead<SerpPage>> => {
  let received: Page | undefined;
  return runTask(
    () => {
      received = receivedPage(page);
      const read = engines[engine]!.parse(received, query);
      return { ...read, language: statedLanguage(received), signs: signsOf(received), isMixed: isMixed(received) };
    },
    () => (received ? signsOrNull(received) : null),
  );
};

export const evidenceTask = ({ html, host }: EvidenceTask): ThreadResult<ShownPage> => runTask(() => evidenceOf(html, host));

parentPort?.on('message', (task: ParseTask | CompressTask | EvidenceTask) =>
  parentPort?.postMessage('engine' in task ? parseTask(task) : 'html' in task ? evidenceTask(task) : compressTask(task)),
);
