import { createServer, type ServerResponse } from 'node:http';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { readStyles } from '../html.ts';
import { closeServer, listen, pathOf, sendJson, sendPage } from '../http.ts';
import { mailboxPage, mailPage, type SandboxMail, unknownMailPage } from './pages.html.ts';

export type { SandboxMail } from './pages.html.ts';

/** What the app needs to send mail here, by the names of its settings. */
export interface MailCredentials {
  SMTP_URL: string;
  MAIL_FROM: string;
}

interface Refusal {
  code: number;
  message: string;
  isOfSender?: true;
  /** This recipient alone. */
  recipient?: string;
}

export interface SandboxMailbox {
  credentials: MailCredentials;
  /** Of the page that shows what was sent. */
  url: string;
  mails: readonly SandboxMail[];
  /** Answers a recipient with this, or the sender, as long as it is set. */
  refuse(answer: Refusal | undefined): void;
  close(): Promise<void>;
}

/** Older ones are forgotten. */
const KEPT = 500;

/**
 * A mail server on loopback that delivers nothing: it keeps what it is sent and shows it on a page.
 * @param options.port of the page; 0 lets the system choose, as it does for the server
 * @throws the listening error (EADDRINUSE…)
 */
export async function startSandboxMailbox(options: {
  port: number;
  appUrl: string;
}): Promise<SandboxMailbox> {
  const mails: SandboxMail[] = [];
  let refusal: Refusal | undefined;
  let count = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (_address, _session, done) => done(refusal?.isOfSender && errorOf(refusal)),
    onRcptTo: ({ address }, _session, done) =>
      done(
        refusal && !refusal.isOfSender && (refusal.recipient ?? address) === address
          ? errorOf(refusal)
          : null,
      ),
    onData: (stream, session, done) => {
      simpleParser(stream).then((parsed) => {
        count += 1;
        mails.push({
          id: count,
          to: session.envelope.rcptTo.map(({ address }) => address).join(', '),
          from: parsed.from?.text ?? '',
          subject: parsed.subject ?? '',
          text: parsed.text ?? '',
          html: parsed.html || '',
          headers: Object.fromEntries(parsed.headerLines.map(({ key, line }) => [key, unfolded(line)])),
          arrivedAt: new Date().toISOString(),
        });
        if (mails.length > KEPT) mails.shift();
        done();
      }, done);
    },
  });
  const smtpPort = await listen(smtp.server, 0);
  const styles = await readStyles();
  const pages = createServer((request, response) => {
    const [, id, part] = /^\/mails\/(\d+)(\/html)?$/.exec(pathOf(request)) ?? [];
    const mail = mails.find((one) => String(one.id) === id);
    const show = (html: string, status = 200) => sendPage(response, options.appUrl, html, status, "'self'");
    if (pathOf(request) === '/sandbox.css')
      response.writeHead(200, { 'content-type': 'text/css' }).end(styles);
    else if (pathOf(request) === '/_sandbox/mails') sendJson(response, 200, mails);
    else if (pathOf(request) === '/') show(mailboxPage(mails.toReversed(), options.appUrl));
    else if (mail === undefined) show(unknownMailPage(), 404);
    else if (part) sendHtml(response, mail.html);
    else show(mailPage(mail, options.appUrl));
  });
  const port = await listen(pages, options.port).catch(async (error: unknown) => {
    await closeSmtp(smtp);
    throw error;
  });
  return {
    credentials: {
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'Promptarium <mail@promptarium.test>',
    },
    url: `http://127.0.0.1:${port}`,
    mails,
    refuse: (answer) => {
      refusal = answer;
    },
    close: async () => {
      await Promise.all([closeServer(pages), closeSmtp(smtp)]);
    },
  };
}

const errorOf = ({ code, message }: Refusal) => Object.assign(new Error(message), { responseCode: code });

/** As it was sent, in a frame that can do nothing: no scripts, no forms, nothing fetched from anywhere. */
function sendHtml(response: ServerResponse, html: string): void {
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(html);
}

const closeSmtp = (smtp: SMTPServer) => new Promise<void>((done) => smtp.close(() => done()));

/** Without its name, on one line. */
const unfolded = (line: string) => line.replace(/^[^:]*:\s*/, '').replace(/\r?\n\s+/g, ' ');
