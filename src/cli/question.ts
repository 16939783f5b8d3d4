// A question from the command line in the form that products collect: nobody's object, wanted at once.
import type { Job } from '../contract/order.ts';
import type { Mode } from '../contract/vocabulary.ts';

export const questionOf = (kind: Job['kind'], request: string, mode: Mode): Job => ({
  id: '0'.repeat(24),
  kind,
  mode,
  accountId: 0,
  priority: 'INSTANT',
  attempt: 1,
  crashes: 0,
  overdue: false,
  request,
  history: [],
  waitedMs: 0,
});
