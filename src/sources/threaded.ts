// Reads pages of engines in other threads, so that a page that explodes takes a thread along and not the service.
import { ThreadLost, type Threads } from '../platform/threads.ts';
import { SourceError, unreadable } from './adapter.ts';
import type { ReadPage } from './collect.ts';
import type { ParseAnswer, ParseTask } from './parse-thread.ts';
import type { Engine, SerpAsk, SerpPage } from './serp.ts';

export function readInThread(engine: Engine, threads: Threads): ReadPage<SerpAsk, SerpPage> {
  return async (page, ask) => {
    const task: ParseTask = { engine: engine.name, page, ask };
    let answer: ParseAnswer;
    try {
      answer = (await threads.run(task)) as ParseAnswer;
    } catch (error) {
      throw error instanceof ThreadLost ? unreadable('the page is too large or too deep to be read') : error;
    }
    if ('error' in answer) {
      const { outcome, cure, message, restSeconds } = answer.error;
      throw new SourceError(outcome, cure, message, restSeconds);
    }
    return answer.read as Awaited<ReturnType<ReadPage<SerpAsk, SerpPage>>>;
  };
}
