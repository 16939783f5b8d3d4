// Serves the metrics of a worker that runs alone. It has no API whose /metrics could include them.
import { createServer, type Server } from 'node:http';

/** A request that takes longer is closed. */
const TIMEOUT_MS = 10_000;

/** Serves GET /metrics and nothing else. Rejects when the port cannot be used. */
export async function openMetricsListener(host: string, port: number, metrics: () => Promise<string>): Promise<Server> {
  const server = createServer({ headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS }, (request, response) => {
    request.resume();
    const send = (status: number, text: string): void => {
      response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'x-content-type-options': 'nosniff' });
      response.end(text);
    };
    if (request.url?.split('?')[0] !== '/metrics') return send(404, 'Only /metrics is served here.\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return send(405, 'Use GET.\n');
    }
    metrics().then(
      (text) => send(200, text),
      () => send(500, 'The metrics could not be read.\n'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
