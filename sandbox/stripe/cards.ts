import type { Card } from '../stripe-js/frames/card-rules.ts';
import type { Account } from './account.ts';
import type { IntentError, PaymentMethod } from './records.ts';

/** What a bank says; `authenticate` asks for the owner, an error declines. */
type Verdict = 'approve' | 'authenticate' | IntentError;

/** `off-session`: without the owner, at a renewal. */
type Use = 'pay' | 'save' | 'off-session';

const decline = (decline_code: string, message = 'Your card was declined.'): IntentError => ({
  type: 'card_error',
  code: 'card_declined',
  decline_code,
  message,
});

const GENERIC = decline('generic_decline');
const INSUFFICIENT = decline('insufficient_funds', 'Your card has insufficient funds.');
const NO_TEST_CARD = decline(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test card.',
);

const always = (verdict: Verdict) => ({ pay: verdict, save: verdict, 'off-session': verdict });

interface TestCard extends Record<Use, Verdict> {
  /** For people who try it. */
  effect: string;
}

/** docs.stripe.com/testing; any other number is declined. */
export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { effect: 'pays', ...always('approve') },
  '4000000000000002': { effect: 'is declined', ...always(GENERIC) },
  '4000000000009995': { effect: 'is declined: insufficient funds', ...always(INSUFFICIENT) },
  '4000002500003155': { effect: 'asks the bank once', ...always('authenticate') },
  '4000002760003184': { effect: 'asks the bank every time', ...always('authenticate') },
  '4000000000000341': { effect: 'can be saved, then fails', ...always(GENERIC), save: 'approve' },
  '4000000000000259': { effect: 'pays, then is disputed', ...always('approve') },
};
/** Its bank lets it be charged without its owner once it has been set up. */
const FREE_ONCE_SET_UP = '4000002500003155';
const DISPUTED = '4000000000000259';

/** What the bank of this card says to this use. */
export function authorize({ number, isSetUp }: PaymentMethod, use: Use): Verdict {
  const verdicts = TEST_CARDS[number];
  if (!verdicts) return NO_TEST_CARD;
  return use === 'off-session' && isSetUp && number === FREE_ONCE_SET_UP ? 'approve' : verdicts[use];
}

export function isDisputed({ number }: PaymentMethod): boolean {
  return number === DISPUTED;
}

/** A payment method of this card that is not attached to a customer yet. */
export function newCard(account: Account, { number, expMonth, expYear }: Card): PaymentMethod {
  return account.tables.paymentMethods.add({
    number: Object.hasOwn(TEST_CARDS, number) ? number : '',
    brand: 'visa',
    exp_month: expMonth,
    exp_year: expYear,
    last4: number.slice(-4),
    customer: null,
    isSetUp: false,
  });
}

/** The card stays with the customer and may be charged without them. */
export function attachPaymentMethod(method: PaymentMethod, customer: string): void {
  method.isSetUp = true;
  method.customer = customer;
}

/** A number as typed, with a date that is valid for years. */
export function cardWithFutureExpiry(account: Account, number: string): Card {
  const expYear = new Date(account.now() * 1000).getUTCFullYear() + 4;
  return { number: number.replaceAll(' ', ''), expMonth: 12, expYear, cvc: '123' };
}
