// Sends plain text messages by SMTP.
import { createConnection, isIP, type LookupFunction, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { loginOf } from './url-login.ts';

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
const REASON_LENGTH_MAX = 120;

/** Sends one message. Throws `SmtpProblem` without credentials in its text. */
export async function sendSmtp({ id, ...message }: SmtpMessage, { url, msMax = MS_MAX, lookup, ca }: SmtpSettings): Promise<void> {
  const server = new URL(url);
  const { protocol, hostname, port } = server;
  const login = loginOf(server);
  const isTls = protocol === 'smtps:';
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isTls ? PORT_TLS : PORT_PLAIN) };
  let socket: Socket | undefined;
  const transport = createTransport({
    ...target,
    secure: isTls,
    // A password is never sent without TLS.
    requireTLS: login !== null,
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    tls: { ...(isIP(target.host) === 0 ? { servername: target.host } : {}), ...(ca === undefined ? {} : { ca }) },
    // The resolver of the service, which also knows the names of the operator.
    getSocket: (_options: unknown, done: (error: Error | null, connected?: { connection: Socket }) => void) => {
      socket = createConnection({ ...target, ...(lookup === undefined ? {} : { lookup }) });
      socket.once('error', done).once('connect', () => {
        socket!.off('error', done);
        done(null, { connection: socket! });
      });
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const timer = setTimeout(() => socket?.destroy(new SmtpProblem('The mail server did not respond in time.')), msMax);
  try {
    const { rejected } = await transport.sendMail({
      ...message,
      to: [...message.to],
      text: message.text.replace(/\r?\n/g, '\r\n'),
      messageId: `<${id}@${message.from.split('@')[1]}>`,
      textEncoding: 'base64',
    });
    if (rejected.length > 0) throw new SmtpProblem('The mail server rejected some of the recipients.');
  } catch (error) {
    throw problemOf(error);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

/** nodemailer's own messages may repeat what was sent, so only the response of the server is shown. */
function problemOf(error: unknown): SmtpProblem {
  if (error instanceof SmtpProblem) return error;
  const { cause, command, response, code } = error as { cause?: unknown; command?: string; response?: string; code?: string };
  if (cause instanceof SmtpProblem) return cause;
  if (code === 'ETLS') return new SmtpProblem('The mail server offers no TLS, so nothing was sent.');
  if (response !== undefined)
    return new SmtpProblem(`The mail server rejected ${command ?? 'the message'}: ${response.slice(0, REASON_LENGTH_MAX)}`);
  return new SmtpProblem('The mail server could not be reached.', { cause: error });
}
