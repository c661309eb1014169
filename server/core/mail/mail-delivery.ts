import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { urlOf } from '#contract/endpoint.ts';
import { MAIL_GROUP_NAMES, type MailGroup, unsubscribeByLink } from '#contract/mail.ts';
import type { Db } from '../database/pool.ts';
import { runAtInterval } from '../jobs/interval.ts';
import { type Lease, Leases } from '../jobs/leases.ts';
import { LinkSigner } from '../signed-links.ts';
import { mailHealth } from './mail-health.ts';
import { type MailFooter, renderMail } from './mail-layout.ts';
import type { MailTemplate } from './mail-template.ts';
import {
  type DueMail,
  findDueMail,
  moveToEnd,
  recordFailedAttempt,
  recordOutage,
  setSent,
  sweepOutbox,
} from './outbox.ts';
import { MailError, type MailSettings, openSmtp, type Smtp } from './smtp.ts';

/** How often the outbox is polled. Milliseconds. */
const POLL_INTERVAL = 3000;

const SWEEP_INTERVAL = 600_000;

/** One round; what is left is found by the next. */
const BATCH_SIZE = 50;

/** Seconds until the next attempt: two days in all, as mail servers themselves try. */
const RETRY_DELAYS = [60, 300, 1800, 7200, 21_600, 43_200, 86_400];

/** While the server takes no mail, one is tried again after this long, then after twice as long. Milliseconds. */
const MIN_OUTAGE_DELAY = 30_000;
const MAX_OUTAGE_DELAY = 900_000;

/** The signature in a link that ends one group of mail. */
export const UNSUBSCRIBE = 'unsubscribe';

interface MailDependencies {
  db: Db;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  publicUrl: string;
  templates: readonly MailTemplate[];
}

interface FailedMail {
  mail: DueMail;
  error: MailError;
}

/** Sends what is in the outbox: one node at a time, each mail at least once. */
export class MailDelivery {
  readonly #dependencies: MailDependencies;
  readonly #leases: Leases;
  readonly #signer: LinkSigner;
  readonly #smtp: Smtp;
  readonly #host: string;
  /** Batches in a row that ended because the server took no mail. */
  #outages = 0;
  /** No mail is sent before this time. */
  #pausedUntil = 0;

  constructor(dependencies: MailDependencies, settings: MailSettings) {
    this.#dependencies = dependencies;
    this.#leases = new Leases(dependencies.db);
    this.#signer = new LinkSigner(dependencies.db);
    this.#smtp = openSmtp(settings);
    this.#host = new URL(dependencies.publicUrl).hostname;
  }

  /** Does nothing while another node sends, or during a pause after an outage. @returns how many were sent */
  async deliverDue(): Promise<number> {
    if (performance.now() < this.#pausedUntil) return 0;
    const due = await this.#findDue();
    if (due.length === 0) return 0;
    return (await this.#leases.tryRun('mail', (lease) => this.#deliverBatch(lease))) ?? 0;
  }

  close(): void {
    this.#smtp.close();
  }

  #findDue(): Promise<DueMail[]> {
    const kinds = this.#dependencies.templates.map(({ kind }) => kind);
    return findDueMail(this.#dependencies.db, kinds, BATCH_SIZE);
  }

  async #deliverBatch(lease: Lease): Promise<number> {
    let sent = 0;
    let suspect: FailedMail | undefined;
    // Read again: the node that held the lease before has sent some of them.
    for (const mail of await this.#findDue()) {
      const error = await this.#trySend(lease, mail);
      if (error === undefined) {
        sent += 1;
        // What was sent after it shows that it was about that mail alone.
        if (suspect !== undefined) await this.#noteFailure(lease, suspect);
        suspect = undefined;
      } else if (!error.isOfServer) await this.#noteFailure(lease, { mail, error });
      // One mail may be refused for what it is, two in a row are refused for who we are.
      else if (error.isAnswer && suspect === undefined) suspect = { mail, error };
      else {
        await this.#noteOutage(lease, error, suspect === undefined ? [mail] : [suspect.mail, mail]);
        return sent;
      }
    }
    if (suspect !== undefined) await this.#noteOutage(lease, suspect.error, [suspect.mail]);
    return sent;
  }

  /** @returns why it was not taken */
  async #trySend(lease: Lease, mail: DueMail): Promise<MailError | undefined> {
    try {
      await this.#send(mail);
    } catch (error) {
      if (error instanceof MailError) return error;
      throw error;
    }
    await lease.write((transaction) => setSent(transaction, mail.id));
    this.#outages = 0;
    return undefined;
  }

  async #send(mail: DueMail): Promise<void> {
    const { publicUrl, templates } = this.#dependencies;
    const template = templates.find(({ kind }) => kind === mail.kind);
    const data = template?.schema.safeParse(mail.data);
    if (template === undefined || !data?.success) throw new MailError(new Error('EDATA its data do not fit'));
    const sign = (purpose: string, value: string) => this.#signer.sign(purpose, value);
    const content = await template.content(data.data, sign);
    const unsubscribeUrl = template.group && (await this.#unsubscribeUrl(mail, template.group));
    await this.#smtp.send({
      ...renderMail(
        content,
        footerOf(mail, { ...content, group: template.group, unsubscribeUrl, publicUrl }),
        publicUrl,
      ),
      to: mail.recipient,
      messageId: `<outbox-${mail.id}@${this.#host}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    });
  }

  async #unsubscribeUrl({ memberId }: DueMail, group: MailGroup): Promise<string | undefined> {
    if (memberId === null) return undefined;
    const key = await this.#signer.sign(UNSUBSCRIBE, `${group} ${memberId}`);
    return `${this.#dependencies.publicUrl}${urlOf(unsubscribeByLink, { query: { member: memberId, group, key } })}`;
  }

  /** The attempts of all are kept: an outage says nothing about any of them. */
  async #noteOutage(lease: Lease, error: MailError, refused: readonly DueMail[]): Promise<void> {
    this.#pausedUntil = performance.now() + Math.min(MIN_OUTAGE_DELAY * 2 ** this.#outages, MAX_OUTAGE_DELAY);
    this.#outages += 1;
    await lease.write(async (transaction) => {
      await recordOutage(transaction, error.message);
      const ids = refused.map(({ id }) => id);
      // The next round begins with mails nothing is known of.
      if (error.isAnswer) await moveToEnd(transaction, ids);
    });
    this.#dependencies.log.warn(
      { outage: this.#outages, reason: error.message },
      'the mail server takes no mail',
    );
  }

  async #noteFailure(lease: Lease, { mail: { id, kind, attempts }, error }: FailedMail): Promise<void> {
    const reason = error.message;
    const retryAfter = error.isPermanent ? undefined : RETRY_DELAYS[attempts];
    await lease.write((transaction) => recordFailedAttempt(transaction, id, { reason, retryAfter }));
    const details = { mail: id, kind, attempt: attempts + 1, reason };
    if (retryAfter === undefined) this.#dependencies.log.error(details, 'a mail failed for good');
    else this.#dependencies.log.warn(details, 'a mail could not be sent yet');
  }
}

function footerOf(
  { memberId }: DueMail,
  {
    group,
    unsubscribeUrl,
    reason,
    publicUrl,
  }: {
    group: MailGroup | undefined;
    unsubscribeUrl: string | undefined;
    reason?: string;
    publicUrl: string;
  },
): MailFooter {
  if (reason !== undefined) return { reason, link: undefined };
  if (group !== undefined && unsubscribeUrl !== undefined) {
    return {
      reason: `You’re getting this because of your email settings: “${MAIL_GROUP_NAMES[group]}”.`,
      link: { label: 'Unsubscribe', url: unsubscribeUrl },
    };
  }
  if (memberId === null)
    return { reason: 'This is a one-time email about something you did here.', link: undefined };
  return {
    reason: 'You’re getting this because it’s about your account. We always send these emails.',
    link: { label: 'Email settings', url: `${publicUrl}/account` },
  };
}

/** Sends mail as long as the app runs, where it is set up; in production it says once when it is not. */
export function deliverMail(
  app: FastifyInstance,
  dependencies: Omit<MailDependencies, 'log'>,
  { mode, mail }: { mode: string; mail: MailSettings | undefined },
): void {
  const { db } = dependencies;
  const { log } = app;
  runAtInterval(app, { name: 'mail sweep', every: SWEEP_INTERVAL, run: () => sweep(db, mail, log) });
  if (mail === undefined) {
    if (mode === 'production') {
      app.addHook('onReady', async () => log.warn('No mail is sent: SMTP_URL and MAIL_FROM are not set.'));
    }
    return;
  }
  const delivery = new MailDelivery({ ...dependencies, log }, mail);
  runAtInterval(app, { name: 'mail', every: POLL_INTERVAL, run: () => delivery.deliverDue() });
  app.addHook('onClose', async () => delivery.close());
}

async function sweep(
  db: Db,
  settings: MailSettings | undefined,
  log: MailDependencies['log'],
): Promise<void> {
  await sweepOutbox(db);
  if (settings === undefined) return;
  const { warning, waiting, dead, lastReason } = await mailHealth(db, true);
  if (warning !== null) log.warn({ waiting, dead, reason: lastReason }, warning);
}
