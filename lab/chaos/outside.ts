// Rules that customers can observe: callbacks arrive, deletions hold, reads never go back.

import type { Index, Rule } from './invariants.ts';

export const outsideRules: readonly Rule[] = [
  ['every callback arrives', callbacksArrive],
  ['a callback has one id and a true signature', callbackIds],
  [
    'told means told',
    ({ callbacks, receipts }) => {
      const accepted = new Set(receipts.filter(({ accepted: taken }) => taken).map(({ id }) => id));
      return callbacks.filter(({ id, executed }) => executed && !accepted.has(id)).map(({ id }) => id);
    },
  ],
  ['the outbox runs empty', ({ outbox }) => outbox.map(({ id, attempt }) => `${id} after ${attempt} attempts`)],
  ['what is deleted stays deleted', deletionsHold],
  ['reads never go back', readsNeverGoBack],
  ['no answer is an unknown error', ({ history }) => history.failures.slice(0, 5).map(({ path, text }) => `${path} ${text.slice(0, 200)}`)],
];

function callbacksArrive({ objects, ended, receipts, callbackById }: Index): string[] {
  const accepted = new Set(receipts.filter(({ accepted: taken }) => taken).map(({ id }) => id));
  return objects
    .filter(({ id, deleted, called }) => called && !deleted && ended.has(id))
    .filter(({ id }) => !accepted.has(id) || callbackById.get(id)?.executed !== true)
    .map(({ id }) => `${id} ${accepted.has(id) ? 'arrived, not marked' : 'never arrived'}`);
}

function callbackIds({ receipts }: Index): string[] {
  return receipts.filter(({ id, event, genuine }) => event !== `evt_${id}` || !genuine).map(({ id, event }) => `${id} came as ${event}`);
}

function deletionsHold({ history, objectById, resultById, queue, outbox }: Index): string[] {
  const waiting = new Set([...queue, ...outbox].map(({ id }) => id));
  return history.deletes
    .filter(({ status }) => status === 204)
    .flatMap(({ id, at }) => {
      const problems: string[] = [];
      if (objectById.get(id)?.deleted !== true) problems.push(`${id} is back`);
      if (resultById.has(id)) problems.push(`${id} still has its result`);
      if (waiting.has(id)) problems.push(`${id} is still queued or to be told`);
      if (history.reads.some((read) => read.id === id && read.at > at! && read.status === 200))
        problems.push(`${id} was read after its deletion`);
      return problems;
    });
}

function readsNeverGoBack({ history }: Index): string[] {
  const touched = new Map<string, number>();
  for (const { id, begun } of history.deletes) touched.set(id, Math.min(begun, touched.get(id) ?? Number.POSITIVE_INFINITY));
  const missing = history.reads
    .filter(({ id, until, status }) => status === 404 && until < (touched.get(id) ?? Number.POSITIVE_INFINITY))
    .map(({ id }) => `${id} was not found`);
  const finished = new Map<string, number>();
  const back: string[] = [];
  for (const { id, until, ended } of history.reads) if (ended === true) finished.set(id, Math.min(until, finished.get(id) ?? until));
  // A read that began after another had shown the finished object must show it finished too.
  for (const { id, at, ended } of history.reads)
    if (ended === false && at > (finished.get(id) ?? Number.POSITIVE_INFINITY)) back.push(`${id} was finished and then was not`);
  return [...missing, ...back];
}
