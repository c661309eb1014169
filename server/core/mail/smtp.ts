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

/** Why a mail was not taken. The message names no address. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /** It will never be taken. */
  readonly isPermanent: boolean;
  /** No other would be taken either. */
  readonly isOfServer: boolean;

  constructor(error: unknown) {
    const { code, responseCode, message } = fieldsOf(error);
    super([code, responseCode, withoutAddresses(message)].filter(Boolean).join(' ').slice(0, 300));
    this.isOfServer = OF_SERVER.includes(code ?? '');
    this.isPermanent = !this.isOfServer && responseCode !== undefined && responseCode >= 500;
  }
}

function fieldsOf(error: unknown): { code?: string; responseCode?: number; message: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const number =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined;
  return { message: error.message, ...(code && { code }), ...(number && { responseCode: number }) };
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
        throw new MailFailure(error);
      }
    },
    close: () => transport.close(),
  };
}
