import { z } from 'zod';
import type { IntentResult } from '../stripe-js/messages.ts';
import type { Account } from './account.ts';
import type { ApiParts } from './api.ts';
import type { AuthenticationOutcome, BrowserPayments } from './browser-payments.ts';
import { attachPaymentMethod, cardWithFutureExpiry, newCard } from './cards.ts';
import { chargeOf, openDispute, refund } from './charges.ts';
import { advanceTo, timeAfterNext } from './due-steps.ts';
import { invalidParameter, refused } from './errors.ts';
import type { Faults } from './faults.ts';
import type { Idempotency } from './idempotency.ts';
import { itemOf } from './invoice-lines.ts';
import { intentOf } from './invoices.ts';
import { publishPlans } from './plans.ts';
import type { Charge, Dispute } from './records.ts';
import { endSubscription, hasEnded, scheduleEnd } from './subscription-state.ts';
import type { WebhookSender, WebhookSwitches } from './webhook-sender.ts';

const whole = z.int().min(0);

/** Where to move the clock: one of the first three. */
export const clockMove = z.strictObject({
  seconds: whole.optional(),
  /** Unix seconds. */
  to: whole.optional(),
  /** A kind of due step, such as `renewal`, `attempt`, `end`, `expire`; a renewal includes its draft hour. */
  until: z.string().optional(),
  /** Whose step, with `until`. */
  customer: z.string().optional(),
});

/** A payment, or the invoice it is for. */
export const paymentReference = z.strictObject({
  payment_intent: z.string().optional(),
  invoice: z.string().optional(),
});

/** The amount in cents; all that is left unless given. */
export const refundOf = paymentReference.extend({ amount: whole.optional() });

type PaymentReference = z.infer<typeof paymentReference>;

/** What tests and people trying things out may do behind the API's back. */
export class SandboxControl {
  readonly faults: Faults;
  readonly webhooks: WebhookSender;
  readonly tables: Account['tables'];
  readonly #account: Account;
  readonly #idempotency: Idempotency;
  readonly #browser: BrowserPayments;

  constructor(parts: ApiParts, browser: BrowserPayments) {
    this.#idempotency = parts.idempotency;
    this.#browser = browser;
    this.#account = parts.account;
    this.faults = parts.faults;
    this.webhooks = parts.webhooks;
    this.tables = parts.account.tables;
  }

  /** What was asked and is not modelled, so far; empty is good. */
  problems(): readonly string[] {
    return [...this.#account.problems];
  }

  /** Everything that is stored. */
  state(): object {
    return this.#account.dump();
  }

  /** As it was at the start; no id is given twice. */
  reset(): void {
    for (const part of [this.#account, this.webhooks, this.#idempotency, this.faults]) part.clear();
    publishPlans(this.#account);
  }

  /** Unix seconds in the sandbox. */
  now(): number {
    return this.#account.now();
  }

  /** Takes every step due in between, each at its own time. @returns how many */
  advance({ seconds, to, until, customer }: z.infer<typeof clockMove>): number {
    const after = seconds === undefined ? undefined : this.now() + seconds;
    return advanceTo(this.#account, to ?? after ?? timeAfterNext(this.#account, until, customer));
  }

  setAccount({ afterRetries }: Pick<Account, 'afterRetries'>): void {
    this.#account.afterRetries = afterRetries;
  }

  setWebhooks(switches: Partial<WebhookSwitches>): WebhookSwitches {
    return Object.assign(this.webhooks.switches, switches);
  }

  /** As the browser would, with a card that is valid for years. */
  confirm(clientSecret: string, number: string): IntentResult {
    return this.#browser.confirmIntent(clientSecret, cardWithFutureExpiry(this.#account, number));
  }

  authenticate(clientSecret: string, outcome: AuthenticationOutcome): IntentResult {
    return this.#browser.completeAuthentication(clientSecret, outcome);
  }

  /** Replaces the card that pays for a subscription, without asking its bank. */
  setCard(subscriptionId: string, number: string): void {
    const subscription = this.tables.subscriptions.require(subscriptionId);
    const method = newCard(this.#account, cardWithFutureExpiry(this.#account, number));
    attachPaymentMethod(method, subscription.customer);
    this.#account.change(subscription, { default_payment_method: method.id });
  }

  setMetadata(subscriptionId: string, metadata: Record<string, string>): void {
    const subscription = this.tables.subscriptions.require(subscriptionId);
    this.#account.change(subscription, { metadata: { ...subscription.metadata, ...metadata } });
  }

  /** Cancels at the provider: as its pages do (`cancel_at` alone), or right now. */
  cancel(subscriptionId: string, how: 'portal' | 'now'): void {
    const subscription = this.tables.subscriptions.require(subscriptionId);
    if (hasEnded(subscription)) throw refused('This subscription has ended.');
    if (how === 'now') endSubscription(this.#account, subscription);
    else scheduleEnd(this.#account, subscription, itemOf(subscription).current_period_end, false);
  }

  refund({ amount, ...of }: z.infer<typeof refundOf>): Charge {
    return refund(this.#account, this.#chargeOf(of), amount);
  }

  /** The owner of the card asks their bank for the money. */
  dispute(of: PaymentReference): Dispute {
    return openDispute(this.#account, this.#chargeOf(of));
  }

  /** The bank has decided. */
  closeDispute(disputeId: string, status: 'won' | 'lost'): Dispute {
    const dispute = this.tables.disputes.require(disputeId);
    if (dispute.status !== 'needs_response') throw refused('This dispute is already closed.');
    dispute.status = status;
    this.#account.emit('charge.dispute.closed', dispute);
    return dispute;
  }

  #chargeOf({ payment_intent: given, invoice }: PaymentReference): Charge {
    const paid = invoice && intentOf(this.#account, this.tables.invoices.require(invoice))?.id;
    const intent = given ?? paid;
    if (!intent) throw invalidParameter('payment_intent', 'Say which payment or invoice.');
    return chargeOf(this.#account, intent);
  }
}
