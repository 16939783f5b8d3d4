// A receiver of callbacks that fails on purpose and records every request and its answer.
import { createHmac, timingSafeEqual } from 'node:crypto';
import http, { type IncomingHttpHeaders } from 'node:http';
import { closeServer, listen } from '../net.ts';
import type { Random } from '../random.ts';

/** The share of each failure. All other callbacks get 200. */
const MOODS: readonly (readonly [mood: string, share: number])[] = [
  ['error', 0.12],
  ['hangUp', 0.06],
  ['cut', 0.06],
  ['slow', 0.05],
];

export interface Receipt {
  readonly account: string;
  readonly id: string;
  readonly event: string | string[] | undefined;
  readonly genuine: boolean;
  readonly mood: string;
  readonly at: number;
  accepted: boolean;
}

export interface Receiver {
  readonly receipts: readonly Receipt[];
  addressFor(account: string): string;
  /** From now on every callback is accepted. */
  behave(): void;
  close(): Promise<void>;
}

export async function startReceiver(
  random: Random,
  secretOf: (account: string) => string | undefined,
  host = '127.0.0.1',
): Promise<Receiver> {
  const receipts: Receipt[] = [];
  let moody = true;

  const moodOf = (): string => {
    let left = random.next();
    for (const [mood, share] of MOODS) {
      left -= share;
      if (left < 0) return moody ? mood : 'fine';
    }
    return 'fine';
  };

  const server = http.createServer((request, response) => {
    const mood = moodOf();
    const parts: Buffer[] = [];
    const [, , account = '', id = ''] = request.url!.split('/');
    if (mood === 'hangUp') {
      request.socket.destroy();
      return;
    }
    request.on('data', (bytes) => parts.push(bytes));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const receipt: Receipt = {
        account,
        id,
        event: request.headers['webhook-id'],
        genuine: isGenuine(request.headers, body, secretOf(account)),
        mood,
        at: Date.now(),
        accepted: false,
      };
      receipts.push(receipt);
      const answer = (status: number): void => {
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
  const port = await listen(server, host);
  return {
    receipts,
    addressFor: (account) => `http://${host}:${port}/callback/${account}/{:id:}/{:type:}`,
    behave: () => {
      moody = false;
    },
    close: () => {
      server.closeAllConnections();
      return closeServer(server);
    },
  };
}

function isGenuine(headers: IncomingHttpHeaders, body: Buffer, secret: string | undefined): boolean {
  if (!secret) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`)
    .update(body)
    .digest('base64');
  const [wanted, given] = [Buffer.from(`v1,${signed}`), Buffer.from(String(headers['webhook-signature'] ?? ''))];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
