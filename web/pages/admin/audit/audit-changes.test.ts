import { expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { auditChanges } from './audit-changes.ts';

type Values = AuditEntry['before'];

/** "Received → Refunded", as the page writes it. */
function shown(act: string, kind: string, before: Values, after: Values): string[] {
  const changes = auditChanges({ act, subject: { kind, id: 'x', name: null }, before, after });
  return changes.map(
    (change) =>
      `${change.name ? `${change.name}: ` : ''}${[change.before, change.after].filter((value) => value !== null).join(' → ')}`,
  );
}

test('a refund ends what it was about, though the log has the amount alone', () => {
  expect(shown('refund order', 'order', { state: 'received' }, { refundedCents: 9900 })).toEqual([
    'Received → Refunded',
    'Returned: $99.00',
  ]);
  const plan = { invoiceId: 'in_1', refundedCents: 599 };
  expect(shown('refund plan', 'member', { status: 'active' }, plan)).toEqual([
    'Active → Canceled',
    'Invoice: in_1',
    'Returned: $5.99',
  ]);
  expect(shown('refund plan', 'member', { status: 'canceled' }, plan)).not.toContain('Canceled');
});

test('states, roles and switches are words', () => {
  expect(shown('retire prompt', 'prompt', { retired: false }, { retired: true })).toEqual([
    'In the library → Retired',
  ]);
  expect(shown('grant role', 'member', { role: 'member' }, { role: 'admin' })).toEqual(['Member → Admin']);
  expect(shown('start order', 'order', { state: 'received' }, { state: 'in_work' })).toEqual([
    'Received → In progress',
  ]);
  expect(shown('resend mail', 'mail', { state: 'dead' }, { state: 'pending' })).toEqual([
    'Given up → Waiting',
  ]);
  expect(shown('hide comment', 'comment', { state: 'shown' }, { state: 'hidden' })).toEqual([
    'Shown → Hidden',
  ]);
});

test('a tier has an end where it is given, and only what changed is listed', () => {
  const none = { tier: 'basic', until: null };
  const pro = { tier: 'pro', until: '2099-12-31' };
  expect(shown('grant tier', 'member', none, pro)).toEqual(['Basic → Pro', 'Until: 2099-12-31']);
  expect(shown('grant tier', 'member', pro, none)).toEqual(['Pro → Basic', 'Until: 2099-12-31']);
  expect(shown('grant tier', 'member', pro, { ...pro, until: null })).toEqual(['Until: 2099-12-31 → none']);
  expect(shown('end sessions', 'member', { sessions: 2, tokens: 0 }, { sessions: 0, tokens: 0 })).toEqual([
    'Sessions: 2 → 0',
  ]);
});

test('what was taken away has no new value', () => {
  expect(shown('dismiss incident', 'incident', { detail: 'invoice.paid', times: 2 }, null)).toEqual([
    'Detail: invoice.paid',
    'Times: 2',
  ]);
});
