// Orders a result page and receives its callback:
// `BASE_URL=… KEY=… WEBHOOK_SECRET=whsec_… node examples/webhook-receiver.mjs`.
// It ends after the first genuine callback. PORT is the port to listen on; CALLBACK_URL is the URL that Sextant calls.
import { createServer } from 'node:http';
import { createClient, verifyWebhook } from '@sextant-serp/client';

const { BASE_URL = 'http://127.0.0.1:8080', KEY = '', WEBHOOK_SECRET = '', PORT = '8787' } = process.env;
const client = createClient({ baseUrl: BASE_URL, apiKey: KEY });
const seen = new Set();

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const { eventId, payload } = await verifyWebhook(Buffer.concat(chunks), request.headers, WEBHOOK_SECRET);
    // Respond before you process the result: Sextant waits 15 seconds for a response and then retries.
    response.writeHead(204).end();
    if (seen.has(eventId)) return;
    seen.add(eventId);
    const serp = await client.serp.get(payload.id);
    console.log(`${eventId}: ${serp.keyword} is ${serp.faulty ? 'faulty' : `ready with ${serp.data.organic.length} results`}`);
    server.close();
    server.closeIdleConnections();
  } catch (error) {
    console.error(`refused: ${error.message}`);
    if (!response.headersSent) response.writeHead(400).end();
  }
});

server.listen(Number(PORT), '127.0.0.1', async () => {
  const callback = process.env.CALLBACK_URL ?? `http://127.0.0.1:${server.address().port}/`;
  const { id } = await client.serp.create({ keyword: 'red shoes', region: 'US', callback });
  console.log(`ordered ${id}, waiting for its callback at ${callback}`);
});
