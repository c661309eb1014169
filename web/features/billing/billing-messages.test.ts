import { describe, expect, test } from 'vitest';
import type { ChangePreview, PlanTier, SubscriptionStatus } from '#contract/billing.ts';
import { PLANS } from '#contract/plans.ts';
import type { Tier } from '#contract/tiers.ts';
import {
  billingLine,
  formatAmount,
  fullPriceFrom,
  isIncluded,
  isPaidToItsEnd,
  isPlanTier,
  isSuggested,
  laterPrice,
  nextMonth,
  ownPrice,
  ownTier,
  planAlert,
  planChangeBlocker,
  planOf,
  priceAfterCode,
  renewalCents,
  statusName,
  timeLeft,
} from './billing-messages.ts';

const NOW = 1_795_000_000;
const DAY = 86_400;

const NO_SUBSCRIPTION: SubscriptionStatus = {
  tier: 'basic',
  status: 'no_subscription',
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  plan: null,
  unpaid: null,
  endsAt: null,
  nextPlan: null,
  amountCents: null,
  nextAmountCents: null,
  regularCents: null,
  discountEndsAt: null,
  tax: null,
  pause: null,
  currency: null,
  graceUntil: null,
  isPaymentDue: false,
  isAuthenticationNeeded: false,
  trial: { isAvailable: true, endsAt: null },
  canExport: false,
  asOf: null,
};

describe('the badge', () => {
  test.each([
    ['active', 'Active'],
    ['canceled', 'Canceled'],
    ['past_due', 'Past due'],
    ['no_subscription', 'No subscription'],
    ['trialing', 'trialing'],
    ['some_new_word', 'some_new_word'],
    ['toString', 'toString'],
  ])('%s reads %s', (status, name) => {
    expect(statusName(status)).toBe(name);
  });
});

describe('what a member has', () => {
  const trial = { isAvailable: false, endsAt: NOW + 5 * DAY };
  test.each<[string, Partial<SubscriptionStatus>, ReturnType<typeof ownTier>]>([
    ['an account alone', {}, undefined],
    ['a plan', { tier: 'pro', plan: 'pro' }, { tier: 'pro', label: 'Your plan' }],
    ['a plan whose payment failed', { plan: 'advanced' }, { tier: 'advanced', label: 'Your plan' }],
    ['a trial', { tier: 'pro', trial }, { tier: 'pro', label: 'Your trial' }],
    [
      'a plan bought during the trial',
      { tier: 'basic', plan: 'basic', trial },
      { tier: 'basic', label: 'Your plan' },
    ],
    [
      'a trial below a given tier',
      { tier: 'engineer', trial },
      { tier: 'engineer', label: 'You have this now' },
    ],
    ['a given tier', { tier: 'advanced' }, { tier: 'advanced', label: 'You have this now' }],
  ])('%s', (_name, changes, own) => {
    expect(ownTier({ ...NO_SUBSCRIPTION, ...changes })).toEqual(own);
  });

  test('only a plan has a price of its own, not what is given', () => {
    expect(ownPrice(NO_SUBSCRIPTION)).toBeUndefined();
    expect(ownPrice({ ...NO_SUBSCRIPTION, tier: 'pro' })).toBeUndefined();
    expect(ownPrice({ ...NO_SUBSCRIPTION, plan: 'pro', amountCents: 799, currency: 'usd' })).toBe('$7.99');
  });

  test('its own price is with its discount, and never the price of the plan that follows', () => {
    const status = { ...NO_SUBSCRIPTION, plan: 'advanced', amountCents: 399, currency: 'usd' } as const;
    expect(ownPrice({ ...status, regularCents: 499 })).toBe('$3.99');
    expect(ownPrice({ ...status, regularCents: 299, nextPlan: 'basic' })).toBe('$3.99');
  });
});

test.each<[string, Partial<SubscriptionStatus>, string[]]>([
  ['an account alone', {}, ['advanced']],
  ['a trial', { tier: 'pro', trial: { isAvailable: false, endsAt: NOW + DAY } }, ['pro']],
  ['Basic', { plan: 'basic' }, ['advanced']],
  ['a given tier', { tier: 'advanced' }, ['pro']],
  ['Pro, above which is no plan', { tier: 'pro', plan: 'pro' }, []],
])('what stands out for %s', (_name, changes, suggested) => {
  const status = { ...NO_SUBSCRIPTION, ...changes };
  const standOut = (opening?: Tier) =>
    PLANS.filter((plan) => isSuggested(plan, status, opening)).map(({ tier }) => tier);
  expect(standOut()).toEqual(suggested);
  // What is wanted comes first.
  expect(standOut('pro')).toEqual(['pro']);
});

test.each<[string, Partial<SubscriptionStatus>, PlanTier[]]>([
  ['an account alone', {}, []],
  ['a given tier', { tier: 'advanced' }, ['basic', 'advanced']],
  ['a given Engineer', { tier: 'engineer' }, ['basic', 'advanced', 'pro']],
  // Its plan is the way to keep what ends by itself.
  ['a trial', { tier: 'pro', trial: { isAvailable: false, endsAt: NOW + DAY } }, ['basic', 'advanced']],
  ['Pro', { tier: 'pro', plan: 'pro' }, ['basic', 'advanced']],
  ['a given tier above a paid one', { tier: 'advanced', plan: 'basic' }, ['basic', 'advanced']],
])('%s includes, so is not sold', (_name, changes, included) => {
  const tiers: PlanTier[] = ['basic', 'advanced', 'pro'];
  expect(tiers.filter((tier) => isIncluded(tier, { ...NO_SUBSCRIPTION, ...changes }))).toEqual(included);
});

test('a price after a discount begins with the first bill after its end', () => {
  const renewal = Date.UTC(2026, 11, 28) / 1000;
  const preview: ChangePreview = {
    kind: 'upgrade',
    plan: 'pro',
    amountDueCents: 560,
    monthlyCents: 799,
    regularCents: 999,
    discountEndsAt: Date.UTC(2027, 1, 10) / 1000,
    tax: null,
    currency: 'usd',
    effectiveAt: NOW,
    prorationDate: NOW,
  };
  expect(laterPrice(preview, renewal)).toEqual({ cents: 999, at: Date.UTC(2027, 1, 28) / 1000 });
  expect(laterPrice({ ...preview, discountEndsAt: null }, renewal)).toBeNull();
  expect(laterPrice({ ...preview, regularCents: null, discountEndsAt: null }, renewal)).toBeNull();
});

test('a promotion code ends with its months, and says nothing of bills without it', () => {
  const now = Date.UTC(2026, 10, 30);
  expect(priceAfterCode({ months: 3 }, 499, now)).toEqual({ cents: 499, at: Date.UTC(2027, 1, 28) / 1000 });
  expect(priceAfterCode({ months: 1 }, 499, now)).toBeNull();
  expect(priceAfterCode({ months: null }, 499, now)).toBeNull();
  expect(priceAfterCode(null, 499, now)).toBeNull();
});

test('the next bill has the discount of a code that goes on', () => {
  expect(renewalCents({ offCents: 200, months: 3 }, 999)).toBe(799);
  expect(renewalCents({ offCents: 200, months: 1 }, 999)).toBe(999);
  expect(renewalCents({ offCents: 200, months: null }, 999)).toBe(799);
  expect(renewalCents({ offCents: 999, months: 2 }, 999)).toBe(0);
  expect(renewalCents(null, 999)).toBe(999);
});

test('nothing more is charged only where the plan ends before another bill and nothing is due', () => {
  const ending: SubscriptionStatus = {
    ...NO_SUBSCRIPTION,
    plan: 'pro',
    status: 'active',
    currentPeriodEnd: NOW + DAY,
    endsAt: NOW + DAY,
  };
  expect(isPaidToItsEnd(ending)).toBe(true);
  expect(isPaidToItsEnd({ ...ending, endsAt: NOW + 60 * DAY })).toBe(false);
  expect(isPaidToItsEnd({ ...ending, isPaymentDue: true })).toBe(false);
  expect(isPaidToItsEnd({ ...ending, status: 'past_due' })).toBe(false);
  expect(isPaidToItsEnd({ ...ending, endsAt: null })).toBe(false);
});

test('amounts keep their cents and their currency', () => {
  expect(formatAmount(499, 'usd')).toBe('$4.99');
  expect(formatAmount(700, 'usd')).toBe('$7.00');
  expect(formatAmount(0, 'usd')).toBe('$0.00');
  expect(formatAmount(1000, 'eur')).toBe('€10.00');
});

test('monthly plans are listed with the price that is charged', () => {
  const tiers: (Tier | undefined)[] = ['basic', 'advanced', 'pro', 'engineer', undefined];
  expect(tiers.filter(isPlanTier)).toEqual(['basic', 'advanced', 'pro']);
  expect(planOf('advanced').priceCents).toBe(499);
});

test.each([
  [10, 'less than an hour'],
  [3600, '1 hour'],
  [3601, '1 hour'],
  [2 * 3600, '2 hours'],
  [DAY, '24 hours'],
  [DAY + 1000, '2 days'],
  [7 * DAY - 5, '7 days'],
  [7 * DAY + 600, '7 days'],
])('%i seconds are %s', (seconds, words) => {
  expect(timeLeft(seconds)).toBe(words);
});

test.each([
  ['2026-11-21T10:00:00Z', '2026-12-21T10:00:00Z'],
  ['2026-12-31T10:00:00Z', '2027-01-31T10:00:00Z'],
  ['2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z'],
  ['2028-01-30T10:00:00Z', '2028-02-29T10:00:00Z'],
  ['2026-10-31T10:00:00Z', '2026-11-30T10:00:00Z'],
])('a month after %s is %s', (from, to) => {
  expect(nextMonth(Date.parse(from)) * 1000).toBe(Date.parse(to));
});

test('the first bill after the discount ends is at full price', () => {
  const at = (day: string) => Date.parse(day) / 1000;
  const status = { currentPeriodEnd: at('2026-12-24T10:00:00Z'), pause: null };
  const from = (day: string, pause: SubscriptionStatus['pause'] = null) =>
    fullPriceFrom({ ...status, pause, discountEndsAt: at(day) });
  expect(from('2026-12-24T10:00:00Z')).toBe(at('2026-12-24T10:00:00Z'));
  // Taken a minute after a bill, it still reaches the one of the same day two months later.
  expect(from('2027-01-24T10:01:00Z')).toBe(at('2027-02-24T10:00:00Z'));
  const pause = { from: at('2026-12-24T10:00:00Z'), until: at('2027-01-24T10:00:00Z') };
  expect(from('2026-12-30T10:00:00Z', pause)).toBe(pause.until);
  expect(fullPriceFrom({ ...status, discountEndsAt: null })).toBeNull();
});

describe('the plan alert on every page', () => {
  test('says nothing while all is well', () => {
    expect(planAlert(NO_SUBSCRIPTION, NOW)).toBeNull();
    expect(planAlert({ ...NO_SUBSCRIPTION, status: 'active', plan: 'pro', tier: 'pro' }, NOW)).toBeNull();
  });

  test('counts a trial down until it has ended, or a plan is paid for', () => {
    const until = (endsAt: number) => ({ ...NO_SUBSCRIPTION, trial: { isAvailable: false, endsAt } });
    expect(planAlert({ ...until(NOW + 5 * DAY), plan: 'pro', status: 'active' }, NOW)).toBeNull();
    expect(planAlert(until(NOW + 5 * DAY), NOW)).toMatchObject({ kind: 'trial', left: '5 days' });
    expect(planAlert(until(NOW), NOW)).toBeNull();
  });

  test('reports a failed payment and how long the plan is kept', () => {
    const overdue = {
      ...NO_SUBSCRIPTION,
      status: 'past_due',
      plan: 'advanced',
      graceUntil: NOW + DAY,
    } as const;
    expect(planAlert(overdue, NOW)).toEqual({ kind: 'overdue', plan: 'Advanced', until: NOW + DAY });
    expect(planAlert(overdue, NOW + 2 * DAY)).toEqual({ kind: 'overdue', plan: 'Advanced', until: null });
    expect(planAlert({ ...overdue, status: 'unpaid', graceUntil: null }, NOW)).toMatchObject({ until: null });
  });
});

describe('the next billing date', () => {
  const PAID = { ...NO_SUBSCRIPTION, plan: 'pro', status: 'active', currentPeriodEnd: NOW + DAY } as const;

  test.each([
    ['nothing', NO_SUBSCRIPTION, null],
    ['a plan', PAID, { name: 'Next billing date', at: NOW + DAY }],
    ['an end', { ...PAID, endsAt: NOW + DAY }, { name: 'Ends', at: NOW + DAY }],
    // The period it was paid for runs on; its access does not.
    [
      'a plan that ended at once',
      { ...NO_SUBSCRIPTION, status: 'canceled', currentPeriodEnd: NOW + DAY },
      null,
    ],
    [
      'an unpaid month',
      { ...PAID, status: 'past_due', graceUntil: NOW + 9 },
      { name: 'Payment due now. Plan kept until', at: NOW + 9 },
    ],
    [
      'an unpaid month after its grace',
      { ...PAID, status: 'past_due', graceUntil: NOW - 9 },
      { name: 'Payment due now', at: null },
    ],
    [
      'a trial',
      { ...NO_SUBSCRIPTION, trial: { isAvailable: false, endsAt: NOW + 9 } },
      { name: 'Trial ends', at: NOW + 9 },
    ],
  ])('of %s', (_name, status, line) => {
    expect(billingLine(status, NOW)).toEqual(line);
  });
});

test.each([
  [{}, null],
  [{ plan: null, status: 'canceled' }, null],
  [{ isPaymentDue: true }, 'due'],
  [{ status: 'past_due' }, 'due'],
  [{ status: 'unpaid' }, 'due'],
  [{ endsAt: NOW + DAY }, 'ending'],
  [{ status: 'disputed', endsAt: NOW + DAY }, 'disputed'],
  [{ nextPlan: 'basic' }, null],
] as const)('a plan change is blocked for the right reason: %j is %s', (more, obstacle) => {
  expect(planChangeBlocker({ ...NO_SUBSCRIPTION, plan: 'pro', status: 'active', ...more })).toBe(obstacle);
});
