import { periodEnd } from './calendar.ts';
import { requirePresent } from './customers.ts';
import { refused } from './errors.ts';
import type { Params } from './form.ts';
import { composeInvoice } from './invoices.ts';
import { periodLines } from './proration.ts';
import type { Invoice, Item, Subscription } from './records.ts';
import { hasEnded } from './subscription-state.ts';
import { lastPeriodEnd, planChange } from './subscription-update.ts';
import type { World } from './world.ts';

/** `invoices.createPreview`: by the same sums as the change itself, and nothing is kept. */
export function previewInvoice(world: World, params: Params): Invoice {
  const subscription = world.store.tables.subscriptions.require(
    params.required('subscription'),
    'subscription',
  );
  requirePresent(world, subscription.customer);
  if (hasEnded(subscription)) {
    throw refused('You cannot preview an invoice for a canceled subscription.', {
      code: 'invoice_upcoming_none',
    });
  }
  const details = params.part('subscription_details');
  const waiting = world.store.hidden.pendingLines[subscription.id] ?? [];
  const change = details.has('items') ? planChange(world, subscription, details) : undefined;
  const id = world.store.newId('upcoming_in');
  const now = world.now(subscription.test_clock);
  if (change?.isBilledNow) {
    const lines = [...waiting, ...change.lines];
    return composeInvoice(
      world,
      {
        subscription,
        reason: 'upcoming',
        lines,
        period: { start: now, end: now },
        prorationDate: change.prorationDate,
      },
      id,
    );
  }
  if (subscription.cancel_at !== null && subscription.cancel_at <= lastPeriodEnd(subscription)) {
    throw refused('No upcoming invoices for this subscription: it ends.', { code: 'invoice_upcoming_none' });
  }
  const next = nextPeriod(subscription, change?.items ?? subscription.items.data);
  const lines = [
    ...waiting,
    ...(change?.lines ?? []),
    ...periodLines(world, subscription.id, change?.items ?? subscription.items.data, next),
  ];
  return composeInvoice(
    world,
    {
      subscription,
      reason: 'upcoming',
      lines,
      period: { start: subscription.items.data[0]?.current_period_start ?? now, end: next.start },
      prorationDate: change?.prorationDate,
    },
    id,
  );
}

function nextPeriod(subscription: Subscription, items: Item[]): { start: number; end: number } {
  const recurring = items[0]?.price.recurring;
  if (!recurring) throw new Error('A subscription has a recurring price.');
  const start = lastPeriodEnd(subscription);
  return { start, end: periodEnd(subscription.billing_cycle_anchor, recurring, start) };
}
