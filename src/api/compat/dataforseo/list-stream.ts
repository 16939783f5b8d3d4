// Streams a response with one long list. The list is written in short steps with other work in between.
import { Readable } from 'node:stream';
import { setImmediate as nextTick } from 'node:timers/promises';
import { responseOf, type TaskAnswer } from '../../../products/dataforseo/envelope.ts';

const CHUNK_LENGTH = 65_536;
const MARK = '"result_count":0,';
const EMPTY = '"result":[]';

async function* chunksOf(before: string, entries: Iterable<string>, after: string): AsyncGenerator<string> {
  let chunk = before;
  let isFirst = true;
  for (const entry of entries) {
    chunk += (isFirst ? '' : ',') + entry;
    isFirst = false;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
    await nextTick();
  }
  yield chunk + after;
}

/** `entries` are JSON texts. Their number is sent before them. */
export function streamedList(answer: Omit<TaskAnswer, 'result'>, count: number, entries: Iterable<string>, started: number): Readable {
  const envelope = JSON.stringify(responseOf([{ ...answer, result: [] }], started)).replace(MARK, `"result_count":${count},`);
  // Nothing that the client sent comes after the list.
  const end = envelope.lastIndexOf(EMPTY) + EMPTY.length - 1;
  return Readable.from(chunksOf(envelope.slice(0, end), entries, envelope.slice(end)));
}
