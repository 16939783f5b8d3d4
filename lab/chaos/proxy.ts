// The network between the product and PostgreSQL: a TCP proxy that cuts, swallows answers and falls silent when told to.
import net from 'node:net';

export async function startProxy(socketPath) {
  const pairs = new Set();
  let silent = false;
  let swallow = 0;
  const counts = { cut: 0, swallowed: 0 };

  const server = net.createServer((client) => {
    const upstream = net.connect(socketPath);
    const pair = { client, upstream, asked: false };
    const end = () => {
      client.destroy();
      upstream.destroy();
      pairs.delete(pair);
    };
    pairs.add(pair);
    for (const socket of [client, upstream]) {
      socket.setNoDelay?.(true);
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (bytes) => {
      if (silent) return;
      pair.asked = true;
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (silent) return;
      // The statement was carried out; the caller never hears of it.
      if (swallow > 0 && pair.asked && bytes.length > 60) {
        swallow--;
        counts.swallowed++;
        end();
        return;
      }
      pair.asked = false;
      client.write(bytes);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: server.address().port,
    counts,
    cut: (share, random) => {
      for (const pair of [...pairs]) {
        if (!random.chance(share)) continue;
        counts.cut++;
        pair.client.resetAndDestroy();
        pair.upstream.destroy();
      }
    },
    swallowAnswers: (count) => {
      swallow += count;
    },
    setSilent: (value) => {
      silent = value;
      // What was swallowed meanwhile is lost, so these connections are of no use any more.
      if (!value) for (const pair of [...pairs]) pair.client.resetAndDestroy();
    },
    heal: () => {
      swallow = 0;
    },
    close: () => {
      for (const { client, upstream } of pairs) {
        client.destroy();
        upstream.destroy();
      }
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
