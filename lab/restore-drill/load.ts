// Customers who make objects as fast as they are answered, and write down what was acknowledged and when.
import { setTimeout as sleep } from 'node:timers/promises';

const CLIENTS = 4;
const KEYWORDS = ['tea', 'test:faulty tea', 'coffee', 'test:empty cocoa', 'test:blocked:1 milk', 'water'];

export function startLoad(node) {
  const acknowledged = [];
  let going = true;
  const client = async (number) => {
    const made = await node.call('POST', '/admin/accounts', node.token, {
      name: `Drill ${number}`,
      email: `d${number}@mail.example`,
      credits: 1_000_000,
    });
    const key = made.json.keys.test;
    for (let turn = 0; going; turn++) {
      try {
        const items = Array.from({ length: 5 }, (_, index) => ({ keyword: KEYWORDS[(turn + index) % KEYWORDS.length], region: 'US' }));
        const { status, json } = await node.call('POST', '/serp/new/list', key, items);
        if (status === 200) for (const { id } of json) acknowledged.push({ id, key, at: Date.now() });
      } catch {
        // Hung up: not acknowledged.
      }
      await sleep(20);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return {
    acknowledged,
    stop: async () => {
      going = false;
      await clients;
    },
  };
}
