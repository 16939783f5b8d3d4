// A local S3-compatible server for tests: verifies signatures with its own code, and fails on demand.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ObjectServer {
  readonly url: string;
  /** Settings for the service. */
  readonly environment: Record<string, string>;
  /** Stored blobs by path. */
  readonly objects: Map<string, Buffer>;
  /** Every request so far, such as `PUT /pages/test/…`. */
  readonly asked: string[];
  /** `refuse` returns 503, `hang` never responds, `cut` truncates responses, `lose` has no blobs, `null` works normally. */
  trouble: 'refuse' | 'hang' | 'cut' | 'lose' | null;
  close(): Promise<void>;
}

export const ACCESS = { accessKey: 'TESTACCESSKEY', secretKey: 'test/secret+key', region: 'eu-test-1' };

const digest = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const keyed = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();

/** Returns null when the signature is valid, otherwise the problem. */
export function wrongWith(request: IncomingMessage, body: Buffer, now = Date.now()): string | null {
  const header = (name: string) => String(request.headers[name] ?? '');
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
  const found = parts.exec(header('authorization'));
  if (!found) return 'no signature';
  const [, accessKey, day, region, names, signature] = found as unknown as string[];
  const stamp = header('x-amz-date');
  const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(at - now) < 15 * 60_000) || !stamp.startsWith(day!)) return 'the time is off';
  if (accessKey !== ACCESS.accessKey || region !== ACCESS.region) return 'somebody else';
  if (header('x-amz-content-sha256') !== digest(body)) return 'the body was changed';
  const signed = names!.split(';');
  for (const name of ['host', ...Object.keys(request.headers).filter((each) => each.startsWith('x-amz-'))])
    if (!signed.includes(name)) return `${name} is not signed`;
  const [path, query = ''] = request.url!.split('?');
  if (/[^A-Za-z0-9\-._~/%]/.test(path!)) return 'the path is not encoded';
  const canonical = `${request.method}\n${path}\n${query}\n${signed.map((name) => `${name}:${header(name).trim()}\n`).join('')}\n${names}\n${digest(body)}`;
  const text = `AWS4-HMAC-SHA256\n${stamp}\n${day}/${region}/s3/aws4_request\n${digest(canonical)}`;
  const key = keyed(keyed(keyed(keyed(`AWS4${ACCESS.secretKey}`, day!), region!), 's3'), 'aws4_request');
  return timingSafeEqual(keyed(key, text), Buffer.from(signature!, 'hex')) ? null : 'a wrong signature';
}

export async function startObjectServer(): Promise<ObjectServer> {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method } = request;
    const path = decodeURIComponent(request.url!.split('?')[0]!);
    asked.push(`${method} ${path}`);
    const { trouble } = it;
    if (trouble === 'hang') return;
    const answer = (status: number, bytes?: Buffer, length = bytes?.length ?? 0) =>
      response.writeHead(status, status === 204 ? {} : { 'content-length': length }).end(method === 'HEAD' ? undefined : bytes);
    if (trouble === 'refuse') return answer(503, Buffer.from('<Error><Code>SlowDown</Code></Error>'));
    const wrong = wrongWith(request, body);
    if (wrong) return answer(403, Buffer.from(`<Error><Code>SignatureDoesNotMatch</Code><Message>${wrong}</Message></Error>`));
    if (!path.startsWith('/pages/')) return answer(404, Buffer.from('<Error><Code>NoSuchBucket</Code></Error>'));
    if (method === 'PUT') objects.set(path, body);
    if (method === 'DELETE') objects.delete(path);
    if (method === 'PUT') return answer(200);
    if (method === 'DELETE') return answer(204);
    const found = trouble === 'lose' ? undefined : objects.get(path);
    if (!found) return answer(404, Buffer.from('<Error><Code>NoSuchKey</Code></Error>'));
    if (trouble !== 'cut') return answer(200, found);
    response.writeHead(200, { 'content-length': found.length }).write(found.subarray(0, found.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pages/test`;
  const it: ObjectServer = {
    url,
    environment: {
      S3_URL: url,
      S3_REGION: ACCESS.region,
      S3_ACCESS_KEY: ACCESS.accessKey,
      S3_SECRET_KEY: ACCESS.secretKey,
      S3_MIN_BYTES: '1000',
    },
    objects,
    asked,
    trouble: null,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return it;
}
