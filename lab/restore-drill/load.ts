// Customers that create objects as fast as they get responses.
import { startOrdering } from '../acknowledged.ts';
import type { RestoreNode } from './node.ts';

const CLIENTS = 4;
const PAUSE_MS = 20;
const KEYWORDS = ['tea', 'test:faulty tea', 'coffee', 'test:empty cocoa', 'test:blocked:1 milk', 'water'];

export function startLoad(node: RestoreNode): ReturnType<typeof startOrdering> {
  const account = async (number: number): Promise<string> => {
    const made = await node.call('POST', '/admin/accounts', node.token, {
      name: `Drill ${number}`,
      email: `d${number}@mail.example`,
      credits: 1_000_000,
    });
    return made.json.keys.test;
  };
  return startOrdering({
    keys: Array.from({ length: CLIENTS }, (_, number) => account(number)),
    pauseMs: PAUSE_MS,
    create: (key, round) => {
      const items = Array.from({ length: 5 }, (_, index) => ({ keyword: KEYWORDS[(round + index) % KEYWORDS.length], region: 'US' }));
      return node.call('POST', '/serp/new/list', key, items);
    },
  });
}
