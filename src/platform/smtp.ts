// A small SMTP client for plain text messages: TLS or STARTTLS, and AUTH PLAIN.
import { createConnection, isIP, type LookupFunction, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { createInterface, type Interface } from 'node:readline';
import { connect as connectTls } from 'node:tls';

export interface SmtpMessage {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The local part of the message id. */
  readonly id: string;
}

export interface SmtpSettings {
  /** `smtps://user:password@host` or `smtp://host:587`. */
  readonly url: string;
  readonly msMax?: number;
  /** Resolves the host name of the server. */
  readonly lookup?: LookupFunction;
  /** Additional certificate authorities. */
  readonly ca?: string;
}

export class SmtpProblem extends Error {}

const MS_MAX = 30_000;
const [PORT_TLS, PORT_PLAIN] = [465, 587];
const LINE_LENGTH_MAX = 76;

/** Sends one message. Throws `SmtpProblem` without credentials in its text. */
export async function sendSmtp(message: SmtpMessage, { url, msMax = MS_MAX, lookup, ca }: SmtpSettings): Promise<void> {
  const target = new URL(url);
  const isTls = target.protocol === 'smtps:';
  const port = target.port === '' ? (isTls ? PORT_TLS : PORT_PLAIN) : Number(target.port);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const way = { host, port, ...(lookup === undefined ? {} : { lookup }) };
  const tls = { host, ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca === undefined ? {} : { ca }) };
  let socket: Socket = isTls ? connectTls({ ...way, ...tls }) : createConnection(way);
  const timer = setTimeout(() => socket.destroy(new SmtpProblem('The mail server did not respond in time.')), msMax);
  try {
    let session = openSession(socket);
    await session.expect(220);
    const offers = await session.command(`EHLO ${clientName()}`, 250);
    const isOffered = (name: string): boolean => offers.some((line) => line.toUpperCase().startsWith(name));
    if (!isTls && isOffered('STARTTLS')) {
      await session.command('STARTTLS', 220);
      session.release();
      socket = connectTls({ ...tls, socket });
      session = openSession(socket);
      await session.command(`EHLO ${clientName()}`, 250);
    } else if (!isTls && target.username !== '') {
      throw new SmtpProblem('The mail server offers no TLS, so the password was not sent.');
    }
    if (target.username !== '') {
      const login = `\0${decodeURIComponent(target.username)}\0${decodeURIComponent(target.password)}`;
      await session.command(`AUTH PLAIN ${Buffer.from(login).toString('base64')}`, 235, 'AUTH PLAIN');
    }
    await session.command(`MAIL FROM:<${message.from}>`, 250);
    for (const recipient of message.to) await session.command(`RCPT TO:<${recipient}>`, 250);
    await session.command('DATA', 354);
    await session.command(`${textOf(message)}\r\n.`, 250, 'the message');
    socket.write('QUIT\r\n');
  } catch (error) {
    throw error instanceof SmtpProblem ? error : new SmtpProblem('The mail server could not be reached.', { cause: error });
  } finally {
    clearTimeout(timer);
    socket.end();
    socket.destroySoon();
  }
}

interface Session {
  /** Sends a line and waits for the response. `shown` replaces the line in errors. Returns the lines of the response. */
  command(line: string, status: number, shown?: string): Promise<string[]>;
  expect(status: number, shown?: string): Promise<string[]>;
  /** Stops reading, so that TLS can take over the socket. */
  release(): void;
}

function openSession(socket: Socket): Session {
  const reader: Interface = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
  const lines = reader[Symbol.asyncIterator]();
  let failed: Error | null = null;
  const failure = new Promise<never>((_, reject) => {
    socket.once('error', (error) => {
      failed = error;
      reject(error);
    });
  });
  failure.catch(() => undefined);
  /** A response has several lines. All but the last have a hyphen after the status. */
  const read = async (): Promise<{ status: number; texts: string[] }> => {
    const texts: string[] = [];
    for (;;) {
      const next = await Promise.race([lines.next(), failure]);
      if (failed) throw failed;
      if (next.done) throw new SmtpProblem('The mail server closed the connection.');
      const [, status, mark, text = ''] = /^(\d{3})([ -]?)(.*)$/.exec(next.value) ?? [];
      if (status === undefined) throw new SmtpProblem('The response of the mail server is not SMTP.');
      texts.push(text);
      if (mark !== '-') return { status: Number(status), texts };
    }
  };
  const expect = async (wanted: number, shown = 'the connection'): Promise<string[]> => {
    const { status, texts } = await read();
    if (status !== wanted) throw new SmtpProblem(`The mail server rejected ${shown}: ${status} ${texts.join(' ').slice(0, 120)}`.trim());
    return texts;
  };
  return {
    expect,
    command: (line, status, shown = line.split(':')[0]!) => {
      socket.write(`${line}\r\n`);
      return expect(status, shown);
    },
    release: () => {
      reader.close();
      socket.removeAllListeners('data');
    },
  };
}

/** Host names may have characters that EHLO does not allow. */
const clientName = (): string => hostname().replace(/[^A-Za-z0-9.-]/g, '-') || 'localhost';

/** Headers and the body in base64, so that no line is too long or begins with a dot. */
function textOf({ from, to, subject, text, id }: SmtpMessage): string {
  const headers = [
    `From: <${from}>`,
    `To: ${to.map((recipient) => `<${recipient}>`).join(', ')}`,
    `Subject: ${encodedWords(subject)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@${from.split('@')[1]}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ];
  const body = Buffer.from(text.replace(/\r?\n/g, '\r\n')).toString('base64');
  return [...headers, '', ...(body.match(new RegExp(`.{1,${LINE_LENGTH_MAX}}`, 'g')) ?? [])].join('\r\n');
}

const WORD_CHARACTERS = 12;

/** Encodes a header after RFC 2047. It removes line breaks, so that no text can add a header. */
function encodedWords(text: string): string {
  const characters = [...text.replace(/[\r\n]+/g, ' ')];
  const words: string[] = [];
  for (let at = 0; at < characters.length; at += WORD_CHARACTERS) {
    const part = characters.slice(at, at + WORD_CHARACTERS).join('');
    words.push(`=?utf-8?B?${Buffer.from(part).toString('base64')}?=`);
  }
  return words.join('\r\n ');
}
