import { createTransport } from 'nodemailer';
import { isLoopbackHost } from '../database/tls.ts';
import type { RenderedMail } from './mail-layout.ts';

export interface MailSettings {
  /** smtp: or smtps:, with credentials where the server wants them. */
  smtpUrl: string;
  /** As in the header: an address, or a name with one in angle brackets. */
  from: string;
}

export interface OutgoingMail extends RenderedMail {
  to: string;
  /** The same at every attempt, so that a mail program shows a repeated one once. */
  messageId: string;
  headers: Record<string, string>;
}

/** A hanging server keeps all other mail waiting. Milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The server, or the way to it, is the cause: no other mail would get through now. */
const OF_SERVER = [
  'ECONNECTION',
  'ESOCKET',
  'ETIMEDOUT',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
  'EPROTOCOL',
];

/** No sign-in to the server, or a wrong one; or the server is going away. */
const REFUSED_BY_SERVER = [421, 530, 534, 535, 538];

/**
 * Refused before the recipient was named, for who we are or for how much we send: it is not about this mail. A full
 * mailbox (x.2.x) and too large a message (x.3.4) are, with the same numbers (RFC 3463).
 */
function isServerRejection(command: string | undefined, responseCode: number, response: string): boolean {
  if (/\b[45]\.(?:2\.\d|3\.4)\b/.test(response)) return false;
  if (command === 'MAIL FROM' || REFUSED_BY_SERVER.includes(responseCode)) return true;
  return /\b[45]\.4\.5\b/.test(response) || [452, 552].includes(responseCode);
}

/** A policy (5.7.x) may be about us as well as about the mail: that one is tried again, the others go on. */
const isPolicyRejection = (response: string) => /\b5\.7\.\d+\b/.test(response);

/** Why a mail was not taken. The message names no address. */
export class MailError extends Error {
  override readonly name = 'MailFailure';
  /** It will never be taken. */
  readonly isPermanent: boolean;
  /** No other would be taken either; after an answer to one mail that is a guess, see `isAnswer`. */
  readonly isOfServer: boolean;
  /** The server was reached and answered. */
  readonly isAnswer: boolean;

  constructor(error: unknown) {
    const { code, responseCode, command, message } = fieldsOf(error);
    super([code, responseCode, withoutAddresses(message)].filter(Boolean).join(' ').slice(0, 300));
    // 421 closes the connection, which counts as an error of it.
    this.isAnswer = responseCode === 421 || !OF_SERVER.includes(code ?? '');
    this.isOfServer =
      OF_SERVER.includes(code ?? '') ||
      (responseCode !== undefined && isServerRejection(command, responseCode, message));
    this.isPermanent =
      !this.isOfServer && responseCode !== undefined && responseCode >= 500 && !isPolicyRejection(message);
  }
}

interface Fields {
  code?: string;
  responseCode?: number;
  /** What the server was asked when it refused. */
  command?: string;
  message: string;
}

function fieldsOf(error: unknown): Fields {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const number =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined;
  const command = 'command' in error && typeof error.command === 'string' ? error.command : undefined;
  return {
    message: error.message,
    ...(code && { code }),
    ...(number && { responseCode: number }),
    ...(command && { command }),
  };
}

const withoutAddresses = (text: string) => text.replace(/\S*@\S*/g, '[address]').replace(/\s+/g, ' ');

export interface Smtp {
  /** @throws MailFailure */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Mail leaves this machine encrypted or not at all, unless the URL says `requireTLS=false`. */
export function requiresTls(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  if (protocol === 'smtps:') return true;
  return searchParams.get('requireTLS') !== 'false' && !isLoopbackHost(hostname);
}

/** Only this file knows the library. */
export function openSmtp({ smtpUrl, from }: MailSettings): Smtp {
  const transport = createTransport(
    {
      pool: true,
      maxConnections: 1,
      url: smtpUrl,
      ...(requiresTls(smtpUrl) && { requireTLS: true }),
      ...TIMEOUTS,
      // What a template holds is text: nothing in it may name a file or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send({ to, ...mail }) {
      try {
        // An object: in a text, commas would separate addresses.
        await transport.sendMail({ ...mail, to: { name: '', address: to } });
      } catch (error) {
        throw new MailError(error);
      }
    },
    close: () => transport.close(),
  };
}
