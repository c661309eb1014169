import { expect, test } from 'vitest';
import type { SubscriptionStatus } from '#contract/billing.ts';
import { paidPlan } from './use-confirmation.ts';

const of = (plan: SubscriptionStatus['plan'], status: string, isPaymentDue = false) =>
  ({ plan, status, isPaymentDue }) satisfies Partial<SubscriptionStatus> as SubscriptionStatus;

test.each([
  [of('pro', 'active'), undefined, 'pro'],
  [of('pro', 'active'), 'pro', 'pro'],
  [of('pro', 'active'), 'basic', 'pro'],
  // An upgrade that waits for its payment leaves the old plan active.
  [of('basic', 'active'), 'pro', null],
  [of('basic', 'active', true), undefined, null],
  [of('pro', 'past_due'), 'pro', null],
  [of('pro', 'incomplete'), undefined, null],
  [of(null, 'no_subscription'), undefined, null],
  [of(null, 'trialing'), undefined, null],
  [of(null, 'canceled'), 'basic', null],
] as const)('%j, waiting for %s: %s', (status, expectedTier, plan) => {
  expect(paidPlan(status, expectedTier)).toBe(plan);
});
