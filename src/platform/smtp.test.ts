import { type AddressInfo, createServer, type LookupFunction, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { selfSigned } from '../../test/self-signed.ts';
import { type SmtpMessage, SmtpProblem, sendSmtp } from './smtp.ts';

const MESSAGE: SmtpMessage = {
  from: 'sextant@mail.example',
  to: ['ops@mail.example', 'second@mail.example'],
  subject: 'Critical: google – 20% of 10 live runs succeeded.\r\nBcc: victim@mail.example',
  text: 'First line\n.\nLast line with ü',
  id: 'alert_1_opened',
};

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

const CERTIFICATE = selfSigned('mail.example');
/** Resolves every name to this machine. */
const lookup: LookupFunction = (_name, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

const USUAL: Readonly<Record<string, string>> = {
  EHLO: '250-mail.example\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME',
  STARTTLS: '502 not implemented',
  DATA: '354 go on',
  AUTH: '235 welcome',
  QUIT: '221 bye',
};

/** Decodes the words of a header after RFC 2047, in both encodings. */
const decoded = (header: string): string =>
  header.replace(/\?=\s+=\?/g, '?==?').replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, encoding: string, text: string) => {
    if (encoding.toUpperCase() === 'B') return Buffer.from(text, 'base64').toString();
    const bytes = text.replaceAll('_', ' ').replace(/=([0-9A-F]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString();
  });

interface MailServer {
  readonly port: number;
  readonly url: string;
  /** Lines of the client, and those of them that came over TLS. */
  readonly lines: string[];
  readonly encrypted: string[];
}

/** A mail server on this machine. `replies` overrides the response to a command. */
async function startServer(replies: Readonly<Record<string, string>> = {}, isTls = false): Promise<MailServer> {
  const [lines, encrypted]: [string[], string[]] = [[], []];
  const serve = (socket: Socket, isSecret: boolean): void => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    let isData = false;
    let rest = '';
    const onData = (chunk: Buffer): void => {
      const parts = (rest + chunk.toString()).split('\r\n');
      rest = parts.pop()!;
      for (const line of parts) {
        lines.push(line);
        if (isSecret) encrypted.push(line);
        if (isData && line !== '.') continue;
        const command = isData ? 'BODY' : line.split(/[ :]/)[0]!;
        isData = command === 'DATA' && replies.DATA === undefined;
        const usual = USUAL[command];
        socket.write(`${replies[command] ?? usual ?? '250 ok'}\r\n`);
        if (command === 'STARTTLS') {
          socket.off('data', onData);
          serve(new TLSSocket(socket, { isServer: true, ...CERTIFICATE }), true);
        }
      }
    };
    socket.on('data', onData);
  };
  const greet = (socket: Socket): void => {
    serve(socket, isTls);
    socket.write('220 mail.example ready\r\n');
  };
  const server = isTls ? createTlsServer(CERTIFICATE, greet) : createServer(greet);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, url: `smtp://127.0.0.1:${port}`, lines, encrypted };
}

describe('a message', () => {
  test('arrives at every recipient, with its text unchanged', async () => {
    const { url, lines } = await startServer();
    await sendSmtp(MESSAGE, { url });
    expect(lines).toContain('MAIL FROM:<sextant@mail.example>');
    expect(lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ops@mail.example>', 'RCPT TO:<second@mail.example>']);
    const body = lines.slice(lines.indexOf('', lines.indexOf('DATA')) + 1, lines.indexOf('.'));
    expect(Buffer.from(body.join(''), 'base64').toString()).toBe('First line\r\n.\r\nLast line with ü');
  });

  test('cannot get a further header from its subject', async () => {
    const { url, lines } = await startServer();
    await sendSmtp(MESSAGE, { url });
    expect(lines.filter((line) => /^bcc:/i.test(line))).toEqual([]);
    const start = lines.findIndex((line) => line.startsWith('Subject: '));
    const end = lines.findIndex((line, at) => at > start && !line.startsWith(' '));
    const subject = decoded(lines.slice(start, end).join('').slice('Subject: '.length));
    expect(subject).toBe('Critical: google – 20% of 10 live runs succeeded. Bcc: victim@mail.example');
  });
});

describe('the password', () => {
  const LOGIN = `AUTH PLAIN ${Buffer.from('\0user\0can%ary').toString('base64')}`;

  test('is sent after STARTTLS only', async () => {
    const { port, lines, encrypted } = await startServer({
      EHLO: '250-mail.example\r\n250-AUTH PLAIN\r\n250 STARTTLS',
      STARTTLS: '220 go on',
    });
    await sendSmtp(MESSAGE, { url: `smtp://user:can%25ary@mail.example:${port}`, lookup, ca: CERTIFICATE.cert });
    expect(lines.slice(0, 2)).toEqual([expect.stringMatching(/^EHLO /), 'STARTTLS']);
    expect(encrypted).toContain(LOGIN);
    expect(lines.filter((line) => line === LOGIN)).toHaveLength(1);
    expect(encrypted).toContain('DATA');
  });

  test('is sent over TLS from the start', async () => {
    const { port, encrypted } = await startServer({}, true);
    await sendSmtp(MESSAGE, { url: `smtps://user:can%25ary@mail.example:${port}`, lookup, ca: CERTIFICATE.cert });
    expect(encrypted).toContain(LOGIN);
  });

  test('is not sent to a server whose certificate is not trusted', async () => {
    const { port, lines } = await startServer({}, true);
    await expect(sendSmtp(MESSAGE, { url: `smtps://user:canary@mail.example:${port}`, lookup })).rejects.toThrow(SmtpProblem);
    expect(lines).toEqual([]);
  });

  test('is not shown when it is rejected', async () => {
    const { port } = await startServer({ AUTH: '535 wrong' }, true);
    const sent = sendSmtp(MESSAGE, { url: `smtps://user:canary@mail.example:${port}`, lookup, ca: CERTIFICATE.cert });
    await expect(sent).rejects.toThrow(new SmtpProblem('The mail server rejected AUTH PLAIN: 535 wrong'));
  });
});

describe('a failure', () => {
  test('names the rejected command', async () => {
    const { url } = await startServer({ RCPT: '550 no such user' });
    await expect(sendSmtp(MESSAGE, { url })).rejects.toThrow(new SmtpProblem('The mail server rejected RCPT TO: 550 no such user'));
  });

  test('keeps the password secret: without TLS it is not sent', async () => {
    const { url, lines } = await startServer();
    const withLogin = url.replace('smtp://', 'smtp://user:canary@');
    await expect(sendSmtp(MESSAGE, { url: withLogin })).rejects.toThrow('offers no TLS');
    expect(lines.filter((line) => line.startsWith('AUTH'))).toEqual([]);
  });

  test('is reported when no server listens', async () => {
    const { url } = await startServer();
    servers.pop()!.close();
    await expect(sendSmtp(MESSAGE, { url })).rejects.toThrow('The mail server could not be reached.');
  });

  test('is reported when the server does not respond', async () => {
    const { url } = await startServer({ EHLO: '250-and then nothing more' });
    await expect(sendSmtp(MESSAGE, { url, msMax: 1500 })).rejects.toThrow('The mail server did not respond in time.');
  });
});
