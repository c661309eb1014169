import { createHash } from 'node:crypto';
import type { CardInput } from './browser.ts';
import { type ErrorBody, StripeError } from './errors.ts';
import type { PaymentMethod } from './records.ts';
import type { World } from './world.ts';

/** What a bank says; `authenticate` asks for the owner. */
export type Verdict =
  | { kind: 'approve' }
  | { kind: 'decline'; code: string; declineCode: string; message: string }
  | { kind: 'authenticate' };

export type Use = 'pay' | 'save' | 'off-session';

interface TestCard {
  brand: string;
  verdicts: Record<Use, Verdict>;
  /** After it has been set up, its bank lets it be charged without its owner. */
  isFreeOnceSetUp?: boolean;
  disputed?: boolean;
}

const APPROVE: Verdict = { kind: 'approve' };
const AUTHENTICATE: Verdict = { kind: 'authenticate' };
const GENERIC = decline('generic_decline', 'Your card was declined.');
const INSUFFICIENT = decline('insufficient_funds', 'Your card has insufficient funds.');

function decline(declineCode: string, message: string, code = 'card_declined'): Verdict {
  return { kind: 'decline', code, declineCode, message };
}

const NO_TEST_CARD = decline(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test card.',
);

function always(verdict: Verdict): TestCard {
  return { brand: 'visa', verdicts: { pay: verdict, save: verdict, 'off-session': verdict } };
}

/** docs.stripe.com/testing; any other number that passes the check digit is refused, as no such card exists. */
const TEST_CARDS: Record<string, TestCard> = {
  '4242424242424242': always(APPROVE),
  '4000056655665556': always(APPROVE),
  '5555555555554444': { ...always(APPROVE), brand: 'mastercard' },
  '378282246310005': { ...always(APPROVE), brand: 'amex' },
  '4000000000009995': always(INSUFFICIENT),
  '4000000000000002': always(GENERIC),
  '4000000000000069': always(decline('expired_card', 'Your card has expired.', 'expired_card')),
  '4000000000000127': always(
    decline('incorrect_cvc', "Your card's security code is incorrect.", 'incorrect_cvc'),
  ),
  '4000000000000119': always(
    decline(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
      'processing_error',
    ),
  ),
  '4000002500003155': { ...always(AUTHENTICATE), isFreeOnceSetUp: true },
  '4000002760003184': always(AUTHENTICATE),
  '4000000000000341': { brand: 'visa', verdicts: { pay: GENERIC, save: APPROVE, 'off-session': GENERIC } },
  '4000000000000259': { ...always(APPROVE), disputed: true },
};

/** Ready payment methods of the API's tests, by the card behind them. */
const READY_METHODS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_createDispute: '4000000000000259',
};

export function readyMethodNumber(id: string): string | undefined {
  return Object.hasOwn(READY_METHODS, id) ? READY_METHODS[id] : undefined;
}

/** @throws StripeError 402 as the API refuses a card that cannot exist */
export function checkCard({ number, expMonth, expYear, cvc }: CardInput, now: number): void {
  if (!/^\d{12,19}$/.test(number) || !passesCheckDigit(number)) {
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' });
  }
  if (!(expMonth >= 1 && expMonth <= 12)) {
    throw cardError({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    });
  }
  const today = new Date(now * 1000);
  const isPast = expYear * 12 + expMonth < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
  if (!Number.isInteger(expYear) || isPast || expYear > today.getUTCFullYear() + 50) {
    throw cardError({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    });
  }
  if (!/^\d{3,4}$/.test(cvc)) {
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' });
  }
}

export function cardError(error: Omit<ErrorBody, 'type'>): StripeError {
  return new StripeError(402, { type: 'card_error', ...error });
}

/** What the bank of this card says to this use. */
export function verdictOn(world: World, method: PaymentMethod, use: Use): Verdict {
  const number = world.store.hidden.cardNumbers[method.id] ?? '';
  const card = Object.hasOwn(TEST_CARDS, number) ? TEST_CARDS[number] : undefined;
  if (!card) return NO_TEST_CARD;
  const isFree = card.isFreeOnceSetUp && world.store.hidden.setUpCards[method.id];
  return use === 'off-session' && isFree ? APPROVE : card.verdicts[use];
}

export function isDisputed(world: World, method: PaymentMethod): boolean {
  return TEST_CARDS[world.store.hidden.cardNumbers[method.id] ?? '']?.disputed === true;
}

/** A payment method of this card, nobody's yet. */
export function newCardMethod(world: World, card: CardInput, now: number): PaymentMethod {
  const { number, expMonth, expYear } = card;
  const isTestCard = Object.hasOwn(TEST_CARDS, number);
  const brand = TEST_CARDS[number]?.brand ?? 'visa';
  const id = world.store.newId('pm');
  // Somebody may type a card of theirs: nothing of it is kept but what is printed on receipts.
  world.store.hidden.cardNumbers[id] = isTestCard ? number : '';
  const fingerprint = createHash('sha256').update(isTestCard ? number : id);
  return world.store.tables.paymentMethods.add({
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: fingerprint.digest('hex').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  });
}

/** ISO/IEC 7812-1. */
export function passesCheckDigit(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
