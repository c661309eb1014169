import { type DueStep, dueSteps } from './billing-cycle.ts';
import type { AuthenticationOutcome, BrowserPayments, IntentAnswer } from './browser.ts';
import { newCardMethod } from './cards.ts';
import { chargeOf, closeDispute, createRefund, openDispute } from './charges.ts';
import { advanceEverybody, momentAfterRenewal, nextStep } from './clock.ts';
import { invalidParameter, refused } from './errors.ts';
import type { Faults } from './faults.ts';
import { Params } from './form.ts';
import type { Idempotency } from './idempotency.ts';
import { paymentOf } from './invoices.ts';
import { keepCard } from './payment-intents.ts';
import type { Problems } from './problems.ts';
import { endSubscription, hasEnded } from './subscription-state.ts';
import { lastPeriodEnd, scheduleEnd } from './subscription-update.ts';
import { WEBHOOK_SWITCHES, type WebhookSender, type WebhookSwitches } from './webhook-sender.ts';
import { ACCOUNT_SETTINGS, type AccountSettings, type World } from './world.ts';

interface Parts {
  world: World;
  problems: Problems;
  idempotency: Idempotency;
  faults: Faults;
  webhooks: WebhookSender;
  browser: BrowserPayments;
  /** Fills an empty store. */
  begin: () => void;
}

/** Where to move the clock: exactly one of these. */
export interface ClockMove {
  seconds?: number;
  /** Unix seconds. */
  to?: number;
  /** A kind of due step, such as `renewal`, `attempt`, `end`, `expire`; a renewal includes its draft hour. */
  until?: string;
  /** Whose step, with `until`. */
  customer?: string;
}

/** What tests and curious people may do behind the API's back. */
export class SandboxControl {
  readonly faults: Faults;
  readonly world: World;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.faults = parts.faults;
    this.world = parts.world;
  }

  /** What did not fit the SDK's types so far; empty is good. */
  problems(): readonly string[] {
    return this.#parts.problems.list();
  }

  clearProblems(): void {
    this.#parts.problems.clear();
  }

  /** As it was at the start, but for the ids, which go on. */
  reset(): void {
    const { world, problems, idempotency, faults, webhooks, begin } = this.#parts;
    world.store.clear();
    world.offset = 0;
    world.account = { ...ACCOUNT_SETTINGS };
    webhooks.clear();
    webhooks.switches = { ...WEBHOOK_SWITCHES };
    problems.clear();
    idempotency.clear();
    faults.clear();
    begin();
  }

  /** Unix seconds in the sandbox. */
  now(): number {
    return this.world.now();
  }

  due(): DueStep[] {
    return dueSteps(this.world, null);
  }

  /** Everything due in between happens, each thing at its own moment. @returns how many steps were taken */
  advance(move: ClockMove): number {
    return advanceEverybody(this.world, this.#target(move));
  }

  #target({ seconds, to, until, customer }: ClockMove): number {
    if (to !== undefined) return to;
    if (seconds !== undefined) return this.world.now() + seconds;
    const step = nextStep(this.world, until, customer);
    if (!step) throw refused(`Nothing of the kind is due: ${until ?? 'anything'}.`, { param: 'until' });
    const moment = step.kind === 'renewal' ? momentAfterRenewal(this.world, step) : step.at;
    return Math.max(moment, this.world.now());
  }

  setAccount(settings: Partial<AccountSettings>): AccountSettings {
    Object.assign(this.world.account, settings);
    return this.world.account;
  }

  setWebhooks(switches: Partial<WebhookSwitches>): WebhookSwitches {
    Object.assign(this.#parts.webhooks.switches, switches);
    return this.#parts.webhooks.switches;
  }

  get webhooks(): WebhookSender {
    return this.#parts.webhooks;
  }

  /** As the browser would, with a card that is valid for years. */
  confirm(clientSecret: string, number: string): IntentAnswer {
    const expYear = new Date(this.world.now() * 1000).getUTCFullYear() + 4;
    return this.#parts.browser.confirmIntent(clientSecret, {
      number: number.replaceAll(' ', ''),
      expMonth: 12,
      expYear,
      cvc: '123',
    });
  }

  authenticate(clientSecret: string, outcome: AuthenticationOutcome): IntentAnswer {
    return this.#parts.browser.completeAuthentication(clientSecret, outcome);
  }

  /** Puts another card in the place of the one that pays for a subscription, without asking its bank. */
  setCard(subscriptionId: string, number: string): void {
    const subscription = this.world.store.tables.subscriptions.require(subscriptionId);
    const now = this.world.nowFor(subscription.customer);
    const expYear = new Date(now * 1000).getUTCFullYear() + 4;
    const card = { number: number.replaceAll(' ', ''), expMonth: 12, expYear, cvc: '123' };
    const method = newCardMethod(this.world, card, now);
    keepCard(this.world, subscription.customer, method);
    this.world.change(subscription, 'customer.subscription.updated', (changed) => {
      changed.default_payment_method = method.id;
    });
  }

  /** Cancels at the provider: as its pages do (`cancel_at` alone), as the API does, or right now. */
  cancel(subscriptionId: string, how: 'portal' | 'period_end' | 'now'): void {
    const subscription = this.world.store.tables.subscriptions.require(subscriptionId);
    if (hasEnded(subscription)) throw refused('This subscription has ended.');
    if (how === 'now') {
      endSubscription(this.world, subscription, 'cancellation_requested');
      return;
    }
    const now = this.world.now(subscription.test_clock);
    this.world.change(subscription, 'customer.subscription.updated', (changed) => {
      scheduleEnd(changed, lastPeriodEnd(changed), how === 'period_end', now);
    });
  }

  /** Gives money back: of a payment, a charge, or an invoice. */
  refund(of: { payment_intent?: string; charge?: string; invoice?: string; amount?: number }): object {
    return createRefund(this.world, this.#moneyParams(of));
  }

  /** The owner of the card asks their bank for the money. */
  dispute(of: { payment_intent?: string; charge?: string; invoice?: string }): object {
    const params = this.#moneyParams(of);
    return openDispute(
      this.world,
      chargeOf(this.world, params.text('charge'), params.text('payment_intent')),
    );
  }

  closeDispute(disputeId: string, status: 'won' | 'lost'): object {
    return closeDispute(this.world, this.world.store.tables.disputes.require(disputeId), status);
  }

  #moneyParams(of: { payment_intent?: string; charge?: string; invoice?: string; amount?: number }): Params {
    const { invoices } = this.world.store.tables;
    const paid = of.invoice ? paymentOf(this.world, invoices.require(of.invoice))?.id : undefined;
    const intent = of.payment_intent ?? paid;
    if (!of.charge && !intent)
      throw invalidParameter('payment_intent', 'Say which payment, charge or invoice.');
    const wire = new URLSearchParams({
      ...(of.charge ? { charge: of.charge } : { payment_intent: intent ?? '' }),
      ...(of.amount === undefined ? {} : { amount: String(of.amount) }),
    });
    return Params.read(wire.toString());
  }
}
