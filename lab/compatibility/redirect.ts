// Runs a client whose host is fixed: a host entry and a certificate of our own lead it to the service, as they would for a user.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { createCertificate } from '../certificate.ts';
import { Missing, type Site } from './check.ts';

/** Replaces the address of a host, like an entry in the hosts file with another port. Nothing of the client is changed. */
const PRELOAD = `
import net from 'node:net';
const hosts = new Set(process.env.REDIRECTED_HOSTS.split(','));
const original = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (options && hosts.has(options.host)) Object.assign(options, { host: '127.0.0.1', port: Number(process.env.REDIRECTED_PORT) });
  return original.apply(this, args);
};
`;
const CLIENT_SECONDS_MAX = 120;

/** Ends TLS and passes the bytes on, so that the service sees the request as the client wrote it. */
async function startFront(site: Site, key: string, cert: string): Promise<Server> {
  const { hostname, port } = new URL(site.url);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (client) => {
    const service = connect(Number(port), hostname);
    client.pipe(service).pipe(client);
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const)
      socket.on('error', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/**
 * Runs a module that imports a client and prints one line of JSON. Returns that value. `hosts` are the fixed hosts of the client. The module
 * gets the key in `SEXTANT_KEY`, and `tool(path)` returns the URL of a file of the installed tools.
 */
export async function runRedirected(site: Site, hosts: readonly string[], source: string): Promise<unknown> {
  const certificate = createCertificate(site.folder, hosts);
  if (certificate === null) throw new Missing('openssl is not installed.');
  const { key, cert } = certificate;
  const [preload, script] = [path.join(site.folder, 'redirect.mjs'), path.join(site.folder, 'client.mjs')];
  writeFileSync(preload, PRELOAD);
  writeFileSync(script, `const tool = (file) => new URL(file, ${JSON.stringify(`file://${site.tool('')}/`)}).href;\n${source}`);
  const front = await startFront(site, key, cert);
  try {
    const child = spawn(process.execPath, ['--import', `file://${preload}`, script], {
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: cert,
        SEXTANT_KEY: site.key,
        REDIRECTED_HOSTS: hosts.join(','),
        REDIRECTED_PORT: String((front.address() as AddressInfo).port),
      },
      timeout: CLIENT_SECONDS_MAX * 1000,
    });
    let [output, problem] = ['', ''];
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (problem += chunk));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`The client ended with ${code}: ${problem.trim().slice(-2000)}`);
    return JSON.parse(output);
  } finally {
    front.close();
  }
}
