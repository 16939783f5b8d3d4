// A client that reads nothing before it has sent everything, like many libraries.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Sends everything, slowly enough for an early response, and only then reads. */
export async function sendsFirst(port: number, start: string, pieces: readonly string[]): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  const failed = new Promise<never>((_resolve, reject) => socket.on('error', reject));
  failed.catch(() => undefined);
  const send = (bytes: string) => Promise.race([failed, new Promise((resolve) => socket.write(bytes, resolve))]);
  socket.pause();
  await send(start);
  for (const piece of pieces) {
    await sleep(20);
    await send(piece);
  }
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes;
    // With a kept-alive connection this would wait for ever.
    if (/\r\n\r\n.*\}$/s.test(heard)) socket.end();
  });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.resume();
  await Promise.race([failed, closed]);
  return heard;
}
