// AWS Signature Version 4: authenticates a request and protects it against changes.
import { createHash, createHmac } from 'node:crypto';

export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Part of temporary credentials. */
  readonly sessionToken?: string;
}

export interface Signable {
  readonly method: string;
  /** The path as sent, with every segment encoded by `encodePart`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The signed headers, including `host`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyHash: string;
}

export interface Scope {
  readonly region: string;
  readonly service: string;
  readonly at: Date;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

export const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Encodes everything except letters, digits and `-._~`. `encodeURIComponent` also leaves `!'()*` as they are. */
export const encodePart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The time in the format of the protocol, such as 20261115T120000Z. */
export const stampOf = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** Returns the value of the `authorization` header. */
export function authorizationOf(ask: Signable, { accessKey, secretKey }: Credentials, { region, service, at }: Scope): string {
  const headers = Object.entries(ask.headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const names = headers.map(([name]) => name).join(';');
  const query = Object.entries(ask.query ?? {})
    .map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`)
    .sort()
    .join('&');
  const lines = headers.map(([name, value]) => `${name}:${value}\n`).join('');
  const canonical = [ask.method, ask.path, query, lines, names, ask.bodyHash].join('\n');
  const stamp = stampOf(at);
  const scope = [stamp.slice(0, 8), region, service, 'aws4_request'];
  const key = scope.reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${secretKey}`);
  const signature = hmac(key as Buffer, [ALGORITHM, stamp, scope.join('/'), sha256(canonical)].join('\n')).toString('hex');
  return `${ALGORITHM} Credential=${accessKey}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`;
}
