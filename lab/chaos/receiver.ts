// Receives callbacks, fails on purpose, and remembers what came and what it answered.
import { createHmac, timingSafeEqual } from 'node:crypto';
import http from 'node:http';

/** The share of each misbehaviour; the rest is answered 200. */
const MOODS = [
  ['error', 0.12],
  ['hangUp', 0.06],
  ['cut', 0.06],
  ['slow', 0.05],
];

export async function startReceiver(random, secretOf) {
  const receipts = [];
  let moody = true;

  const moodOf = () => {
    let left = random.next();
    for (const [mood, share] of MOODS) {
      left -= share;
      if (left < 0) return moody ? mood : 'fine';
    }
    return 'fine';
  };

  const server = http.createServer((request, response) => {
    const mood = moodOf();
    const parts = [];
    const [, , account, id] = request.url.split('/');
    if (mood === 'hangUp') {
      request.socket.destroy();
      return;
    }
    request.on('data', (bytes) => parts.push(bytes));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const receipt = {
        account,
        id,
        event: request.headers['webhook-id'],
        genuine: isGenuine(request.headers, body, secretOf(account)),
        mood,
        at: Date.now(),
        accepted: false,
      };
      receipts.push(receipt);
      const answer = (status) => {
        response.on('finish', () => {
          receipt.accepted = status === 200;
        });
        response.writeHead(status).end();
      };
      if (mood === 'cut') request.socket.destroy();
      else if (mood === 'slow') setTimeout(() => answer(200), 1500);
      else answer(mood === 'error' ? 500 : 200);
    });
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    receipts,
    addressFor: (account) => `http://127.0.0.1:${server.address().port}/callback/${account}/{:id:}/{:type:}`,
    behave: () => {
      moody = false;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function isGenuine(headers, body, secret) {
  if (!secret) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`)
    .update(body)
    .digest('base64');
  const [wanted, given] = [Buffer.from(`v1,${signed}`), Buffer.from(String(headers['webhook-signature'] ?? ''))];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
