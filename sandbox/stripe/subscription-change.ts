import { z } from 'zod';
import type { Account } from './account.ts';
import { HOUR, periodEnd } from './calendar.ts';
import { invalidParameter, refused, StripeError } from './errors.ts';
import { itemOf, periodLine, prorationLines } from './invoice-lines.ts';
import { composeInvoice, draftInvoice, finalizeInvoice } from './invoices.ts';
import { collectAutomatically, payInvoice } from './pay-invoice.ts';
import { requireRecurringPrice, withPrice } from './plans.ts';
import type { Invoice, Item, Line, Subscription } from './records.ts';
import { hasEnded, markPaid } from './subscription-state.ts';

const PENDING_SECONDS = 23 * HOUR;

export const planItems = z.tuple([z.strictObject({ id: z.string(), price: z.string() })]);

/** `invoices.createPreview` */
export const previewParams = z.strictObject({
  customer: z.string(),
  subscription: z.string(),
  subscription_details: z.strictObject({
    items: planItems,
    billing_cycle_anchor: z.strictObject({ type: z.literal('now') }).optional(),
    proration_behavior: z.enum(['always_invoice', 'none']),
    proration_date: z.int().optional(),
  }),
});

interface PlanParams {
  items: z.infer<typeof planItems>;
  /** A new period begins, and is charged whole. */
  billing_cycle_anchor?: { type: 'now' } | undefined;
  proration_behavior?: 'always_invoice' | 'none' | undefined;
  proration_date?: number | undefined;
  payment_behavior?: 'pending_if_incomplete' | undefined;
}

interface PlanChange {
  item: Item;
  lines: Line[];
  prorationDate: number;
  /** Where a new period begins. */
  anchor: number | undefined;
}

/** Another price: charged now (`always_invoice`), or simply from the next invoice on (`none`). */
export function changePlan(account: Account, subscription: Subscription, params: PlanParams): void {
  const change = planChange(account, subscription, params);
  const invoice = change.lines.length > 0 ? billChange(account, subscription, change) : undefined;
  const isUnpaid = invoice !== undefined && invoice.status !== 'paid';
  if (isUnpaid && params.payment_behavior === 'pending_if_incomplete') {
    payThenApply(account, subscription, change, invoice);
  } else {
    applyItem(account, subscription, change);
    if (isUnpaid) collectAutomatically(account, invoice);
  }
}

/** `invoices.createPreview`: by the same sums as the change itself; nothing is stored. */
export function previewChange(account: Account, subscription: Subscription, params: PlanParams): Invoice {
  if (hasEnded(subscription)) {
    throw refused('You cannot preview an invoice for a canceled subscription.', {
      code: 'invoice_upcoming_none',
    });
  }
  const { lines, prorationDate } = planChange(account, subscription, params);
  const now = account.now();
  const period = { start: now, end: now };
  const draft = { of: subscription, reason: 'upcoming' as const, lines, period, prorationDate };
  return composeInvoice(account, draft, account.newId('upcoming_in'));
}

function planChange(account: Account, subscription: Subscription, params: PlanParams): PlanChange {
  if (subscription.pending_update) {
    throw refused('This subscription has a pending update, which has to be paid or to expire first.');
  }
  const old = itemOf(subscription);
  const at = params.proration_date ?? account.now();
  if (at < old.current_period_start || at > old.current_period_end) {
    throw invalidParameter('proration_date', 'The proration date must be within the current period.');
  }
  const [wanted] = params.items;
  if (wanted.id !== old.id) {
    throw refused(`No such subscription item: '${wanted.id}'`, { code: 'resource_missing' });
  }
  const item = withPrice(old, requireRecurringPrice(account, wanted.price, 'items[0][price]'));
  if (params.billing_cycle_anchor) return newPeriod(account, item, params);
  const isCharged = params.proration_behavior === 'always_invoice';
  const lines = isCharged ? prorationLines(account, subscription, item, at) : [];
  return { item, prorationDate: at, lines, anchor: undefined };
}

/** Nothing of the old period is given back here. */
function newPeriod(account: Account, item: Item, params: PlanParams): PlanChange {
  if (params.proration_behavior !== 'none') throw refused('A new period with prorations is not modelled.');
  const start = account.now();
  const period = { start, end: periodEnd(start, start) };
  const next = { ...item, current_period_start: period.start, current_period_end: period.end };
  return { item: next, prorationDate: start, lines: [periodLine(account, next, period)], anchor: start };
}

function billChange(account: Account, subscription: Subscription, change: PlanChange): Invoice {
  if (subscription.pause_collection) throw refused('A change while bills are voided is not modelled.');
  const now = account.now();
  const invoice = draftInvoice(account, {
    of: subscription,
    reason: 'subscription_update',
    lines: change.lines,
    period: { start: now, end: now },
    prorationDate: change.prorationDate,
  });
  finalizeInvoice(account, invoice);
  if (invoice.amount_due === 0) markPaid(account, invoice, undefined);
  return invoice;
}

/** The old plan stays until the money has come. */
function payThenApply(
  account: Account,
  subscription: Subscription,
  { item, anchor }: PlanChange,
  invoice: Invoice,
): void {
  account.internals.invoiceOfUpdate[subscription.id] = invoice.id;
  subscription.pending_update = {
    billing_cycle_anchor: anchor ?? null,
    expires_at: Math.min(itemOf(subscription).current_period_end, account.now() + PENDING_SECONDS),
    subscription_items: [item],
  };
  try {
    payInvoice(account, invoice);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    account.emit('customer.subscription.updated', subscription, { pending_update: null });
  }
}

function applyItem(account: Account, subscription: Subscription, { item, anchor }: PlanChange): void {
  account.change(subscription, 'customer.subscription.updated', (changed) => {
    changed.items.data = [item];
    changed.billing_cycle_anchor = anchor ?? changed.billing_cycle_anchor;
  });
}
