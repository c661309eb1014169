import { expect, test } from 'vitest';
import type { MailContent, MailTemplate } from '#server/core/mail/mail-template.ts';
import { actionRequiredMail } from './subscription.action-required.mail.ts';
import { confirmPaymentMail } from './subscription.confirm-payment.mail.ts';
import { paymentFailedMail } from './subscription.payment-failed.mail.ts';
import { planChangedMail } from './subscription.plan-changed.mail.ts';
import { trialEndsMail } from './subscription.trial-ends.mail.ts';

const DAY = Date.UTC(2026, 11, 29) / 1000;
const NEXT = { cents: 999, currency: 'usd', isTaxAdded: false, at: DAY };
const DUE = { tier: 'pro', cents: 999, currency: 'usd' };

/** What it says of these data, as they are stored. */
async function said<Data>(template: MailTemplate<Data>, data: object): Promise<string> {
  const content: MailContent = await template.content(template.schema.parse(data), async () => '');
  return [content.subject, ...content.paragraphs].join('\n');
}

test('a plan that began or changed says what the next payment is, and when', async () => {
  const started = { change: 'started', tier: 'pro', at: null, next: NEXT };
  expect(await said(planChangedMail, started)).toContain(
    'Your next payment is $9.99 on December 29, 2026. Your invoices',
  );
  const changed = { ...started, change: 'changed', from: 'basic', next: { ...NEXT, isTaxAdded: true } };
  const text = await said(planChangedMail, changed);
  expect(text).toContain('Your plan changed from Basic to Pro');
  expect(text).toContain('$9.99 plus tax on December 29, 2026');
});

test('what was paid is said, and a discount with what follows it', async () => {
  const next = { ...NEXT, cents: 799, regular: { cents: 999, at: Date.UTC(2027, 2, 29) / 1000 } };
  const started = { change: 'started', tier: 'pro', at: null, charged: 799, next };
  expect(await said(planChangedMail, started)).toContain(
    'You paid $7.99. Your next payment is $7.99 on December 29, 2026, with your discount; from March 29, 2027, it’s $9.99.',
  );
  const planned = { change: 'planned', tier: 'basic', from: 'pro', at: DAY };
  const endless = { ...NEXT, cents: 239, regular: { cents: 299, at: null } };
  expect(await said(planChangedMail, { ...planned, next: endless })).toContain(
    'Basic costs $2.39 a month, with your discount; without it, it would be $2.99.',
  );
});

test('a planned change that is given up says that the plan stays', async () => {
  const text = await said(planChangedMail, {
    change: 'resumed',
    tier: 'pro',
    from: 'basic',
    at: DAY,
    next: NEXT,
  });
  expect(text).toBe(
    'You stay on Pro\nThe change to Basic is canceled.\nYour Pro plan is active and renews on December 29, 2026 for $9.99.',
  );
});

test('a planned change says from what, to what, for how much and from when', async () => {
  const next = { ...NEXT, cents: 299 };
  const text = await said(planChangedMail, { change: 'planned', tier: 'basic', from: 'pro', at: DAY, next });
  expect(text).toContain('Your plan changes from Pro to Basic\n');
  expect(text).toContain('You keep Pro until then.\nFrom that day, Basic costs $2.99 a month.');
});

test('an ending plan says until when, and a resumed one what it renews for', async () => {
  const plan = { tier: 'pro', at: DAY };
  expect(await said(planChangedMail, { ...plan, change: 'canceling' })).toContain(
    'Your Pro plan ends on December 29, 2026. You keep access until then',
  );
  expect(await said(planChangedMail, { ...plan, change: 'resumed', next: NEXT })).toContain(
    'renews on December 29, 2026 for $9.99.',
  );
});

test('a payment that waits names the amount, the plan and what happens when', async () => {
  const failed = await said(paymentFailedMail, { graceUntil: DAY, due: DUE });
  expect(failed).toContain('We couldn’t charge $9.99 for your Pro plan.');
  expect(failed).toContain('You keep your plan until December 29, 2026.');
  expect(await said(confirmPaymentMail, { graceUntil: DAY, due: DUE })).toContain(
    'confirm the payment of $9.99 that renews your Pro plan',
  );
  expect(await said(actionRequiredMail, { due: DUE })).toContain('the payment of $9.99 isn’t finished');
});

test('a trial that ends says that nothing is charged, and what a plan costs', async () => {
  const text = await said(trialEndsMail, { endsAt: DAY });
  expect(text).toContain('It needed no card, so nothing is charged');
  expect(text).toContain('Advanced for $4.99 a month or Pro for $9.99 a month, plus any tax');
});

test('an end with a refund says what was returned', async () => {
  const ended = { change: 'ended', tier: 'pro', at: null };
  const payment = { cents: 999, currency: 'usd' };
  const refunded = await said(planChangedMail, { ...ended, refunded: payment });
  expect(refunded).toContain('We returned your payment of $9.99. It can take a few days to show up');
  const before = await said(planChangedMail, { ...ended, refunded: { ...payment, isEarlier: true } });
  expect(before).toContain('We returned your payment of $9.99 earlier.');
  expect(before).not.toContain('few days');
  expect(refunded).toContain('Your Pro plan has ended');
  expect(await said(planChangedMail, ended)).not.toContain('returned');
});

test('mail that an earlier version stored is sent all the same', async () => {
  const texts = await Promise.all([
    ...(['started', 'changed', 'planned', 'canceling', 'resumed', 'ended'] as const).map((change) =>
      said(planChangedMail, { change, tier: 'pro', at: DAY }),
    ),
    said(paymentFailedMail, { graceUntil: null }),
    said(confirmPaymentMail, { graceUntil: DAY }),
    said(actionRequiredMail, {}),
  ]);
  expect(texts.join('\n')).not.toMatch(/undefined|null|NaN/);
});
