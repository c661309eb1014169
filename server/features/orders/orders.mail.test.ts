import { expect, test } from 'vitest';
import { renderMail } from '#server/core/mail/mail-layout.ts';
import type { MailContent } from '#server/core/mail/mail-template.ts';
import { orderDeliveredMail } from './orders.delivered.mail.ts';
import { orderReceivedMail } from './orders.received.mail.ts';
import { orderRefundedMail } from './orders.refunded.mail.ts';
import { orderRevisionMail } from './orders.revision.mail.ts';

const ORDER = { orderId: 'order2222222', title: 'Plan a week of <family> dinners' };

const render = (content: MailContent) =>
  renderMail(content, { reason: 'Because.', link: undefined }, 'https://example.com');
const sign = async () => '';

test('an order received says what was paid, for what, and when it comes, in text and HTML', async () => {
  const data = { ...ORDER, paid: { cents: 9900, currency: 'usd' }, expectedOn: '2026-12-04' };
  const { subject, text, html } = render(await orderReceivedMail.content(data, sign));
  expect(subject).toBe('Order received: “Plan a week of <family> dinners”');
  for (const part of ['$99.00', 'December 4, 2026', 'https://example.com/orders?order=order2222222']) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(text).toContain('“Plan a week of <family> dinners”');
  expect(html).toContain('“Plan a week of &lt;family&gt; dinners”');
});

test('a delivery names the prompt and how long changes can be asked for; a revision says when it comes', async () => {
  const delivered = render(await orderDeliveredMail.content(ORDER, sign));
  expect(delivered.subject).toBe('Your prompt is ready: “Plan a week of <family> dinners”');
  expect(delivered.text).toContain('until you accept the prompt');
  const revised = render(await orderRevisionMail.content({ ...ORDER, expectedOn: '2026-12-04' }, sign));
  expect(revised.subject).toBe('We’re revising “Plan a week of <family> dinners”');
  expect(revised.text).toContain('around December 4, 2026');
});

test('a refund names the amount, the order, and who gave it back', async () => {
  const data = { ...ORDER, returned: { cents: 9900, currency: 'usd' }, hasOpened: true };
  const ours = render(await orderRefundedMail.content({ ...data, isByBank: false }, sign));
  expect(ours.subject).toBe('Order refunded: “Plan a week of <family> dinners”');
  expect(ours.text).toContain('We returned your payment of $99.00 for the custom prompt “Plan a week');
  const bank = render(await orderRefundedMail.content({ ...data, isByBank: true }, sign));
  expect(bank.text).toContain('Your bank returned your payment of $99.00');
  expect(bank.text).toContain('The order is closed, and what it opened is locked.');
  const unopened = render(
    await orderRefundedMail.content({ ...data, isByBank: false, hasOpened: false }, sign),
  );
  expect(unopened.text).toContain('The order is closed.');
  expect(unopened.text).not.toContain('locked');
});

test('a long goal is cut in the subject, after a word', async () => {
  const title = `Turn my notes of ${'many '.repeat(20)}visits into a report`;
  const { subject } = await orderDeliveredMail.content({ ...ORDER, title }, sign);
  expect(subject).toMatch(/^Your prompt is ready: “Turn my notes of (many )+many…”$/);
  expect(subject.length).toBeLessThan(90);
});

test('mail that an earlier version stored is sent all the same', async () => {
  for (const template of [orderReceivedMail, orderDeliveredMail, orderRevisionMail]) {
    const data = template.schema.parse({ orderId: 'order2222222' });
    // The cast: of one template each, which the loop forgets.
    const { subject, paragraphs } = await template.content(data as never, sign);
    expect([subject, ...paragraphs].join(' ')).not.toMatch(/undefined|null|“”/);
  }
});
